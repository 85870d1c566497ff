// The variables in values, for the rules that compare uses with definitions.

import AuthGenLanguage

/// A variable in a value. The caller checks it against its definition.
/// https://spec.graphql.org/September2025/#sec-All-Variable-Usages-Are-Allowed
struct VariableUse: Sendable {
  let variable: Symbol
  /// The position of the dollar sign.
  let position: Position
  /// The type of the variable's position; nil if it has none, as inside a custom scalar.
  let type: TypeReference?
  /// Whether the argument or input field has a default value.
  let hasDefaultValue: Bool
  /// The oneOf input object, if the variable is the value of one of its fields. It must then be non-null.
  let oneOf: Symbol?
}
