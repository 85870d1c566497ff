// A point in time in milliseconds.

public import Foundation

/// A point in time, in milliseconds since 1970-01-01T00:00:00Z on the wire.
nonisolated public struct Timestamp: Hashable, Comparable, Sendable {
  public let millisecondsSince1970: Int64

  public init(millisecondsSince1970: Int64) {
    self.millisecondsSince1970 = millisecondsSince1970
  }

  /// Rounds to the nearest millisecond.
  ///
  /// - Returns: nil if the date is out of range.
  public init?(_ date: Date) {
    guard let value = Int64(exactly: (date.timeIntervalSince1970 * 1000).rounded()) else {
      return nil
    }
    millisecondsSince1970 = value
  }

  public var date: Date {
    Date(timeIntervalSince1970: Double(millisecondsSince1970) / 1000)
  }

  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.millisecondsSince1970 < right.millisecondsSince1970
  }
}

nonisolated extension Timestamp: Codable {
  public init(from decoder: any Decoder) throws {
    millisecondsSince1970 = try decoder.singleValueContainer().decode(Int64.self)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(millisecondsSince1970)
  }
}

nonisolated extension Timestamp: JSONReadable {
  static func value(_ scanner: inout JSONScanner) throws(JSONFailure) -> Timestamp {
    Timestamp(millisecondsSince1970: try Int64.value(&scanner))
  }
}
