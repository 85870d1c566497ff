// A field's connector: one HTTP exchange.

package import AuthGenLanguage

/// The HTTP exchange of a root field.
package struct Connector: Sendable {
  package let request: RequestMapping
  /// The location of the field's value in the response.
  package let response: FieldMapping
  /// The statuses that count as success, in ascending order.
  package let successes: [ClosedRange<Int>]
  /// The location of the error type's fields in an error's body, if it differs from that of other connectors.
  package let error: ObjectMapping?
  /// The position of the directive.
  package let position: Position

  /// Returns the connector's mapping as the mapping of the operation's whole data, which contains
  /// only `field`.
  package func root(_ field: String) -> ObjectMapping {
    ObjectMapping(fields: [field: response], match: nil, position: position)
  }
}

/// All connectors of a schema.
package struct Connectors: Sendable {
  /// The connectors, by the root field's type and name.
  let connectors: [FieldKey: Connector]
  /// The location of the error type's fields in an error's body.
  package let error: ObjectMapping?
  /// The base URL in the schema.
  package let baseURL: String

  package struct FieldKey: Hashable, Sendable {
    let type: Symbol
    let field: Symbol
  }

  /// The first connector by name that has its own mapping of errors; that mapping.
  package var anyError: ObjectMapping? {
    connectors.sorted { ($0.key.type, $0.key.field) < ($1.key.type, $1.key.field) }
      .lazy.compactMap(\.value.error).first
  }

  package subscript(type type: Symbol, field field: Symbol) -> Connector? {
    connectors[FieldKey(type: type, field: field)]
  }
}
