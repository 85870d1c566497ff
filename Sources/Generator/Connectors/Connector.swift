// A field's connector: one HTTP exchange.

import AuthGenLanguage

/// What a root field is connected to.
package struct Connector: Sendable {
  package let request: RequestMapping
  /// Where the response has the field's value.
  package let response: FieldMapping
  /// The statuses that count as success, in ascending order.
  package let successes: [ClosedRange<Int>]
  /// Where the body of an error has the fields of the type for errors, if not where those of other
  /// connectors do.
  package let error: ObjectMapping?
  /// Of the directive.
  package let position: Position

  /// The connector's mapping as that of the operation's whole data, whose one field it is for.
  package func root(_ field: String) -> ObjectMapping {
    ObjectMapping(fields: [field: response], match: nil, position: position)
  }
}

/// All connectors of a schema.
package struct Connectors: Sendable {
  /// By the root field's type and name.
  private let connectors: [FieldKey: Connector]
  /// Where an error's body has the fields of the type for errors.
  package let error: ObjectMapping?
  /// The base URL as the schema has it.
  package let baseURL: String

  package struct FieldKey: Hashable, Sendable {
    let type: Symbol
    let field: Symbol
  }

  init(connectors: [FieldKey: Connector], error: ObjectMapping?, baseURL: String) {
    self.connectors = connectors
    self.error = error
    self.baseURL = baseURL
  }

  /// A connector's own mapping of errors, the first by name.
  package var anyError: ObjectMapping? {
    connectors.sorted { ($0.key.type, $0.key.field) < ($1.key.type, $1.key.field) }
      .lazy.compactMap(\.value.error).first
  }

  package subscript(type type: Symbol, field field: Symbol) -> Connector? {
    connectors[FieldKey(type: type, field: field)]
  }
}
