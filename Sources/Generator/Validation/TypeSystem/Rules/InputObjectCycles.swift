// Finds input objects that require themselves and therefore have no value.
// https://spec.graphql.org/September2025/#sec-Input-Objects.Circular-References

import AuthGenLanguage
import AuthGenTypeSystem

extension SchemaValidator {
  mutating func checkInputObjectCycles() {
    var search = InputObjectSearch(schema)
    for index in definedTypes where schema.types[index].kind == .inputObject {
      search.start(at: index)
      while let cycle = search.nextCycle() { reportInputObjectCycle(cycle) }
    }
  }

  private mutating func reportInputObjectCycle(_ cycle: [InputObjectSearch.Step]) {
    guard !report.isFull, let first = cycle.first else { return }
    let type = schema.types[first.type]
    let notes = cycle.dropFirst().map { step -> Diagnostic.Note in
      let type = schema.types[step.type]
      let field = type.inputFields[step.field].name
      let element = SchemaElement.inputField(field.symbol, of: type.name.symbol)
      return .init(field.position, "which requires \(element.coordinate(symbols))")
    }
    report.error(
      .inputObjectCycles,
      "input object \(symbols[type.name.symbol]) requires itself, so that no value can be given",
      about: .type(type.name.symbol), at: type.inputFields[first.field].start, notes: notes,
      help: notes.isEmpty
        ? "make the field's type nullable or a list"
        : "make the type of one of these fields nullable or a list")
  }
}

/// A depth-first search along the non-null fields, with an explicit stack: chains can be as long as
/// a schema.
private struct InputObjectSearch {
  /// The maximum number of steps to return of a cycle.
  private static let maximumLength = 9

  struct Step {
    let type: Int
    /// The current input field of the type.
    var field = -1
  }

  private let schema: Schema
  private var isVisited: [Bool]
  /// The index of each type in `path`; -1 if it is not in the path.
  private var placeInPath: [Int32]
  private var path: [Step] = []

  init(_ schema: Schema) {
    self.schema = schema
    isVisited = [Bool](repeating: false, count: schema.types.count)
    placeInPath = [Int32](repeating: -1, count: schema.types.count)
  }

  mutating func start(at type: Int) {
    if !isVisited[type] { enter(type) }
  }

  /// Returns the first steps of the next cycle that the start leads to; nil if there are no more.
  mutating func nextCycle() -> [Step]? {
    while let last = path.indices.last {
      guard let next = nextType(of: last) else {
        placeInPath[path[last].type] = -1
        path.removeLast()
        continue
      }
      if placeInPath[next] >= 0 {
        return Array(path[Int(placeInPath[next])...].prefix(Self.maximumLength))
      } else if !isVisited[next] {
        enter(next)
      }
    }
    return nil
  }

  private mutating func enter(_ type: Int) {
    isVisited[type] = true
    placeInPath[type] = Int32(path.count)
    path.append(Step(type: type))
  }

  /// Moves the step to its next field that requires an input object.
  private mutating func nextType(of step: Int) -> Int? {
    let type = path[step].type
    let count = schema.types[type].inputFields.count
    path[step].field += 1
    while path[step].field < count {
      let reference = schema.types[type].inputFields[path[step].field].type
      if reference.isNonNull, !reference.isList, let id = schema.typeID(reference.symbol),
        schema.types[id.index].kind == .inputObject
      {
        return id.index
      }
      path[step].field += 1
    }
    return nil
  }
}
