// What the tests of this target share: names, and rendering in one call.

import AuthGenMustache

/// The names that the tests' contexts use.
enum Keys {
  static let table = KeyTable(["name", "items", "text", "flag", "inner", "depth"])
  static let name = Key(rawValue: 0)
  static let items = Key(rawValue: 1)
  static let text = Key(rawValue: 2)
  static let flag = Key(rawValue: 3)
  static let inner = Key(rawValue: 4)
}

/// Compiles `source` and `partials`, and renders the former.
func render(
  _ source: String, partials: KeyValuePairs<String, String> = [:], _ context: Object = [:],
  escaper: any Escaper = HTMLEscaper(), stepLimit: Int = TemplateSet.stepLimit
) throws(MustacheError) -> String {
  var keys = Keys.table
  var set = TemplateSet()
  for (name, source) in partials {
    try set.add(name, source: source, keys: &keys)
  }
  try set.add("main", source: source, keys: &keys)
  let bytes = try set.render(
    "main", context: .object(context), escaper: escaper, stepLimit: stepLimit)
  return String(decoding: bytes, as: UTF8.self)
}
