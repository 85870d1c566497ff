// Checks that an input object value contains each field once.
// https://spec.graphql.org/September2025/#sec-Input-Object-Field-Uniqueness

import AuthGenLanguage

enum UniqueInputFieldNames {
  static let rule = Diagnostic.Rule.uniqueInputFieldNames

  /// Checks all object values in `value`. The parser bounds their nesting.
  static func check(
    _ value: Value, _ marks: inout SymbolMarks, _ symbols: SymbolTable, _ report: inout Report
  ) {
    switch value.kind {
    case .list(let values):
      for value in values { check(value, &marks, symbols, &report) }
    case .object(let fields):
      marks.removeAll()
      for field in fields {
        guard let first = marks.mark(field.name) else { continue }
        report.error(
          rule, "field \"\(symbols[field.name.symbol])\" is given more than once",
          at: field.name.position, notes: [.init(first, "given here first")],
          help: "keep one of the two")
      }
      for field in fields { check(field.value, &marks, symbols, &report) }
    default: break
    }
  }
}
