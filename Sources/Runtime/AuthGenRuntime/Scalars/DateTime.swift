// A point in time as text.
// https://scalars.graphql.org/andimarek/date-time.html

public import Foundation

/// A point in time, such as `2026-01-31T12:00:00Z` on the wire (RFC 3339, `date-time`). It reads every form
/// of ISO 8601 that has a time and an offset from UTC. It encodes as the text from which it was decoded.
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
  /// - Parameter description: a `date-time` of RFC 3339, or another form of ISO 8601 with a time and an
  ///   offset. A leap second reads as the second after it. At most 64 bytes.
  public init?(_ description: String) {
    guard let date = ISO8601(description)?.date else { return nil }
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
  public static let expectation = "a date and time with an offset from UTC, YYYY-MM-DDThh:mm:ssZ"
}
