// Merging the fields that several views write to one object.

/// An object under construction. Its fields may be added in parts.
nonisolated final class MergedObject {
  nonisolated enum Node {
    case object(MergedObject)
    case list(MergedList)
    /// Any other value, which the encoder writes in the end.
    case leaf(any Encodable)
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
      case .leaf(let value): try container.encode(value, forKey: key)
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
