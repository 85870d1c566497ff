// Checks that fields of composite types have a selection of fields, and all others have none.
// https://spec.graphql.org/September2025/#sec-Leaf-Field-Selections

import AuthGenLanguage
import AuthGenTypeSystem

extension DocumentValidator {
  mutating func checkScalarLeafs(_ field: Field, _ type: TypeID, isComposite: Bool) {
    if isComposite == (field.selectionSet != nil) { return }
    let typeName = schema.types[type.index].name.symbol
    if isComposite, field.selectionSet == nil {
      report.error(
        .scalarLeafs,
        "field \"\(symbols[field.name.symbol])\" is of type \(symbols[typeName]), which requires"
          + " a selection of fields",
        at: field.position, notes: schema.definitionNote(type, symbols),
        help: "select some: \(symbols[field.name.symbol]) { ... }")
    } else if !isComposite, let set = field.selectionSet {
      report.error(
        .scalarLeafs,
        "field \"\(symbols[field.name.symbol])\" is of type \(symbols[typeName]), which has no"
          + " fields to select",
        at: set.position, notes: schema.definitionNote(type, symbols),
        help: "remove the braces and their content")
    }
  }
}
