// Fields for another encoder. Several views of an object may write different fields of the same nested object, so
// their fields are merged before anything is encoded.

/// An object under construction. Its fields may be added in parts.
nonisolated final class MergedObject {
  nonisolated enum Node {
    case object(MergedObject)
    case list(MergedList)
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

  /// Adds a field. A second value replaces the first, because both are the same value of the response.
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
  func list(_ name: String) -> MergedList {
    if case .list(let known) = nodes[name] { return known }
    let new = MergedList()
    add(.list(new), as: name)
    return new
  }

  func write(to container: inout KeyedEncodingContainer<FieldName>) throws {
    for name in names {
      guard let node = nodes[name] else { continue }
      let key = FieldName(name)
      switch node {
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
      case .value(let value):
        if let value = value as? any ServerFormCodable {
          try container.encode(value.inServerForm, forKey: key)
        } else {
          try container.encode(value, forKey: key)
        }
      case .null: try container.encodeNil(forKey: key)
      }
    }
  }
}

/// A list under construction.
nonisolated final class MergedList {
  nonisolated private enum Node {
    case object(MergedObject)
    case list(MergedList)
    case null
  }

  private var elements: [Node] = []

  /// The object at an index, which is at most the number of elements.
  func object(at index: Int) -> MergedObject {
    if index < elements.count, case .object(let known) = elements[index] { return known }
    let new = MergedObject()
    set(.object(new), at: index)
    return new
  }

  func list(at index: Int) -> MergedList {
    if index < elements.count, case .list(let known) = elements[index] { return known }
    let new = MergedList()
    set(.list(new), at: index)
    return new
  }

  func null(at index: Int) {
    set(.null, at: index)
  }

  private func set(_ node: Node, at index: Int) {
    if index < elements.count { elements[index] = node } else { elements.append(node) }
  }

  func write(to container: inout any UnkeyedEncodingContainer) throws {
    for element in elements {
      switch element {
      case .object(let object):
        var nested = container.nestedContainer(keyedBy: FieldName.self)
        try object.write(to: &nested)
      case .list(let list):
        var nested = container.nestedUnkeyedContainer()
        try list.write(to: &nested)
      case .null: try container.encodeNil()
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
    let object = MergedObject()
    fields(TreeFieldWriter(object))
    var container = encoder.container(keyedBy: FieldName.self)
    try object.write(to: &container)
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
  private let elements: MergedList
  private var count = 0

  init(_ elements: MergedList) {
    self.elements = elements
  }

  override func object(_ fields: (FieldWriter) -> Void) {
    fields(TreeFieldWriter(elements.object(at: count)))
    count += 1
  }

  override func list(_ body: (ListWriter) -> Void) {
    body(TreeListWriter(elements.list(at: count)))
    count += 1
  }

  override func null() {
    elements.null(at: count)
    count += 1
  }
}
