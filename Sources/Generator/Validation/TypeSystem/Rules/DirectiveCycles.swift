// Checks that directive definitions do not refer to themselves, either through directives applied
// to them or to their arguments, or through the types of their arguments.
// https://spec.graphql.org/September2025/#sec-Type-System.Directives

import AuthGenLanguage
import AuthGenTypeSystem

extension SchemaValidator {
  mutating func checkDirectiveCycles() {
    guard !definedDirectives.isEmpty else { return }
    let references = DirectiveReferences(schema: schema)
    let graph = CyclicComponents(
      count: schema.directives.count + schema.types.count, roots: definedDirectives
    ) { references.addSuccessors(of: $0, &$1) }
    for component in graph.components { reportDirectiveCycle(component) }
  }

  /// Reports a cycle if it contains a directive. Types can refer to themselves.
  private mutating func reportDirectiveCycle(_ component: [Int]) {
    let directiveCount = schema.directives.count
    guard let first = component.first, first < directiveCount else { return }
    let directive = schema.directives[first]
    let notes = component.dropFirst().prefix(8).map { node -> Diagnostic.Note in
      if node < directiveCount {
        let other = schema.directives[node]
        return .init(other.name.position, "through \(other.coordinate(symbols))")
      }
      let type = schema.types[node - directiveCount]
      return .init(type.name.position, "through \(symbols[type.name.symbol])")
    }
    report.error(
      .directiveCycles, "directive \(directive.coordinate(symbols)) refers to itself",
      about: .directive(directive.name.symbol), at: directive.name.position, notes: notes,
      help: "remove a directive or an argument to break the cycle")
  }
}

/// A graph of directives (first) and types (after them). Each definition has an edge to everything
/// that it mentions.
private struct DirectiveReferences {
  let schema: Schema

  private var directiveCount: Int { schema.directives.count }

  func addSuccessors(of node: Int, _ successors: inout [Int]) {
    guard node >= directiveCount else {
      add(schema.directives[node].directives, &successors)
      return add(schema.directives[node].arguments, &successors)
    }
    let type = schema.types[node - directiveCount]
    guard type.isInputType else { return }
    add(type.directives, &successors)
    add(type.inputFields, &successors)
    for value in type.values { add(value.directives, &successors) }
  }

  private func add(_ values: [InputValueDefinition], _ successors: inout [Int]) {
    for value in values {
      add(value.directives, &successors)
      if let id = schema.typeID(value.type.symbol) { successors.append(directiveCount + id.index) }
    }
  }

  private func add(_ directives: [Directive], _ successors: inout [Int]) {
    for directive in directives {
      if let index = schema.directiveIndex(directive.name.symbol) { successors.append(index) }
    }
  }
}
