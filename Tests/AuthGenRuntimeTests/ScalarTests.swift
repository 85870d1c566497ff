// Horizon's scalars: what they accept, what they mean, and that they write back what they read.

import AuthGenRuntime
import Foundation
import Testing

@Suite struct ScalarTests {
  private func roundTrip<Value: Codable>(_ type: Value.Type, _ json: String) throws -> Value {
    let value = try JSONDecoder().decode([Value].self, from: Data("[\(json)]".utf8))[0]
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    #expect(String(decoding: try encoder.encode([value]), as: UTF8.self) == "[\(json)]")
    return value
  }

  @Test func calendarDate() throws {
    let date = try roundTrip(CalendarDate.self, #""2024-02-29""#)
    #expect((date.year, date.month, date.day) == (2024, 2, 29))
    for wrong in ["2023-02-29", "2024-13-01", "2024-1-01", "24-01-01", "2024-01-01T00:00", ""] {
      #expect(CalendarDate(wrong) == nil)
    }
  }

  @Test func money() throws {
    let price = try roundTrip(Money.self, #""GBP8.50""#)
    #expect(price.currencyCode == "GBP")
    #expect(price.amount == Decimal(string: "8.5"))
    #expect(price == Money(currencyCode: "GBP", amount: 8.5))
    for wrong in ["8.50", "GBP", "GBP8,50", "gbp8", "GBP--8", "GBP8.", "GBP1e9"] {
      #expect(Money(wrong) == nil)
    }
  }

  @Test func timestamp() throws {
    let time = try roundTrip(Timestamp.self, "1700000000123")
    #expect(time.date.timeIntervalSince1970 == 1_700_000_000.123)
    #expect(Timestamp(time.date) == time)
  }

  @Test func colour() throws {
    let colour = try roundTrip(Colour.self, ##""#4285f4""##)
    #expect((colour.red, colour.green, colour.blue) == (0x42, 0x85, 0xF4))
    #expect(colour == Colour(red: 0x42, green: 0x85, blue: 0xF4))
    for wrong in ["4285F4", "#4285F", "#GGGGGG", "#", "#4285F4FF"] { #expect(Colour(wrong) == nil) }
  }

  @Test func uriReference() throws {
    let base = try #require(URL(string: "https://shop.example/en/"))
    #expect(try roundTrip(URIReference.self, #""/help""#).absoluteURL == nil)
    let help = URIReference("/help").resolved(against: base)
    #expect(help?.absoluteString == "https://shop.example/help")
    #expect(try roundTrip(URIReference.self, #""""#).resolved(against: base) == nil)
    #expect(URIReference("https://a.example").absoluteURL != nil)
  }

  @Test func voidIsWhateverTheServerSends() throws {
    _ = try JSONDecoder().decode([VoidValue].self, from: Data(#"[null, 1, "a"]"#.utf8))
    #expect(String(decoding: try JSONEncoder().encode([VoidValue()]), as: UTF8.self) == "[null]")
  }

  @Test func secretShowsItselfOnlyWhenAsked() throws {
    let secret = try roundTrip(Secret.self, #""hunter2""#)
    #expect(secret.reveal() == "hunter2")
    var dumped = ""
    dump(["key": secret], to: &dumped)
    let mirrored = Mirror(reflecting: secret).children.map { "\($0.value)" }
    for text in ["\(secret)", secret.debugDescription, dumped] + mirrored {
      #expect(!text.contains("hunter2"))
    }
  }
}
