// A point in time as text.
// https://scalars.graphql.org/andimarek/date-time.html

public import Foundation

/// A point in time, such as `2026-01-31T12:00:00Z` on the wire (RFC 3339, `date-time`). It encodes
/// as the text from which it was decoded.
nonisolated public struct DateTime: Sendable {
  public let date: Date
  public let description: String

  /// Creates a point in time in UTC, to the millisecond.
  ///
  /// - Returns: nil if the year is not from 0 to 9999.
  public init?(_ date: Date) {
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    self.init(date.formatted(style))
  }
}

nonisolated extension DateTime: LosslessStringConvertible {
  /// Parses a date and time.
  ///
  /// - Parameter description: a `date-time` of RFC 3339.
  public init?(_ description: String) {
    guard let date = Date(rfc3339: description) else { return nil }
    self.date = date
    self.description = description
  }
}

nonisolated extension DateTime: Hashable, Comparable {
  public static func == (left: DateTime, right: DateTime) -> Bool { left.date == right.date }
  public static func < (left: DateTime, right: DateTime) -> Bool { left.date < right.date }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(date)
  }
}

nonisolated extension DateTime: TextScalar {
  public static let expectation = "a date and time, YYYY-MM-DDThh:mm:ssZ"
}

nonisolated extension Date {
  /// Reads a `date-time` (RFC 3339, section 5.6). A leap second reads as the second after it.
  /// At most 64 bytes, because a longer fraction takes quadratic time.
  fileprivate init?(rfc3339 text: String) {
    guard (20...64).contains(text.utf8.count), text.utf8.allSatisfy({ $0 < 0x80 }) else {
      return nil
    }
    let text = text.uppercased()
    guard
      let day = CalendarDate(String(text.prefix(10))), text.dropFirst(10).first == "T"
    else { return nil }
    var rest = text.dropFirst(11)
    let zone: Int
    if rest.last == "Z" {
      zone = 0
      rest = rest.dropLast()
    } else {
      guard let offset = Self.offset(rest.suffix(6)) else { return nil }
      zone = offset
      rest = rest.dropLast(6)
    }
    let parts = rest.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let time = parts[0].split(separator: ":", omittingEmptySubsequences: false)
    guard time.map(\.count) == [2, 2, 2], time.allSatisfy(\.isASCIIDigits), let hour = Int(time[0]),
      let minute = Int(time[1]), let second = Int(time[2]), hour < 24, minute < 60, second <= 60
    else { return nil }
    var fraction = 0.0
    if parts.count == 2 {
      guard parts[1].isASCIIDigits, let value = Double("0.\(parts[1])") else { return nil }
      fraction = value
    }
    let seconds = hour * 3_600 + minute * 60 + second - zone
    self.init(
      timeIntervalSince1970: Double(day.daysSince1970) * 86_400 + Double(seconds) + fraction)
  }

  /// The offset of `+hh:mm` from UTC, in seconds.
  private static func offset(_ text: Substring) -> Int? {
    let sign = text.first
    let parts = text.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
    guard sign == "+" || sign == "-", parts.map(\.count) == [2, 2],
      parts.allSatisfy(\.isASCIIDigits),
      let hours = Int(parts[0]), let minutes = Int(parts[1]), hours < 24, minutes < 60
    else { return nil }
    return (hours * 3_600 + minutes * 60) * (sign == "-" ? -1 : 1)
  }
}
