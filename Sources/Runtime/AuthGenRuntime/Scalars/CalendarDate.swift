// A date without a time or time zone.

/// A day of the Gregorian calendar, `YYYY-MM-DD` on the wire (RFC 3339, `full-date`).
///
/// It has no time zone: a birthday is the same day everywhere.
nonisolated public struct CalendarDate: Hashable, Sendable {
  /// From 0 to 9999.
  public let year: Int
  /// From 1 to 12.
  public let month: Int
  /// From 1 to the length of the month.
  public let day: Int

  /// Creates a date from its year, month and day.
  ///
  /// - Returns: nil if the calendar has no such day.
  public init?(year: Int, month: Int, day: Int) {
    guard (0...9999).contains(year), (1...12).contains(month),
      (1...Self.length(ofMonth: month, year: year)).contains(day)
    else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  private static func length(ofMonth month: Int, year: Int) -> Int {
    let isLeap = (year.isMultiple(of: 4) && !year.isMultiple(of: 100)) || year.isMultiple(of: 400)
    return switch month {
    case 2: isLeap ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

nonisolated extension CalendarDate: LosslessStringConvertible {
  /// Parses a date.
  ///
  /// - Parameter description: `YYYY-MM-DD`.
  public init?(_ description: String) {
    guard description.utf8.count == 10 else { return nil }
    let parts = description.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [4, 2, 2],
      parts.allSatisfy(\.isASCIIDigits), let year = Int(parts[0]), let month = Int(parts[1]),
      let day = Int(parts[2])
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  public var description: String {
    func padded(_ number: Int, _ width: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: width - digits.count) + digits
    }
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
  }
}

nonisolated extension CalendarDate: Comparable {
  public static func < (left: CalendarDate, right: CalendarDate) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }
}

nonisolated extension CalendarDate {
  /// Days by the rules of the Gregorian calendar. Years begin in March here, so a leap day is the
  /// last day of its year.
  package var daysSince1970: Int {
    let years = month > 2 ? year : year - 1
    let months = (month + 9) % 12
    let era = (years >= 0 ? years : years - 399) / 400
    let yearOfEra = years - era * 400
    let dayOfYear = (153 * months + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}

nonisolated extension CalendarDate {
  /// - Parameter days: from 0000-01-01 to 9999-12-31.
  init?(daysSince1970 days: Int) {
    guard (-719_528...2_932_896).contains(days) else { return nil }
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let months = (5 * dayOfYear + 2) / 153
    let month = months < 10 ? months + 3 : months - 9
    self.init(
      year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month: month,
      day: dayOfYear - (153 * months + 2) / 5 + 1)
  }
}

nonisolated extension CalendarDate: TextScalar {
  public static let expectation = "a date, YYYY-MM-DD"
}
