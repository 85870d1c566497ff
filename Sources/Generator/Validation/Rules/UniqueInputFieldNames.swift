// Checks that an input object value contains each field once.
// https://spec.graphql.org/September2025/#sec-Input-Object-Field-Uniqueness

import AuthGenLanguage
import AuthGenTypeSystem

extension Validator {
  /// Checks all object values in `value`. The parser bounds their nesting.
  mutating func checkUniqueInputFieldNames(_ value: Value) {
    switch value.kind {
    case .list(let values):
      for value in values { checkUniqueInputFieldNames(value) }
    case .object(let fields):
      values.fields.removeAll()
      for field in fields {
        guard let first = values.fields.mark(field.name) else { continue }
        let symbols = symbols
        report.error(
          .uniqueInputFieldNames,
          "field \"\(symbols[field.name.symbol])\" is given more than once",
          at: field.name.position, notes: [.init(first, "given here first")],
          help: "keep one of the two")
      }
      for field in fields { checkUniqueInputFieldNames(field.value) }
    default: break
    }
  }
}
