// Prints values in SDL.

import AuthGenLanguage

extension [UInt8] {
  /// Appends a value on one line, with quoted strings (not block strings) and one space after commas
  /// and colons.
  package mutating func append(_ value: Value, _ symbols: SymbolTable, _ sources: SourceMap) {
    switch value.kind {
    case .variable(let name):
      append("$")
      append(name, symbols)
    case .int, .float:
      append(sources.number(value) ?? "0")
    case .string(let literal):
      append(quoted: sources.text(of: literal))
    case .boolean(let value):
      append(value ? "true" : "false")
    case .null:
      append("null")
    case .enum(let name):
      append(name, symbols)
    case .list(let values):
      append("[")
      for (index, value) in values.enumerated() {
        if index > 0 { append(", ") }
        append(value, symbols, sources)
      }
      append("]")
    case .object(let fields):
      append("{")
      for (index, field) in fields.enumerated() {
        if index > 0 { append(", ") }
        append(field.name.symbol, symbols)
        append(": ")
        append(field.value, symbols, sources)
      }
      append("}")
    }
  }
}
