// Where a response has what a GraphQL type's fields ask for.

import AuthGenLanguage

/// The keys from an object of a response to a value inside of it.
package struct ResponsePath: Hashable, Sendable {
  package var keys: [String]

  package init(_ keys: [String]) {
    self.keys = keys
  }

  /// The key under which a response's object has what is not in the body: its status and headers.
  package static let responseKey = "$response"
  /// The key of a body that is no object.
  package static let bodyKey = "$"

  static let status = ResponsePath([responseKey, "status"])

  static func header(_ name: String) -> ResponsePath {
    ResponsePath([responseKey, "headers", name.lowercased()])
  }

  var isHeader: Bool { keys.starts(with: [Self.responseKey, "headers"]) }

  /// The value itself, or the body where that is no object.
  static let whole = ResponsePath([])
}

/// Where one field's value is.
package struct FieldMapping: Sendable {
  /// The first of them that is there counts. Each is relative to the object around the field.
  package let paths: [ResponsePath]
  /// What is inside, where the field has selections of its own.
  package let object: ObjectMapping?
  package let position: Position
}

/// Where the fields of one object type, or of one abstract type, are in an object of a response.
package final class ObjectMapping: Sendable {
  package let fields: [String: FieldMapping]
  /// What tells the object types of an abstract type apart.
  package let match: TypeMatch?
  package let position: Position

  init(fields: [String: FieldMapping], match: TypeMatch?, position: Position) {
    self.fields = fields
    self.match = match
    self.position = position
  }

  /// What a condition on the object type `name` reads by: what is common to all types, and the type's
  /// own.
  package func narrowed(to name: String) -> ObjectMapping {
    guard let own = match?.object(for: name) else { return self }
    return ObjectMapping(
      fields: fields.merging(own.fields) { $1 }, match: nil, position: own.position)
  }
}

/// A value of the response that tells an object's type.
package struct TypeMatch: Sendable {
  package struct Case: Sendable {
    package let candidate: MappingLiteral
    package let typename: String
    let object: ObjectMapping
  }

  package let path: ResponsePath
  package let cases: [Case]
  /// The type of all other values; nil where they are of none.
  package let otherwise: String?
  let otherwiseObject: ObjectMapping?
  package let position: Position

  func object(for typename: String) -> ObjectMapping? {
    cases.first { $0.typename == typename }?.object
      ?? (typename == otherwise ? otherwiseObject : nil)
  }
}
