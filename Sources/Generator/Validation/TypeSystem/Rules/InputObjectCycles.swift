// Finds input objects that require themselves and therefore have no value.
// https://spec.graphql.org/September2025/#sec-Input-Objects.Circular-References

import AuthGenLanguage
import AuthGenTypeSystem

extension SchemaValidator {
  mutating func checkInputObjectCycles() {
    let search = DepthFirstSearch(
      count: schema.types.count,
      roots: definedTypes.lazy.filter { [schema] in schema.types[$0].kind == .inputObject },
      edges: { schema.types[$0].inputFields.indices },
      target: { schema.requiredInputObject(schema.types[$0].inputFields[$1].type) })
    for cycle in search.cycles { reportInputObjectCycle(cycle.steps) }
  }

  private mutating func reportInputObjectCycle(_ cycle: [DepthFirstSearch.Step]) {
    guard !report.isFull, let first = cycle.first else { return }
    let type = schema.types[first.node]
    let notes = cycle.dropFirst().map { step -> Diagnostic.Note in
      let type = schema.types[step.node]
      let field = type.inputFields[step.edge].name
      let element = SchemaElement.inputField(field.symbol, of: type.name.symbol)
      return .init(field.position, "which requires \(element.coordinate(symbols))")
    }
    report.error(
      .inputObjectCycles,
      "input object \(symbols[type.name.symbol]) requires itself, so that no value can be given",
      about: .type(type.name.symbol), at: type.inputFields[first.edge].start, notes: notes,
      help: notes.isEmpty
        ? "make the field's type nullable or a list"
        : "make the type of one of these fields nullable or a list")
  }
}

extension Schema {
  /// Returns the input object that every value of a type contains, or nil if a value can be without one.
  fileprivate func requiredInputObject(_ type: TypeReference) -> Int? {
    guard type.isNonNull, !type.isList, let id = typeID(type.symbol),
      types[id.index].kind == .inputObject
    else { return nil }
    return id.index
  }
}
