// Converts a client's model for templates: each node becomes the fields that templates use. This
// code makes no decisions.

import AuthGenMustache

extension Context {
  /// Not the value of GraphQL's syntax tree.
  typealias Value = AuthGenMustache.Value

  /// Creates an object with `fields`. The most used fields come first.
  ///
  /// - Parameter base: an object with additional fields. `fields` overrides fields of the same name.
  mutating func fields(
    _ fields: [(key: TemplateKey, value: Value)], extending base: Value = .null
  ) -> Value {
    object(fields, extending: base)
  }

  /// Creates a list of the results of `make` for `elements`.
  mutating func list<Element>(
    _ elements: some Sequence<Element>,
    _ make: (Element, inout Context) -> Value
  ) -> Value {
    list(elements.map { make($0, &self) })
  }

  /// Creates a list of objects with a name each, and a comma after all but the last.
  mutating func names(_ names: [Value]) -> Value {
    list(names.indices) { index, context in
      let comma = context.code(index == names.count - 1 ? "" : ", ")
      return context.fields([(.name, names[index]), (.comma, comma)])
    }
  }

  /// Creates the fields of a list of texts that may need several lines.
  mutating func wrapped(_ texts: [String], separator: String = ",") -> Value {
    let lines = TextLines.filled(texts, width: 80, separator: separator)
    return fields([(.lines, list(lines) { $1.code($0) }), (.isWrapped, .bool(lines.count > 1))])
  }

  mutating func deprecation(_ reason: String?) -> Value {
    guard let reason else { return .null }
    return literal(reason.isEmpty ? "No longer supported" : reason)
  }
}
