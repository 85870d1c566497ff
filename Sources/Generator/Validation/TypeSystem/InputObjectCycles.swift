// Finds input objects that require themselves and therefore have no value.
// https://spec.graphql.org/September2025/#sec-Input-Objects.Circular-References

import AuthGenLanguage
import AuthGenTypeSystem

/// A depth-first search along the non-null fields, with an explicit stack: chains can be as long as
/// a schema.
struct InputObjectCycles {
  private static let maximumNotes = 8

  private struct Step {
    let type: Int
    /// The current input field of the type.
    var field = -1
  }

  private let context: TypeSystemContext
  private var isVisited: [Bool]
  /// The index of each type in `path`; -1 if it is not in the path.
  private var placeInPath: [Int32]
  private var path: [Step] = []

  static func check(_ context: TypeSystemContext, _ report: inout Report) {
    var rule = InputObjectCycles(context)
    for index in context.definedTypes where context.schema.types[index].kind == .inputObject {
      rule.search(from: index, &report)
    }
  }

  private init(_ context: TypeSystemContext) {
    self.context = context
    isVisited = [Bool](repeating: false, count: context.schema.types.count)
    placeInPath = [Int32](repeating: -1, count: context.schema.types.count)
  }

  private mutating func search(from start: Int, _ report: inout Report) {
    guard !isVisited[start] else { return }
    enter(start)
    while let last = path.indices.last {
      guard let next = nextType(of: last) else {
        placeInPath[path[last].type] = -1
        path.removeLast()
        continue
      }
      if placeInPath[next] >= 0 {
        add(cycle: path[Int(placeInPath[next])...], &report)
      } else if !isVisited[next] {
        enter(next)
      }
    }
  }

  private mutating func enter(_ type: Int) {
    isVisited[type] = true
    placeInPath[type] = Int32(path.count)
    path.append(Step(type: type))
  }

  /// Moves the step to its next field that requires an input object.
  private mutating func nextType(of step: Int) -> Int? {
    let type = path[step].type
    let count = context.schema.types[type].inputFields.count
    path[step].field += 1
    while path[step].field < count {
      let reference = context.schema.types[type].inputFields[path[step].field].type
      if reference.isNonNull, !reference.isList, let id = context.schema.typeID(reference.symbol),
        context.schema.types[id.index].kind == .inputObject
      {
        return id.index
      }
      path[step].field += 1
    }
    return nil
  }

  private func add(cycle: ArraySlice<Step>, _ report: inout Report) {
    guard !report.isFull, let first = cycle.first else { return }
    let type = context.schema.types[first.type]
    let notes = cycle.dropFirst().prefix(Self.maximumNotes).map { step -> Diagnostic.Note in
      let type = context.schema.types[step.type]
      let field = type.inputFields[step.field]
      return .init(
        field.name.position, "which requires \(context.coordinate(type, field.name))")
    }
    report.error(
      .inputObjectCycles,
      "input object \(context.name(type)) requires itself, so that no value can be given",
      about: .type(type.name.symbol), at: type.inputFields[first.field].start, notes: notes,
      help: notes.isEmpty
        ? "make the field's type nullable or a list"
        : "make the type of one of these fields nullable or a list")
  }
}
