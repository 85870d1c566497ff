// When @include and @skip select a field or a fragment.
// https://spec.graphql.org/September2025/#sec--skip

import AuthGenLanguage

/// The variables on which one selection depends. All of its terms must hold.
struct SelectionCondition: Hashable, Sendable {
  struct Term: Hashable, Sendable {
    /// The Boolean variable.
    let variable: Symbol
    let isNegated: Bool
  }

  /// In order of first use; empty if the selection always applies.
  private(set) var terms: [Term] = []
  /// Whether a literal leaves out the selection.
  private(set) var isNever = false

  static let always = SelectionCondition()

  var isAlways: Bool { terms.isEmpty && !isNever }

  /// The condition of a selection with directives inside one with this condition.
  func and(_ directives: [Directive]) -> SelectionCondition {
    var result = self
    for directive in directives {
      switch directive.name.symbol {
      case .skip: result.add(directive[argument: .if], negated: true)
      case .include: result.add(directive[argument: .if], negated: false)
      default: break
      }
    }
    return result
  }

  private mutating func add(_ value: Value?, negated: Bool) {
    if let boolean = value?.boolean {
      if boolean == negated { isNever = true }
    } else if case .variable(let variable) = value?.kind {
      let term = Term(variable: variable, isNegated: negated)
      if !terms.contains(term) { terms.append(term) }
    }
  }
}

/// The conditions of all selections of one field or fragment. One of them must hold.
struct SelectionConditions: Sendable {
  private(set) var alternatives: [SelectionCondition]

  init(_ condition: SelectionCondition) {
    alternatives = [condition]
  }

  var isAlways: Bool { alternatives.contains(where: \.isAlways) }

  mutating func add(_ condition: SelectionCondition) {
    if isAlways { return }
    if condition.isAlways { alternatives = [] }
    if !alternatives.contains(condition) { alternatives.append(condition) }
  }

  /// Returns the form that the runtime reads, such as `a && !b || c`; empty if no selection applies.
  func text(_ symbols: SymbolTable) -> String {
    alternatives.filter { !$0.isNever }.map { alternative in
      alternative.terms.map { ($0.isNegated ? "!" : "") + symbols[$0.variable] }
        .joined(separator: " && ")
    }.joined(separator: " || ")
  }
}
