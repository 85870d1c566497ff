// Merging the fields that several views write to one object.

/// An object under construction. Its fields may be added in parts.
nonisolated final class MergedObject {
  nonisolated private enum Node {
    case object(MergedObject)
    case list([Node?])
    /// Any other value, which the encoder writes in the end.
    case leaf(any Encodable)
  }

  private var names: [String] = []
  private var nodes: [String: Node] = [:]

  func add(_ value: any Encodable, as name: String) throws {
    let node = try Self.node(for: value)
    if let known = nodes[name] {
      nodes[name] = try Self.merge(known, node)
    } else {
      names.append(name)
      nodes[name] = node
    }
  }

  /// The nested object with this name. Creates it if it does not exist.
  func object(_ name: String) throws -> MergedObject {
    if case .object(let known) = nodes[name] { return known }
    if nodes[name] == nil { names.append(name) }
    let made = MergedObject()
    nodes[name] = .object(made)
    return made
  }

  func write(to container: inout KeyedEncodingContainer<FieldName>) throws {
    for name in names {
      switch nodes[name] {
      case .leaf(let value): try container.encode(value, forKey: FieldName(name))
      case let node?: try container.encode(Written(node: node), forKey: FieldName(name))
      case nil: break
      }
    }
  }

  private static func node(for value: any Encodable) throws -> Node {
    if let object = value as? any FieldWritable {
      let tree = MergedObject()
      try object.encode(into: FieldEncoder(tree))
      return .object(tree)
    }
    if let optional = value as? any OptionalValue {
      guard let wrapped = optional.wrappedValue else { return .leaf(value) }
      return try node(for: wrapped)
    }
    if let list = value as? [any Encodable] {
      return .list(try list.map(node(for:)))
    }
    return .leaf(value)
  }

  /// Merges two views of one field of one response. Both have the same form. Objects and lists
  /// merge; in all other cases the second replaces the first.
  private static func merge(_ first: Node, _ second: Node) throws -> Node {
    switch (first, second) {
    case (.object(let first), .object(let second)):
      for name in second.names {
        guard let node = second.nodes[name] else { continue }
        if let known = first.nodes[name] {
          first.nodes[name] = try merge(known, node)
        } else {
          first.names.append(name)
          first.nodes[name] = node
        }
      }
      return .object(first)
    case (.list(let first), .list(let second)) where first.count == second.count:
      return .list(
        try zip(first, second).map { first, second in
          if let first, let second { try merge(first, second) } else { first ?? second }
        })
    default:
      return second
    }
  }

  /// A node on its way to an encoder.
  nonisolated private struct Written: Encodable {
    let node: Node

    func encode(to encoder: any Encoder) throws {
      switch node {
      case .object(let object):
        var container = encoder.container(keyedBy: FieldName.self)
        try object.write(to: &container)
      case .list(let nodes):
        var container = encoder.unkeyedContainer()
        for node in nodes {
          switch node {
          case .leaf(let value): try container.encode(value)
          case let node?: try container.encode(Written(node: node))
          case nil: try container.encodeNil()
          }
        }
      case .leaf(let value):
        try value.encode(to: encoder)
      }
    }
  }
}

/// The value inside an Optional of any type.
nonisolated private protocol OptionalValue {
  var wrappedValue: (any Encodable)? { get }
}

nonisolated extension Optional: OptionalValue {
  fileprivate var wrappedValue: (any Encodable)? { flatMap { $0 as? any Encodable } }
}
