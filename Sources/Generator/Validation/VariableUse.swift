// Variables as values use them, for the rules that compare uses with definitions.

import AuthGenLanguage

/// A variable in a value. Whether it may stand there depends on its definition, which the caller
/// has. https://spec.graphql.org/September2025/#sec-All-Variable-Usages-Are-Allowed
struct VariableUse: Sendable {
  let variable: Symbol
  /// Of the dollar.
  let position: Position
  /// The type of the position it stands in; nil where that has none, as inside of a custom scalar.
  let type: TypeReference?
  /// Whether the argument or input field that it is given for has a default value.
  let hasDefaultValue: Bool
  /// Where it is given for a field of a oneOf input object, which a nullable variable may not be.
  let oneOf: OneOf?

  struct OneOf: Sendable {
    let type: Symbol
    /// Of the object's brace.
    let position: Position
  }
}
