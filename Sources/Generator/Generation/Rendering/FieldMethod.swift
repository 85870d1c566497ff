// The runtime's methods that read or write a property.

import AuthGenSwiftModel

/// The runtime's methods for a type. Common types have their own methods, which are faster than the
/// generic ones.
enum FieldMethod {
  /// - Parameter isConditional: whether the response can omit the field.
  static func decoding(_ type: SwiftType, isConditional: Bool) -> String {
    if isConditional, type.hasObjects { return decodingIfSelected(type) }
    return switch type.wrapped {
    case .openEnum: type.isOptional ? "optionalEnumValue" : "enumValue"
    case .object: type.isOptional ? "optionalObject" : "object"
    case .array(.object): type.isOptional ? "optionalObjects" : "objects"
    case .array(.optional(.object)): type.isOptional ? "optionalNullableObjects" : "nullableObjects"
    case .array(.scalar("String")): type.isOptional ? "optionalStrings" : "strings"
    case let other: builtIn(other, type.isOptional)
    }
  }

  /// Returns the method for a struct with a response mapping.
  static func decodingFromConnector(_ type: SwiftType, areIDs: Bool) -> String {
    switch type.wrapped {
    case .scalar("String") where areIDs: type.isOptional ? "optionalIdentifier" : "identifier"
    case .array(.scalar("String")) where areIDs:
      type.isOptional ? "optionalIdentifiers" : "identifiers"
    default: decoding(type, isConditional: false)
    }
  }

  private static func decodingIfSelected(_ type: SwiftType) -> String {
    switch type.wrapped {
    case .object: "objectIfSelected"
    case .array(.object): "objectsIfSelected"
    case .array(.optional(.object)): "nullableObjectsIfSelected"
    default: "valueIfSelected"
    }
  }

  static func encoding(_ type: SwiftType) -> String {
    builtIn(type.wrapped, type.isOptional)
  }

  private static func builtIn(_ type: SwiftType, _ isOptional: Bool) -> String {
    switch type {
    case .scalar("String"): isOptional ? "optionalString" : "string"
    case .scalar("Int"): isOptional ? "optionalInt" : "int"
    case .scalar("Double"): isOptional ? "optionalDouble" : "double"
    case .scalar("Bool"): isOptional ? "optionalBool" : "bool"
    default: isOptional ? "optionalValue" : "value"
    }
  }
}
