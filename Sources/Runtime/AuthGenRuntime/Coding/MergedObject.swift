// Fields for another encoder. Several views of an object may write different fields of the same nested object, so
// their fields are merged before anything is encoded.

/// A value under construction. Objects and lists may be added in parts.
nonisolated final class MergedObject: Encodable {
  nonisolated enum Content {
    case object
    /// The names are indices.
    case list
    /// Any other value, which the encoder writes in the end.
    case value(any Encodable)
  }

  private let content: Content
  private var names: [String] = []
  private var nodes: [String: MergedObject] = [:]

  init(_ content: Content = .object) {
    self.content = content
  }

  /// Adds a value. A second one replaces the first, because both are the same value of the response.
  func add(_ value: any Encodable, as name: String) {
    set(MergedObject(.value((value as? any ServerFormCodable)?.inServerForm ?? value)), as: name)
  }

  /// The nested object with this name. Creates it if it does not exist.
  func object(_ name: String) -> MergedObject {
    if let known = nodes[name], case .object = known.content { return known }
    return set(MergedObject(.object), as: name)
  }

  /// The nested list with this name. Creates it if it does not exist.
  func list(_ name: String) -> MergedObject {
    if let known = nodes[name], case .list = known.content { return known }
    return set(MergedObject(.list), as: name)
  }

  @discardableResult
  private func set(_ node: MergedObject, as name: String) -> MergedObject {
    if nodes.updateValue(node, forKey: name) == nil { names.append(name) }
    return node
  }

  func encode(to encoder: any Encoder) throws {
    switch content {
    case .object:
      var container = encoder.container(keyedBy: FieldName.self)
      for name in names { try container.encode(nodes[name], forKey: FieldName(name)) }
    case .list:
      var container = encoder.unkeyedContainer()
      for name in names { try container.encode(nodes[name]) }
    case .value(let value):
      // Through a container, because encoders write Data and other types in forms of their own.
      var container = encoder.singleValueContainer()
      try container.encode(value)
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
    try object.encode(to: encoder)
  }

  override func at(_ path: [String]) -> FieldWriter {
    TreeFieldWriter(path.dropLast().reduce(object) { $0.object($1) }, key: path.last)
  }

  override func write(_ name: StaticString, any value: any Encodable) {
    object.add(value, as: key ?? name.description)
  }

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
    if isNull { object.add(JSON.null, as: key ?? name.description) }
  }

  package override func write(member name: String, _ value: JSON) {
    object.add(value, as: name)
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
  override func null() { list.add(JSON.null, as: next()) }

  /// Returns the name of the next element.
  private func next() -> String {
    count += 1
    return String(count - 1)
  }
}
