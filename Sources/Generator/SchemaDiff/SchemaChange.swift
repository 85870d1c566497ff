// One difference between two versions of a schema, and its effect on clients.

package import AuthGenLanguage
package import AuthGenTypeSystem

package struct SchemaChange: Sendable {
  /// The effect of a change on clients of the old schema.
  package enum Criticality: String, CaseIterable, Sendable {
    /// Valid requests can be rejected, or return an unexpected form of response.
    case breaking
    /// All requests stay valid, and some can behave differently.
    case dangerous
    /// Clients are not affected.
    case safe
  }

  package let kind: SchemaChangeKind
  package let criticality: Criticality
  package let element: SchemaElement
  /// The user-facing name of the element: a schema coordinate, or `schema`, `schema.query` and so
  /// on for elements without a coordinate.
  package let coordinate: String
  /// The change, as a clause without a full stop.
  package let message: String
  /// The effect on clients, as a clause without a full stop.
  package let consequence: String
  /// The element's position in the old schema; nil if it was added.
  package let old: Position?
  /// The element's position in the new schema; nil if it was removed.
  package let new: Position?
  /// For a removed element, its parent's position in the new schema.
  package let parent: Position?

  /// The stable code of the change's kind.
  package var code: String {
    switch element {
    case .argument: kind.rawValue.replacing("*", with: "ARG")
    case .inputField: kind.rawValue.replacing("*", with: "INPUT_FIELD")
    case .directiveArgument: kind.rawValue.replacing("*", with: "DIRECTIVE_ARG")
    default: kind.rawValue
    }
  }

  /// The position to show in the new schema, or nil if the element and its parent were removed.
  package var placeInNew: Position? { new ?? parent }
}
