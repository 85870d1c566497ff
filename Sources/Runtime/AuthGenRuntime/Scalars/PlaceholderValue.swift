// Values of properties that could not be read.

public import Foundation

/// A type with a placeholder, which properties have after a problem until the object is discarded.
nonisolated public protocol PlaceholderValue {
  static var placeholder: Self { get }
}

nonisolated extension String: PlaceholderValue { public static var placeholder: String { "" } }
nonisolated extension Bool: PlaceholderValue { public static var placeholder: Bool { false } }

nonisolated extension PlaceholderValue where Self: ExpressibleByIntegerLiteral {
  public static var placeholder: Self { 0 }
}

nonisolated extension Int: PlaceholderValue {}
nonisolated extension Int8: PlaceholderValue {}
nonisolated extension Int16: PlaceholderValue {}
nonisolated extension Int32: PlaceholderValue {}
nonisolated extension Int64: PlaceholderValue {}
nonisolated extension UInt: PlaceholderValue {}
nonisolated extension UInt8: PlaceholderValue {}
nonisolated extension UInt16: PlaceholderValue {}
nonisolated extension UInt32: PlaceholderValue {}
nonisolated extension UInt64: PlaceholderValue {}
nonisolated extension Float: PlaceholderValue {}
nonisolated extension Double: PlaceholderValue {}
nonisolated extension Decimal: PlaceholderValue {}
nonisolated extension BigInteger: PlaceholderValue {}

nonisolated extension Array: PlaceholderValue { public static var placeholder: [Element] { [] } }
nonisolated extension Date: PlaceholderValue {
  public static var placeholder: Date { Date(timeIntervalSince1970: 0) }
}
nonisolated extension UUID: PlaceholderValue {
  public static var placeholder: UUID {
    UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
  }
}
nonisolated extension URL: PlaceholderValue {
  public static var placeholder: URL { URL(fileURLWithPath: "/") }
}
nonisolated extension JSON: PlaceholderValue { public static var placeholder: JSON { .null } }
nonisolated extension Secret: PlaceholderValue {
  public static var placeholder: Secret { Secret("") }
}
nonisolated extension Timestamp: PlaceholderValue {
  public static var placeholder: Timestamp { Timestamp(millisecondsSince1970: 0) }
}
nonisolated extension CalendarDate: PlaceholderValue {
  public static var placeholder: CalendarDate { .known("0000-01-01") }
}
nonisolated extension DateTime: PlaceholderValue {
  public static var placeholder: DateTime { .known("1970-01-01T00:00:00Z") }
}
nonisolated extension LocalDateTime: PlaceholderValue {
  public static var placeholder: LocalDateTime { .known("0000-01-01T00:00:00") }
}
nonisolated extension TextScalar {
  /// - Parameter text: a valid text.
  fileprivate static func known(_ text: String) -> Self {
    guard let value = Self(text) else { preconditionFailure(text) }
    return value
  }
}
nonisolated extension VoidValue: PlaceholderValue {
  public static var placeholder: VoidValue { VoidValue() }
}
