// Tests scalars: accepted texts, values, and that encoding gives the decoded text.

import AuthGenRuntime
import AuthGenTestSupport
import Foundation
import Testing

@Suite struct ScalarTests {
  @Test func calendarDateIsRead() throws {
    let date = try roundTrip(CalendarDate.self, #""2024-02-29""#)
    #expect((date.year, date.month, date.day) == (2024, 2, 29))
    for wrong in [
      "2023-02-29", "2024-13-01", "2024-1-01", "24-01-01", "2024-01-01T00:00", "",
      String(repeating: "-", count: 1_000_000),
    ] {
      #expect(CalendarDate(wrong) == nil)
    }
  }

  @Test func timestampIsRead() throws {
    let time = try roundTrip(Timestamp.self, "1700000000123")
    #expect(time.date.timeIntervalSince1970 == 1_700_000_000.123)
    #expect(Timestamp(time.date) == time)
  }

  @Test func dateTimeIsRead() throws {
    let time = try roundTrip(DateTime.self, #""2026-01-31T12:00:00.123456789Z""#)
    #expect(abs(time.date.timeIntervalSince1970 - 1_769_860_800.123) < 0.001)
    for (text, seconds) in [
      ("1970-01-01T00:00:00Z", 0.0), ("2000-02-29T23:59:60z", 951_868_800),
      ("1985-04-12t23:20:50.52Z", 482_196_050.52), ("1996-12-19T16:39:57-08:00", 851_042_397),
      ("1937-01-01T12:00:27.87+00:20", -1_041_337_172.13),
      ("0000-01-01T00:00:00Z", -62_167_219_200),
      ("9999-12-31T23:59:59Z", 253_402_300_799),
    ] {
      let time = try #require(DateTime(text))
      #expect(abs(time.date.timeIntervalSince1970 - seconds) < 0.000_001, "\(text)")
    }
    for wrong in [
      "2026-01-31", "2026-01-31T12:00:00", "2026-01-31 12:00:00Z", "2026-02-29T12:00:00Z",
      "2026-01-31T24:00:00Z", "2026-01-31T12:60:00Z", "2026-01-31T12:00:00.Z", "",
      "2026-01-31T12:00:00+1:00", "2026-01-31T12:00:00+25:00", "2026-01-31T12:00:00ZZ",
      "2026-01-31T12:00:0\u{665}Z", "+2026-01-31T12:00:00Z", "2026-01-31T12:00:00.1e5Z",
      "2026-01-31T12:00:00.\(String(repeating: "1", count: 1_000_000))Z",
    ] { #expect(DateTime(wrong) == nil, "\(wrong)") }
    #expect(DateTime(Date(timeIntervalSince1970: 0))?.description == "1970-01-01T00:00:00.000Z")
    #expect(DateTime("2026-01-31T12:00:00Z") == DateTime("2026-01-31T13:00:00+01:00"))
  }

  @Test func jsonIsReadAndWritten() throws {
    let value = try roundTrip(
      JSON.self, #"{"a":[null,true,1,1.5,"x",{}]}"#)
    #expect(
      value["a"]
        == .array([.null, .boolean(true), .integer(1), .number(1.5), .string("x"), .object([:])]))
    #expect(value["b"] == nil && value.string == nil && JSON.string("x").string == "x")
  }

  /// Threads of Apple's platforms have a stack of 512 KB, and decoding is recursive.
  @Test(arguments: [(64, true), (65, false), (500, false)], [("[", "]"), (#"{"a":"#, "}")])
  func deeplyNestedJSONIsAnErrorOnASmallStack(
    _ nesting: (depth: Int, isDecoded: Bool), _ brackets: (String, String)
  ) async {
    let text =
      String(repeating: brackets.0, count: nesting.depth) + "1"
      + String(repeating: brackets.1, count: nesting.depth)
    let isDecoded = await withCheckedContinuation { continuation in
      let thread = Thread {
        let value = try? JSONDecoder().decode(JSON.self, from: Data(text.utf8))
        continuation.resume(returning: value != nil)
      }
      thread.stackSize = 512 << 10
      thread.start()
    }
    #expect(isDecoded == nesting.isDecoded)
  }

  @Test func manyStringsInNestedJSONAreReadAtOnce() throws {
    let text =
      String(repeating: "[", count: 60)
      + Array(repeating: #""""#, count: 15_000).joined(separator: ",")
      + String(repeating: "]", count: 60)
    let time = try ContinuousClock().measure {
      _ = try JSONDecoder().decode(JSON.self, from: Data(text.utf8))
    }
    #expect(time < .seconds(20))
  }

  @Test func voidAcceptsAnyValue() throws {
    _ = try JSONDecoder().decode([VoidValue].self, from: Data(#"[null, 1, "a"]"#.utf8))
    #expect(String(decoding: try JSONEncoder().encode([VoidValue()]), as: UTF8.self) == "[null]")
  }

  @Test func secretIsRevealedOnlyOnRequest() throws {
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
