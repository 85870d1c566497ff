// Checks that directive definitions do not refer to themselves, either through directives applied
// to their arguments or through the types of their arguments.
// https://spec.graphql.org/September2025/#sec-Type-System.Directives

import AuthGenLanguage
import AuthGenTypeSystem

/// A graph of directives (first) and types (after them). Each definition has an edge to everything
/// that it mentions.
struct DirectiveCycles {
  private let context: TypeSystemContext

  static func check(_ context: TypeSystemContext, _ report: inout Report) {
    guard !context.definedDirectives.isEmpty else { return }
    let rule = DirectiveCycles(context: context)
    let graph = CyclicComponents(
      count: context.schema.directives.count + context.schema.types.count,
      roots: context.definedDirectives
    ) { rule.addSuccessors(of: $0, &$1) }
    for component in graph.components { rule.add(component, &report) }
  }

  private var directiveCount: Int { context.schema.directives.count }

  private func addSuccessors(of node: Int, _ successors: inout [Int]) {
    guard node >= directiveCount else {
      return add(context.schema.directives[node].arguments, &successors)
    }
    let type = context.schema.types[node - directiveCount]
    guard type.isInputType else { return }
    add(type.directives, &successors)
    add(type.inputFields, &successors)
    for value in type.values { add(value.directives, &successors) }
  }

  private func add(_ values: [InputValueDefinition], _ successors: inout [Int]) {
    for value in values {
      add(value.directives, &successors)
      if let id = context.schema.typeID(value.type.symbol) {
        successors.append(directiveCount + id.index)
      }
    }
  }

  private func add(_ directives: [Directive], _ successors: inout [Int]) {
    for directive in directives {
      if let index = context.directiveTable.index(directive.name.symbol) {
        successors.append(index)
      }
    }
  }

  /// Reports a cycle if it contains a directive. Types can refer to themselves.
  private func add(_ component: [Int], _ report: inout Report) {
    guard let first = component.first, first < directiveCount else { return }
    let directive = context.schema.directives[first]
    let notes = component.dropFirst().prefix(8).map { node -> Diagnostic.Note in
      if node < directiveCount {
        let other = context.schema.directives[node]
        return .init(other.name.position, "through \(context.coordinate(other))")
      }
      let type = context.schema.types[node - directiveCount]
      return .init(type.name.position, "through \(context.name(type))")
    }
    report.error(
      .directiveCycles, "directive \(context.coordinate(directive)) refers to itself",
      about: .directive(directive.name.symbol), at: directive.name.position, notes: notes,
      help: "remove a directive or an argument to break the cycle")
  }
}
