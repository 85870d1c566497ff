// Tests Horizon's scalars: accepted texts, values, and that encoding gives the decoded text.

import AuthGenHorizonScalars
import AuthGenTestSupport
import Foundation
import Testing

@Suite struct HorizonScalarTests {
  @Test func moneyIsReadAndWritten() throws {
    let price = try roundTrip(Money.self, #""GBP8.50""#)
    #expect(price.currencyCode == "GBP")
    #expect(price.amount == Decimal(string: "8.5"))
    #expect(price == Money(currencyCode: "GBP", amount: 8.5))
    for wrong in ["8.50", "GBP", "GBP8,50", "gbp8", "GBP--8", "GBP8.", "GBP1e9"] {
      #expect(Money(wrong) == nil)
    }
  }

  @Test func colourIsReadAndWritten() throws {
    let colour = try roundTrip(Colour.self, ##""#4285f4""##)
    #expect((colour.red, colour.green, colour.blue) == (0x42, 0x85, 0xF4))
    #expect(colour == Colour(red: 0x42, green: 0x85, blue: 0xF4))
    for wrong in ["4285F4", "#4285F", "#GGGGGG", "#", "#4285F4FF"] { #expect(Colour(wrong) == nil) }
  }

  @Test func uriReferenceIsReadAndWritten() throws {
    let base = try #require(URL(string: "https://shop.example/en/"))
    #expect(try roundTrip(URIReference.self, #""/help""#).absoluteURL == nil)
    let help = URIReference("/help").resolved(against: base)
    #expect(help?.absoluteString == "https://shop.example/help")
    #expect(try roundTrip(URIReference.self, #""""#).resolved(against: base) == nil)
    #expect(URIReference("https://a.example").absoluteURL != nil)
  }

  @Test func invalidStringErrorDoesNotQuoteIt() {
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([Money].self, from: Data(#"["four-pounds"]"#.utf8))
    }
    #expect(error.map { "\($0)" }?.contains("such as GBP8.85") == true)
    #expect(error.map { "\($0)" }?.contains("four-pounds") == false)
  }
}
