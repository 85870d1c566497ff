// Shared by the Mustache tests: data as literals or JSON, and rendering in one call.

import AuthGenMustache

/// The data of a context.
enum Tree: Decodable, ExpressibleByDictionaryLiteral {
  case null
  case bool(Bool)
  /// Printed with HTML's special characters escaped.
  case text(String)
  case list([Tree])
  /// If a key occurs twice, the first value counts.
  case fields([(String, Tree)])

  init(dictionaryLiteral elements: (String, Tree)...) {
    self = .fields(elements)
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let bool = try? container.decode(Bool.self) {
      self = .bool(bool)
    } else if let integer = try? container.decode(Int.self) {
      self = .text(String(integer))
    } else if let number = try? container.decode(Double.self) {
      self = .text(String(number))
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let list = try? container.decode([Tree].self) {
      self = .list(list)
    } else {
      let fields = try container.decode([String: Tree].self)
      self = .fields(fields.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
    }
  }

  /// The data as a value of `context`, with the keys of `set`.
  func value(in context: inout Context, _ set: inout TemplateSet) -> AuthGenMustache.Value {
    switch self {
    case .null:
      return .null
    case .bool(let bool):
      return .bool(bool)
    case .text(let text):
      return context.leaf(text, escaped: escapedForHTML(text))
    case .list(let items):
      return context.list(items.map { $0.value(in: &context, &set) })
    case .fields(let fields):
      return context.object(
        fields.map { (set.key(named: $0), $1.value(in: &context, &set)) })
    }
  }
}

/// Returns `text` with the characters that the specification's cases escape as character references.
private func escapedForHTML(_ text: String) -> String {
  text.reduce(into: "") { escaped, character in
    switch character {
    case "&": escaped += "&amp;"
    case "\"": escaped += "&quot;"
    case "<": escaped += "&lt;"
    case ">": escaped += "&gt;"
    default: escaped.append(character)
    }
  }
}

extension TemplateSet {
  /// Parses `source` and adds it as `name`.
  mutating func add(_ name: String, source: String) throws(MustacheError) {
    try add(name, source: Array(source.utf8))
  }

  /// Renders the template `name` with a context of `data`.
  mutating func render(
    _ name: String, _ data: Tree = .null, capacity: Int = 0,
    stepLimit: Int = TemplateSet.stepLimit
  ) throws(MustacheError) -> [UInt8] {
    var context = Context()
    let root = data.value(in: &context, &self)
    return try render(
      name, context: context, root: root, capacity: capacity, stepLimit: stepLimit)
  }
}

/// Compiles `source` and `partials`, and renders `source`.
func render(
  _ source: String, partials: [String: String] = [:], _ data: Tree = [:],
  constants: [String: String] = [:], stepLimit: Int = TemplateSet.stepLimit
) throws(MustacheError) -> String {
  var set = TemplateSet(
    keys: ["name", "items", "text", "flag", "inner", "depth"], constants: constants)
  for (name, source) in partials {
    try set.add(name, source: source)
  }
  try set.add("main", source: source)
  return String(decoding: try set.render("main", data, stepLimit: stepLimit), as: UTF8.self)
}
