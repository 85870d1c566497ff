// What a client's model gives to templates: each node as the fields that templates name, made when
// they are asked for. Nothing is decided here.

import AuthGenIR
import AuthGenMustache

/// A node of the model with fields that templates name.
protocol TemplateFields: Fields {
  /// - Returns: nil where the node has no such field, so that those around it are asked.
  func field(_ key: TemplateKey) -> Value?
}

extension TemplateFields {
  func value(of key: Key) -> Value? {
    guard let key = TemplateKey(rawValue: key.rawValue) else { return nil }
    return field(key)
  }
}

extension Value {
  /// Objects with a name each and a comma behind all but the last.
  static func names(_ values: [Value]) -> Value {
    .list(
      NodeList(values.enumerated().map { NameFields(name: $1, isLast: $0 == values.count - 1) }))
  }

  static func deprecation(_ reason: String?) -> Value {
    guard let reason else { return .null }
    return .literal(reason.isEmpty ? "No longer supported" : reason)
  }
}

/// A list of nodes.
final class NodeList<Node: TemplateFields>: Items {
  let nodes: [Node]

  init(_ nodes: [Node]) {
    self.nodes = nodes
  }

  var count: Int { nodes.count }

  func item(at index: Int) -> Value { .object(nodes[index]) }
}

private final class NameFields: TemplateFields {
  private let name: Value
  private let isLast: Bool

  init(name: Value, isLast: Bool) {
    self.name = name
    self.isLast = isLast
  }

  func field(_ key: TemplateKey) -> Value? {
    switch key {
    case .name: name
    case .comma: .code(isLast ? "" : ", ")
    default: nil
    }
  }
}
