// Which of the runtime's methods reads or writes a property.

import AuthGenIR

/// The runtime's methods for a type: common ones have their own, which are faster than asking for any
/// type.
enum FieldMethod {
  static func decoding(_ type: SwiftType) -> String {
    let base =
      switch type.wrapped {
      case .openEnum: "enumValue"
      case .object: "object"
      case .array(.object): "objects"
      case .array(.optional(.object)): "nullableObjects"
      case .array(.scalar("String")): "strings"
      case let other: builtIn(other) ?? "value"
      }
    return named(base, type)
  }

  static func encoding(_ type: SwiftType) -> String {
    named(builtIn(type.wrapped) ?? "value", type)
  }

  private static func builtIn(_ type: SwiftType) -> String? {
    switch type {
    case .scalar("String"): "string"
    case .scalar("Int"): "int"
    case .scalar("Double"): "double"
    case .scalar("Bool"): "bool"
    default: nil
    }
  }

  private static func named(_ base: String, _ type: SwiftType) -> String {
    type.isOptional ? "optional" + base.prefix(1).uppercased() + base.dropFirst() : base
  }
}
