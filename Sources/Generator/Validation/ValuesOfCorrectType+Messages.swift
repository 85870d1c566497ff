// The texts of values, types and their notation in diagnostics.

import AuthGenLanguage
import AuthGenTypeSystem

extension ValuesOfCorrectType {
  func mismatch(
    _ value: Value, _ type: TypeReference, _ report: inout Report, help: String? = nil
  ) {
    let notes = schema.typeID(type.symbol).map { definitionNote($0) } ?? []
    report.error(
      Self.rule, "expected a value of type \(type.text(symbols)), found \(excerpt(value))",
      at: value.position, notes: notes, help: help ?? notation(type))
  }

  /// Returns the notation of a type's values.
  private func notation(_ type: TypeReference) -> String? {
    guard let id = schema.typeID(type.symbol) else { return nil }
    switch (schema.types[id.index].kind, type.symbol) {
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

  /// Returns a sentence with the first few of `names`.
  func listed(_ start: String, _ names: some Sequence<Symbol>) -> String {
    let shown = Array(names.prefix(7))
    let text = shown.prefix(6).map { symbols[$0] }.joined(separator: ", ")
    return "\(start) \(text)\(shown.count > 6 ? ", ..." : "")"
  }

  /// Returns the text of a value for a message.
  private func excerpt(_ value: Value) -> String {
    switch value.kind {
    case .variable(let symbol): "$\(symbols[symbol])"
    case .int, .float: shortened(sources.number(value) ?? "a number")
    case .string(let literal): "the string \"\(shortened(sources.text(of: literal)))\""
    case .boolean(let value): "\(value)"
    case .null: "null"
    case .enum(let symbol): symbols[symbol]
    case .list: "a list"
    case .object: "an object"
    }
  }

  private func shortened(_ text: String) -> String {
    let start = text.prefix(32)
    return start.endIndex == text.endIndex ? text : "\(start)..."
  }

  func definitionNote(_ id: TypeID) -> [Diagnostic.Note] {
    guard !schema.isBuiltIn(id) else { return [] }
    let type = schema.types[id.index]
    return [.init(type.name.position, "\(symbols[type.name.symbol]) is defined here")]
  }

  func name(_ id: TypeID) -> Symbol {
    schema.types[id.index].name.symbol
  }

  func isCustomScalar(_ id: TypeID) -> Bool {
    schema.types[id.index].kind == .scalar && !schema.isSpecifiedScalar(id)
  }
}
