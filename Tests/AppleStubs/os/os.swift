// The parts of Apple's module os that AuthGenLogging uses.

public struct OSLogType: Hashable, Sendable {
  public static let `default` = OSLogType()
  public static let info = OSLogType()
  public static let debug = OSLogType()
  public static let error = OSLogType()
  public static let fault = OSLogType()
}

public struct OSLogPrivacy: Sendable {
  public static var `public`: OSLogPrivacy { OSLogPrivacy() }
  public static var `private`: OSLogPrivacy { OSLogPrivacy() }
}

public struct OSLogInterpolation: StringInterpolationProtocol {
  public init(literalCapacity: Int, interpolationCount: Int) {}
  public mutating func appendLiteral(_ literal: String) {}
  public mutating func appendInterpolation(
    _ value: @autoclosure @escaping () -> String, privacy: OSLogPrivacy
  ) {}
}

public struct OSLogMessage: ExpressibleByStringInterpolation {
  public init(stringLiteral value: String) {}
  public init(stringInterpolation: OSLogInterpolation) {}
}

public struct Logger: Sendable {
  public init(subsystem: String, category: String) {}
  public func log(level: OSLogType, _ message: OSLogMessage) {}
}
