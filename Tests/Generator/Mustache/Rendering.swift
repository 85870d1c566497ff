// Shared by the Mustache tests: names, data as literals, and rendering in one call.

import AuthGenMustache

/// The names in the tests' contexts.
enum Keys {
  static let names = ["name", "items", "text", "flag", "inner", "depth"]
  static let name = Key(rawValue: 0)
  static let items = Key(rawValue: 1)
  static let text = Key(rawValue: 2)
  static let flag = Key(rawValue: 3)
  static let inner = Key(rawValue: 4)
}

/// The data of a context, written as literals.
enum Tree: ExpressibleByDictionaryLiteral {
  case null
  case bool(Bool)
  /// Printed with HTML's special characters escaped.
  case text(String)
  case list([Tree])
  /// If a key occurs twice, the first value counts.
  case fields([(Key, Tree)])

  init(dictionaryLiteral elements: (Key, Tree)...) {
    self = .fields(elements)
  }

  /// The data as a value of `context`.
  func value(in context: inout Context) -> AuthGenMustache.Value {
    switch self {
    case .null:
      return .null
    case .bool(let bool):
      return .bool(bool)
    case .text(let text):
      return context.leaf(text, escaped: escapedForHTML(text))
    case .list(let items):
      return context.list(items.map { $0.value(in: &context) })
    case .fields(let fields):
      return context.object(fields.map { ($0, $1.value(in: &context)) })
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
  func render(
    _ name: String, _ data: Tree = .null, capacity: Int = 0,
    stepLimit: Int = TemplateSet.stepLimit
  ) throws(MustacheError) -> [UInt8] {
    var context = Context()
    let root = data.value(in: &context)
    return try render(
      name, context: context, root: root, capacity: capacity, stepLimit: stepLimit)
  }
}

/// Compiles `source` and `partials`, and renders `source`.
func render(
  _ source: String, partials: KeyValuePairs<String, String> = [:], _ data: Tree = [:],
  constants: [String: String] = [:], stepLimit: Int = TemplateSet.stepLimit
) throws(MustacheError) -> String {
  var set = TemplateSet(keys: Keys.names, constants: constants)
  for (name, source) in partials {
    try set.add(name, source: source)
  }
  try set.add("main", source: source)
  return String(decoding: try set.render("main", data, stepLimit: stepLimit), as: UTF8.self)
}
