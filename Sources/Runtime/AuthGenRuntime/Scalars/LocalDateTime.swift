// A date and a time of day without a time zone.
// https://scalars.graphql.org/andimarek/local-date-time.html

public import Foundation

/// A date and a time of day, such as `2026-01-31T12:00:00` on the wire (ISO 8601). It has no offset from UTC,
/// so it is a point in time only together with a time zone. It encodes as the text from which it was decoded.
nonisolated public struct LocalDateTime: Sendable {
  public let day: CalendarDate
  /// The seconds from the day's beginning, from 0 up to 86,400, with a fraction.
  public let secondsOfDay: Double
  public let description: String

  /// Returns the point in time at which clocks in a time zone show this date and time.
  ///
  /// - Returns: the first of two points in time when clocks go back, and the next valid one for a time that
  ///   clocks skip.
  public func date(in timeZone: TimeZone) -> Date {
    let local = Double(day.daysSince1970) * 86_400 + secondsOfDay
    func candidate(_ offset: Int) -> Date { Date(timeIntervalSince1970: local - Double(offset)) }
    let utc = candidate(0)
    let before = timeZone.secondsFromGMT(for: utc.addingTimeInterval(-86_400))
    let after = timeZone.secondsFromGMT(for: utc.addingTimeInterval(86_400))
    let first = candidate(before)
    if timeZone.secondsFromGMT(for: first) == before { return first }
    let second = candidate(after)
    return timeZone.secondsFromGMT(for: second) == after ? second : first
  }
}

nonisolated extension LocalDateTime: LosslessStringConvertible {
  /// Parses a date and time.
  ///
  /// - Parameter description: a form of ISO 8601 with a time and without an offset. At most 64 bytes.
  public init?(_ description: String) {
    guard let parsed = ISO8601(description), parsed.hasTime, parsed.offset == nil else {
      return nil
    }
    let isNextDay = parsed.seconds >= 86_400
    guard let day = CalendarDate(daysSince1970: parsed.day + (isNextDay ? 1 : 0)) else {
      return nil
    }
    self.day = day
    secondsOfDay = parsed.seconds - (isNextDay ? 86_400 : 0)
    self.description = description
  }
}

nonisolated extension LocalDateTime: Hashable, Comparable {
  public static func == (left: LocalDateTime, right: LocalDateTime) -> Bool {
    left.day == right.day && left.secondsOfDay == right.secondsOfDay
  }

  public static func < (left: LocalDateTime, right: LocalDateTime) -> Bool {
    (left.day, left.secondsOfDay) < (right.day, right.secondsOfDay)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(day)
    hasher.combine(secondsOfDay)
  }
}

nonisolated extension LocalDateTime: TextScalar {
  public static let expectation = "a date and time without an offset, YYYY-MM-DDThh:mm:ss"
}
