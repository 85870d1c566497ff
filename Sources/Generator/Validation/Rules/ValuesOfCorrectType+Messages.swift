// The texts of values, types and their notation in diagnostics.

import AuthGenLanguage
import AuthGenTypeSystem

extension Validator {
  mutating func reportMismatch(_ value: Value, _ type: TypeReference, help: String? = nil) {
    let (schema, symbols, sources) = (schema, symbols, sources)
    report.error(
      .valuesOfCorrectType,
      "expected a value of type \(type.text(symbols)), found \(value.excerpt(symbols, sources))",
      at: value.position,
      notes: schema.typeID(type.symbol).map { schema.definitionNote($0, symbols) } ?? [],
      help: help ?? schema.notation(of: type))
  }
}

extension Schema {
  /// Returns the notation of a type's values.
  fileprivate func notation(of type: TypeReference) -> String? {
    guard let id = typeID(type.symbol) else { return nil }
    switch (types[id.index].kind, type.symbol) {
    case (.scalar, .int): return "an Int is written as 1 or -1"
    case (.scalar, .float): return "a Float is written as 1.5 or 1"
    case (.scalar, .string): return "a String is written in quotes"
    case (.scalar, .boolean): return "a Boolean is true or false"
    case (.scalar, .id): return "an ID is written as a string or an integer"
    case (.inputObject, _): return "an input object is written as { field: value }"
    case (.enum, _): return "an enum takes one of its values' names"
    default: return nil
    }
  }
}

extension SymbolTable {
  /// Returns a sentence with the first few of `names`.
  func listed(_ start: String, _ names: some Sequence<Symbol>) -> String {
    let shown = Array(names.prefix(7))
    let text = shown.prefix(6).map { self[$0] }.joined(separator: ", ")
    return "\(start) \(text)\(shown.count > 6 ? ", ..." : "")"
  }
}

extension Value {
  /// Returns the text of a value for a message.
  fileprivate func excerpt(_ symbols: SymbolTable, _ sources: SourceMap) -> String {
    switch kind {
    case .variable(let symbol): "$\(symbols[symbol])"
    case .int, .float: Self.shortened(sources.number(self) ?? "a number")
    case .string(let literal): "the string \"\(Self.shortened(sources.text(of: literal)))\""
    case .boolean(let value): "\(value)"
    case .null: "null"
    case .enum(let symbol): symbols[symbol]
    case .list: "a list"
    case .object: "an object"
    }
  }

  private static func shortened(_ text: String) -> String {
    let start = text.prefix(32)
    return start.endIndex == text.endIndex ? text : "\(start)..."
  }
}
