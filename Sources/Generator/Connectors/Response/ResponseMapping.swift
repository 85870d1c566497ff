// The locations of a GraphQL type's fields in a response.

package import AuthGenLanguage

/// The keys from an object of a response to a value inside of it.
package struct ResponsePath: Hashable, Sendable {
  package var keys: [String]

  package init(_ keys: [String]) {
    self.keys = keys
  }

  /// The key for the parts of a response outside the body: status and headers.
  package static let responseKey = "$response"
  /// The key for the whole body, which is also the place of a body that is not an object.
  package static let bodyKey = "$"

  static let status = ResponsePath([responseKey, "status"])

  static func header(_ name: String) -> ResponsePath {
    ResponsePath([responseKey, "headers", name.lowercased()])
  }

  var isHeader: Bool { keys.starts(with: [Self.responseKey, "headers"]) }

  /// The value itself, or the body if that is not an object.
  static let whole = ResponsePath([])

  /// The path of a scalar, which can be the whole body.
  var ofScalar: ResponsePath { keys.isEmpty ? ResponsePath([Self.bodyKey]) : self }
}

/// The location of one field's value.
package struct FieldMapping: Sendable {
  /// The candidate paths, relative to the enclosing object. The first one that exists is used.
  package let paths: [ResponsePath]
  /// The mapping of the field's own selections, if it has any.
  package let object: ObjectMapping?
  package let position: Position

  /// Whether a value is the whole body.
  package var readsBody: Bool {
    object?.readsBody ?? paths.contains { $0.keys.first == ResponsePath.bodyKey }
  }
}

/// The locations of the fields of one object type or abstract type in an object of a response.
package final class ObjectMapping: Sendable {
  package let fields: [String: FieldMapping]
  /// Distinguishes the object types of an abstract type.
  package let match: TypeMatch?
  package let position: Position

  init(fields: [String: FieldMapping], match: TypeMatch?, position: Position) {
    self.fields = fields
    self.match = match
    self.position = position
  }

  fileprivate var readsBody: Bool {
    let branches = match.map { $0.cases.map(\.object) + [$0.otherwiseObject].compactMap { $0 } }
    return fields.values.contains(where: \.readsBody)
      || branches?.contains(where: \.readsBody) == true
  }

  /// Returns the mapping for a condition on the object type `name`: the fields common to all types,
  /// and the type's own fields.
  package func narrowed(to name: String) -> ObjectMapping {
    guard let own = match?.object(for: name) else { return self }
    return ObjectMapping(
      fields: fields.merging(own.fields) { $1 }, match: nil, position: own.position)
  }
}

/// A value of the response that determines an object's type.
package struct TypeMatch: Sendable {
  package struct Case: Sendable {
    package let candidate: MappingLiteral
    package let typename: String
    let object: ObjectMapping
  }

  package let path: ResponsePath
  package let cases: [Case]
  /// The type for all other values; nil if they have no type.
  package let otherwise: String?
  let otherwiseObject: ObjectMapping?
  package let position: Position

  func object(for typename: String) -> ObjectMapping? {
    cases.first { $0.typename == typename }?.object
      ?? (typename == otherwise ? otherwiseObject : nil)
  }
}
