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
      "2026-01-31", "2026-01-31T12:00:00", "2026-02-29T12:00:00Z", "2026-01-31T24:00:01Z",
      "2026-01-31T25:00:00Z", "2026-01-31T12:60:00Z", "2026-01-31T12:0000Z", "2026-W54-1T00Z",
      "2026-W00-1T00Z", "2026-W01-8T00Z", "2026-366T00Z", "2026-000T00Z", "2026-0131T00Z",
      "202601-31T00Z", "2026-01-31T", "2026-01-31TZ", "2026-01-31T12:00:00+", "2026T00Z",
      "2026-01-31T12:00:00.Z", "",
      "2026-01-31T12:00:00+1:00", "2026-01-31T12:00:00+25:00", "2026-01-31T12:00:00ZZ",
      "2026-01-31T12:00:0\u{665}Z", "+2026-01-31T12:00:00Z", "2026-01-31T12:00:00.1e5Z",
      "2026-01-31T12:00:00.\(String(repeating: "1", count: 1_000_000))Z",
    ] { #expect(DateTime(wrong) == nil, "\(wrong)") }
    #expect(DateTime(Date(timeIntervalSince1970: 0))?.description == "1970-01-01T00:00:00.000Z")
    #expect(DateTime("2026-01-31T12:00:00Z") == DateTime("2026-01-31T13:00:00+01:00"))
  }

  /// ISO 8601, sections 5.2 to 5.4.
  @Test(arguments: [
    "2026-01-31T12:30:00Z", "20260131T123000Z", "2026-031T12:30:00Z", "2026031T1230Z",
    "2026-W05-6T12:30Z", "2026W056T1230Z", "2026-01-31 12:30:00Z", "2026-01-31T13:30+01",
    "2026-01-31T13:30:00+0100", "2026-01-31T12,5Z", "2026-01-31T12:30,0Z", "20260131T07-0530",
  ])
  func everyFormOfISO8601IsRead(_ text: String) throws {
    let time = try #require(DateTime(text))
    #expect(time.date.timeIntervalSince1970 == 1_769_862_600)
    #expect(time.description == text)
  }

  @Test(arguments: [
    ("2027-01-01T00Z", "2026-W53-5T00Z"), ("2024-12-30T00Z", "2025-W01-1T00Z"),
    ("2021-01-03T00Z", "2020-W53-7T00Z"), ("2026-02-01T00:00Z", "2026-01-31T24:00Z"),
    ("2024-12-31T00Z", "2024-366T00Z"),
  ])
  func weeksAndDaysOfTheYearAreDays(_ calendar: String, _ other: String) throws {
    let (first, second) = (try #require(DateTime(calendar)), DateTime(other))
    #expect(first == second)
  }

  @Test func localDateTimeIsAPointInTimeOnlyInATimeZone() throws {
    let local = try roundTrip(LocalDateTime.self, #""2026-03-29T02:30:00.5""#)
    #expect(local.day == CalendarDate(year: 2026, month: 3, day: 29))
    #expect(local.secondsOfDay == 9_000.5)
    let utc = try #require(TimeZone(secondsFromGMT: 0))
    #expect(local.date(in: utc).timeIntervalSince1970 == 1_774_751_400.5)
    let berlin = try #require(TimeZone(identifier: "Europe/Berlin"))
    // Clocks skip from 2:00 to 3:00 on this day, and repeat from 2:00 on the second.
    #expect(local.date(in: berlin).timeIntervalSince1970 == 1_774_747_800.5)
    let repeated = try #require(LocalDateTime("2026-10-25 02:30"))
    #expect(repeated.date(in: berlin).timeIntervalSince1970 == 1_792_888_200)
    let midnight = try #require(LocalDateTime("2026-12-31T24:00"))
    #expect(midnight.day == CalendarDate(year: 2027, month: 1, day: 1))
    for wrong in ["2026-03-29T02:30:00Z", "2026-03-29", "02:30", ""] {
      #expect(LocalDateTime(wrong) == nil)
    }
  }

  @Test func bigIntegerKeepsEveryDigit() throws {
    let digits = "123456789012345678901234567890"
    let number = try roundTrip(BigInteger.self, "\"\(digits)\"")
    #expect(number.description == digits && number.value() == nil)
    #expect(BigInteger("-00042")?.description == "-42" && BigInteger("-42")?.value() == -42)
    #expect(BigInteger("+7") == 7 && BigInteger("-0") == 0)
    let ordered = ["-100", "-99", "-1", "0", "1", "99", "100"].compactMap { BigInteger($0) }
    #expect(ordered.shuffled().sorted() == ordered)
    for wrong in ["", "-", "1.0", "1e3", "0x10", " 1", "\u{665}"] {
      #expect(BigInteger(wrong) == nil, "\(wrong)")
    }
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
    #expect(time < .seconds(60))
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
