// The runtime's methods that read and write a property.

import AuthGenSwiftModel

/// The runtime's methods for a type. Most have the same name in readers and writers.
enum FieldMethod {
  static func name(_ type: SwiftType) -> String {
    switch type {
    case .optional(let wrapped): "optional" + capitalized(wrapped)
    default: method(type)
    }
  }

  /// Returns the method for a field with a response mapping.
  static func nameInConnector(_ type: SwiftType, areIDs: Bool) -> String {
    switch type.wrapped {
    case .scalar("String") where areIDs: type.isOptional ? "optionalIdentifier" : "identifier"
    case .array(.scalar("String")) where areIDs:
      type.isOptional ? "optionalIdentifiers" : "identifiers"
    default: name(type)
    }
  }

  /// Returns the method for a field that catches errors.
  static func nameIfCaught(_ type: SwiftType) -> String {
    if case .result(let inner) = type { return inner.hasObjects ? "caughtObjects" : "caught" }
    return type.hasObjects ? "caughtObjectsValue" : "caughtValue"
  }

  private static func method(_ type: SwiftType) -> String {
    switch type {
    case .scalar("String"): "string"
    case .scalar("Int"): "int"
    case .scalar("Double"): "double"
    case .scalar("Bool"): "bool"
    case .openEnum: "enumValue"
    case .object: "object"
    case .array(.object): "objects"
    case .array(.scalar("String")): "strings"
    case .array where type.hasObjects: "nestedObjects"
    default: "value"
    }
  }

  private static func capitalized(_ type: SwiftType) -> String {
    let method = method(type)
    return method.prefix(1).uppercased() + method.dropFirst()
  }
}
