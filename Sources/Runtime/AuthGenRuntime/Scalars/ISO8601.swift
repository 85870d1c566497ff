// The forms of ISO 8601 for a date, a time of day and an offset from UTC.

import Foundation

/// A date and time as ISO 8601 text, in the extended form (`2026-01-31T12:00:00Z`) or the basic form
/// (`20260131T120000Z`).
///
/// The date is a calendar date, an ordinal date (`2026-031`) or a week date (`2026-W05-6`). The time has
/// hours, minutes and seconds, or fewer of them; its last part may have a fraction. A space may replace the
/// `T`. The offset is `Z`, `+hh:mm`, `+hhmm`, `+hh`, or missing.
nonisolated struct ISO8601 {
  /// The days from 1970-01-01 to the date.
  private(set) var day = 0
  /// The seconds from the day's beginning. 86,400 and more are on the next day: 24:00, and a leap second.
  private(set) var seconds = 0.0
  /// The offset from UTC in seconds; nil without an offset.
  private(set) var offset: Int?

  /// Whether the text has a time.
  private(set) var hasTime = false
  private var rest: ArraySlice<UInt8>

  /// - Parameter text: at most 64 bytes, because a longer fraction takes quadratic time.
  init?(_ text: String) {
    guard text.utf8.count <= 64 else { return nil }
    rest = Array(text.utf8)[...]
    guard readDate(), rest.isEmpty || readTime(), rest.isEmpty else { return nil }
  }

  /// The point in time; nil without an offset.
  var date: Date? {
    offset.map {
      Date(timeIntervalSince1970: Double(day) * 86_400 + seconds - Double($0))
    }
  }

  // MARK: Date

  private mutating func readDate() -> Bool {
    guard let year = number(4) else { return false }
    let isExtended = skip("-")
    if skip("W") {
      guard let week = number(2), !isExtended || skip("-"), let weekday = number(1) else {
        return false
      }
      return setWeek(year, week, weekday)
    }
    switch digitCount {
    case 2:
      guard isExtended, let month = number(2), skip("-"), let day = number(2) else { return false }
      return setDay(year, month, day)
    case 4:
      guard !isExtended, let month = number(2), let day = number(2) else { return false }
      return setDay(year, month, day)
    case 3:
      guard let dayOfYear = number(3), dayOfYear >= 1,
        let first = CalendarDate(year: year, month: 1, day: 1),
        let last = CalendarDate(year: year, month: 12, day: 31)
      else { return false }
      day = first.daysSince1970 + dayOfYear - 1
      return day <= last.daysSince1970
    default: return false
    }
  }

  private mutating func setDay(_ year: Int, _ month: Int, _ day: Int) -> Bool {
    guard let date = CalendarDate(year: year, month: month, day: day) else { return false }
    self.day = date.daysSince1970
    return true
  }

  /// Week 1 contains January 4, and weeks begin on Monday.
  private mutating func setWeek(_ year: Int, _ week: Int, _ weekday: Int) -> Bool {
    func monday(ofFirstWeek year: Int) -> Int {
      let fourth = CalendarDate(year: min(year, 9999), month: 1, day: 4)?.daysSince1970 ?? 0
      // 1970-01-01 was a Thursday.
      return fourth - ((fourth + 3) % 7 + 7) % 7
    }
    guard (1...53).contains(week), (1...7).contains(weekday), year < 9999 else { return false }
    let first = monday(ofFirstWeek: year)
    day = first + (week - 1) * 7 + weekday - 1
    return day < monday(ofFirstWeek: year + 1)
  }

  // MARK: Time

  private mutating func readTime() -> Bool {
    guard skip("T") || skip("t") || skip(" "), let hour = number(2), hour <= 24 else {
      return false
    }
    hasTime = true
    var unit = 3_600.0
    seconds = Double(hour) * unit
    var isExtended: Bool?
    for limit in [59, 60] {
      let hasColon = skip(":")
      guard hasColon || digitCount >= 2 else { break }
      guard isExtended ?? hasColon == hasColon, let part = number(2), part <= limit else {
        return false
      }
      isExtended = hasColon
      unit /= 60
      seconds += Double(part) * unit
    }
    guard readFraction(of: unit), hour < 24 || seconds == 86_400 else { return false }
    return rest.isEmpty || readOffset()
  }

  private mutating func readFraction(of unit: Double) -> Bool {
    guard skip(".") || skip(",") else { return true }
    let digits = rest.prefix { $0.isASCIIDigit }
    guard !digits.isEmpty, let value = Double("0." + String(decoding: digits, as: UTF8.self)) else {
      return false
    }
    rest = rest.dropFirst(digits.count)
    seconds += value * unit
    return true
  }

  private mutating func readOffset() -> Bool {
    if skip("Z") || skip("z") {
      offset = 0
      return true
    }
    let sign = skip("-") ? -1 : skip("+") ? 1 : 0
    guard sign != 0, let hours = number(2), hours < 24 else { return false }
    var minutes = 0
    if !rest.isEmpty {
      _ = skip(":")
      guard let value = number(2), value < 60 else { return false }
      minutes = value
    }
    offset = sign * (hours * 3_600 + minutes * 60)
    return true
  }

  // MARK: Characters

  /// The number of digits before the next other character.
  private var digitCount: Int { rest.prefix { $0.isASCIIDigit }.count }

  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest = rest.dropFirst()
    return true
  }

  /// Reads a number of a fixed width.
  private mutating func number(_ width: Int) -> Int? {
    let digits = rest.prefix(width)
    guard digits.count == width, digits.allSatisfy(\.isASCIIDigit) else { return nil }
    rest = rest.dropFirst(width)
    return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }
}
