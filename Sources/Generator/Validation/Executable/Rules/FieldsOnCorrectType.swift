// Reports selected fields that their type does not have.
// https://spec.graphql.org/September2025/#sec-Field-Selections

import AuthGenLanguage
import AuthGenTypeSystem

extension DocumentValidator {
  mutating func reportUnknownField(_ field: Field, on parent: TypeID) {
    let name = field.name.symbol
    let type = schema.types[parent.index].name
    let help =
      typesWithField(name, among: parent)
      ?? report.didYouMean(
        name, among: schema.types[parent.index].fields.lazy.map(\.name.symbol), symbols)
      ?? "select a field that the type has, or update the schema"
    report.error(
      .fieldsOnCorrectType, "type \(symbols[type.symbol]) has no field \"\(symbols[name])\"",
      at: field.position, notes: schema.definitionNote(parent, symbols), help: help)
  }

  /// Returns a sentence with the possible types of an abstract type that have the field.
  private func typesWithField(_ name: Symbol, among parent: TypeID) -> String? {
    guard kinds[parent.index].isAbstract, !report.isFull else { return nil }
    var found: [String] = []
    for id in schema.possibleTypes(parent).prefix(100)
    where schema.fieldIndex(name, of: id) != nil {
      found.append(symbols[schema.types[id.index].name.symbol])
      if found.count == 3 { break }
    }
    guard let first = found.first else { return nil }
    let names = found.joined(separator: ", ")
    return "it is a field of \(names): select it inside \"... on \(first) { }\""
  }
}
