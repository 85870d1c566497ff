// Dates, and their formats.

public typealias TimeInterval = Double

public struct Date: Codable, Comparable, CustomStringConvertible, Hashable, Sendable, Strideable {
  public static var now: Date {}

  public init() {}
  public init(timeIntervalSinceNow: TimeInterval) {}
  public init(timeIntervalSince1970: TimeInterval) {}
  public init(timeInterval: TimeInterval, since date: Date) {}
  public static let distantPast = Date()
  public init<Strategy: ParseStrategy>(
    _ value: Strategy.ParseInput, strategy: Strategy
  ) throws where Strategy.ParseOutput == Date {}
  public init(from decoder: any Decoder) throws {}
  public func encode(to encoder: any Encoder) throws {}

  public var timeIntervalSinceNow: TimeInterval {}
  public var timeIntervalSince1970: TimeInterval {}
  public var description: String {}
  public func timeIntervalSince(_ date: Date) -> TimeInterval {}
  public func addingTimeInterval(_ timeInterval: TimeInterval) -> Date {}
  public func distance(to other: Date) -> TimeInterval {}
  public func advanced(by n: TimeInterval) -> Date {}
  public func formatted<Format: FormatStyle>(_ format: Format) -> Format.FormatOutput
  where Format.FormatInput == Date {}

  public static func < (lhs: Date, rhs: Date) -> Bool {}
  public static func + (lhs: Date, rhs: TimeInterval) -> Date {}
  public static func - (lhs: Date, rhs: TimeInterval) -> Date {}
  public static func += (lhs: inout Date, rhs: TimeInterval) {}
  public static func -= (lhs: inout Date, rhs: TimeInterval) {}
}

public protocol FormatStyle: Decodable, Encodable, Hashable {
  associatedtype FormatInput
  associatedtype FormatOutput
  func format(_ value: FormatInput) -> FormatOutput
}

public protocol ParseStrategy: Decodable, Encodable, Hashable {
  associatedtype ParseInput
  associatedtype ParseOutput
  func parse(_ value: ParseInput) throws -> ParseOutput
}

extension Date {
  public struct ISO8601FormatStyle: FormatStyle, ParseStrategy, Sendable {
    public enum TimeZoneSeparator: String, Codable, Sendable { case colon, omitted }
    public enum DateSeparator: String, Codable, Sendable { case dash, omitted }
    public enum TimeSeparator: String, Codable, Sendable { case colon, omitted }
    public enum DateTimeSeparator: String, Codable, Sendable { case space, standard }

    public init(
      dateSeparator: DateSeparator = .dash, dateTimeSeparator: DateTimeSeparator = .standard,
      timeZone: TimeZone = .gmt
    ) {}
    public init(
      dateSeparator: DateSeparator = .dash, dateTimeSeparator: DateTimeSeparator = .standard,
      timeSeparator: TimeSeparator = .colon, timeZoneSeparator: TimeZoneSeparator = .omitted,
      includingFractionalSeconds: Bool = false, timeZone: TimeZone = .gmt
    ) {}

    public var timeZone: TimeZone
    public func year() -> Self {}
    public func month() -> Self {}
    public func day() -> Self {}
    public func dateSeparator(_ separator: DateSeparator) -> Self {}
    public func time(includingFractionalSeconds: Bool) -> Self {}
    public func timeZone(separator: TimeZoneSeparator) -> Self {}
    public func format(_ value: Date) -> String {}
    public func parse(_ value: String) throws -> Date {}
  }
}

public struct TimeZone: Codable, Hashable, Sendable {
  public init?(identifier: String) {}
  public init?(secondsFromGMT seconds: Int) {}
  public func secondsFromGMT(for date: Date = Date()) -> Int {}
  public static var gmt: TimeZone {}
  public static var current: TimeZone {}
}

public struct DateComponents: Hashable, Sendable {
  public init(
    calendar: Calendar? = nil, timeZone: TimeZone? = nil, era: Int? = nil, year: Int? = nil,
    month: Int? = nil, day: Int? = nil, hour: Int? = nil, minute: Int? = nil, second: Int? = nil,
    nanosecond: Int? = nil
  ) {}
  public var year: Int?
  public var month: Int?
  public var day: Int?
  public func isValidDate(in calendar: Calendar) -> Bool {}
}

public struct Calendar: Hashable, Sendable {
  public enum Identifier: Sendable { case gregorian, iso8601 }
  public enum Component: Sendable { case year, month, day }
  public init(identifier: Identifier) {}
  public var timeZone: TimeZone
  public func date(from components: DateComponents) -> Date? {}
  public func dateComponents(
    _ components: Set<Component>, from date: Date
  ) -> DateComponents {}
}
