// Fields for another encoder. Several views of an object may write different fields of the same nested
// object, so their fields are merged before anything is encoded.

import Foundation

/// An object or a list under construction. Its values may be added in parts.
nonisolated final class MergedObject {
  nonisolated enum Node {
    case object(MergedObject)
    /// The names are indices.
    case list(MergedObject)
    case string(String)
    case int(Int)
    case double(Double)
    case bool(Bool)
    /// Any other value, which the encoder writes in the end.
    case value(any Encodable)
    case null
  }

  private var names: [String] = []
  private var nodes: [String: Node] = [:]

  /// Adds a value. A second one replaces the first, because both are the same value of the response.
  func add(_ node: Node, as name: String) {
    if nodes.updateValue(node, forKey: name) == nil { names.append(name) }
  }

  /// The nested object with this name. Creates it if it does not exist.
  func object(_ name: String) -> MergedObject {
    if case .object(let known) = nodes[name] { return known }
    let new = MergedObject()
    add(.object(new), as: name)
    return new
  }

  /// The nested list with this name. Creates it if it does not exist.
  func list(_ name: String) -> MergedObject {
    if case .list(let known) = nodes[name] { return known }
    let new = MergedObject()
    add(.list(new), as: name)
    return new
  }

  func write(to container: inout KeyedEncodingContainer<FieldName>) throws {
    for name in names {
      let key = FieldName(name)
      switch nodes[name] {
      case .object(let object):
        var nested = container.nestedContainer(keyedBy: FieldName.self, forKey: key)
        try object.write(to: &nested)
      case .list(let list):
        var nested = container.nestedUnkeyedContainer(forKey: key)
        try list.write(to: &nested)
      case .string(let value): try container.encode(value, forKey: key)
      case .int(let value): try container.encode(value, forKey: key)
      case .double(let value): try container.encode(value, forKey: key)
      case .bool(let value): try container.encode(value, forKey: key)
      case .value(let value as any ServerFormCodable):
        try container.encode(value.inServerForm, forKey: key)
      case .value(let value): try container.encode(value, forKey: key)
      case .null, nil: try container.encodeNil(forKey: key)
      }
    }
  }

  func write(to json: JSONWriter) throws {
    json.open("{")
    for name in names { try json.member(name) { try write(name, to: $0) } }
    json.close("}")
  }

  private func write(_ name: String, to json: JSONWriter) throws {
    switch nodes[name] {
    case .object(let object): try object.write(to: json)
    case .list(let list):
      try json.array(list.names) { try list.write($1, to: $0) }
    case .string(let value): json.write(value)
    case .int(let value): json.write(value)
    case .double(let value): try json.write(value)
    case .bool(let value): json.write(value)
    case .value(let value): try json.write(any: value)
    case .null, nil: json.writeNull()
    }
  }

  /// Writes the elements of a list, which are objects, lists or null.
  private func write(to container: inout any UnkeyedEncodingContainer) throws {
    for name in names {
      switch nodes[name] {
      case .object(let object):
        var nested = container.nestedContainer(keyedBy: FieldName.self)
        try object.write(to: &nested)
      case .list(let list):
        var nested = container.nestedUnkeyedContainer()
        try list.write(to: &nested)
      default: try container.encodeNil()
      }
    }
  }
}

// MARK: Writers

/// Adds the fields of one object to a ``MergedObject``.
nonisolated final class TreeFieldWriter: FieldWriter {
  private let object: MergedObject
  /// The key of the next value, if it is not its name.
  private let key: String?

  init(_ object: MergedObject, key: String? = nil) {
    (self.object, self.key) = (object, key)
  }

  /// Writes one object to an encoder.
  static func encode(to encoder: any Encoder, _ fields: (FieldWriter) -> Void) throws {
    var container = encoder.container(keyedBy: FieldName.self)
    try merged(fields).write(to: &container)
  }

  /// Returns one object as JSON text.
  static func json(_ fields: (FieldWriter) -> Void) throws -> Data {
    let json = JSONWriter()
    try merged(fields).write(to: json)
    return json.data
  }

  private static func merged(_ fields: (FieldWriter) -> Void) -> MergedObject {
    let object = MergedObject()
    fields(TreeFieldWriter(object))
    return object
  }

  override func at(_ path: [String]) -> FieldWriter {
    TreeFieldWriter(path.dropLast().reduce(object) { $0.object($1) }, key: path.last)
  }

  private func add(_ node: MergedObject.Node, _ name: StaticString) {
    object.add(node, as: key ?? name.description)
  }

  override func write(_ name: StaticString, _ value: String) { add(.string(value), name) }
  override func write(_ name: StaticString, _ value: Int) { add(.int(value), name) }
  override func write(_ name: StaticString, _ value: Double) { add(.double(value), name) }
  override func write(_ name: StaticString, _ value: Bool) { add(.bool(value), name) }
  override func write(_ name: StaticString, any value: any Encodable) { add(.value(value), name) }

  override func write(
    _ name: StaticString, object: @autoclosure () -> Any?, _ fields: (FieldWriter) -> Void
  ) {
    fields(TreeFieldWriter(self.object.object(key ?? name.description)))
  }

  override func write(
    _ name: StaticString, list: @autoclosure () -> Any?, _ elements: (ListWriter) -> Void
  ) {
    elements(TreeListWriter(object.list(key ?? name.description)))
  }

  override func writeNil(_ name: StaticString, orNull isNull: Bool) {
    if isNull { add(.null, name) }
  }

  package override func write(member name: String, _ value: JSON) {
    object.add(.value(value), as: name)
  }
}

nonisolated private final class TreeListWriter: ListWriter {
  private let list: MergedObject
  private var count = 0
  init(_ list: MergedObject) {
    self.list = list
  }

  override func object(_ fields: (FieldWriter) -> Void) {
    fields(TreeFieldWriter(list.object(next())))
  }

  override func list(_ body: (ListWriter) -> Void) { body(TreeListWriter(list.list(next()))) }
  override func null() { list.add(.null, as: next()) }

  /// Returns the name of the next element.
  private func next() -> String {
    count += 1
    return String(count - 1)
  }
}
