// Checks that subscriptions can be executed without `@defer` and `@stream`: each has a condition, or
// is in a selection that can be skipped.
// https://github.com/graphql/graphql-spec/pull/1110

import AuthGenLanguage
import AuthGenTypeSystem

extension DocumentValidator {
  mutating func checkDeferStreamDirectiveOnValidOperations() {
    guard !incrementalDirectives.isEmpty else { return }
    var searched: Set<Symbol> = []
    for operation in document.operations.lazy.map(\.definition)
    where operation.operationType == .subscription {
      checkSelections(of: operation, searched: &searched)
    }
  }

  /// - Parameter searched: the fragments whose selections are checked, for any operation.
  private mutating func checkSelections(
    of operation: OperationDefinition, searched: inout Set<Symbol>
  ) {
    var pending = [operation.selectionSet.selections[...]]
    while let selection = pending.popNext() {
      if selection.canBeSkipped { continue }
      for directive in selection.directives
      where incrementalDirectives.contains(directive.name.symbol) && !directive.canBeDisabled {
        reportInSubscription(directive, operation)
      }
      switch selection {
      case .field(let field):
        if let set = field.selectionSet { pending.append(set.selections[...]) }
      case .inlineFragment(let fragment):
        pending.append(fragment.selectionSet.selections[...])
      case .fragmentSpread(let spread):
        let name = spread.name.symbol
        guard searched.insert(name).inserted, let fragment = document.fragment(name)?.definition
        else { continue }
        pending.append(fragment.selectionSet.selections[...])
      }
    }
  }

  private mutating func reportInSubscription(
    _ directive: Directive, _ operation: OperationDefinition
  ) {
    report.error(
      .deferStreamDirectiveOnValidOperations,
      "@\(symbols[directive.name.symbol]) requires a condition in a subscription",
      at: directive.position, notes: [.init(operation.position, "the subscription is here")],
      help: "remove it, or give it an \"if\" that is false or a variable")
  }
}

extension Selection {
  /// Whether `@skip` or `@include` can remove the selection. ProvidedRequiredArguments reports those
  /// without a condition.
  fileprivate var canBeSkipped: Bool {
    if let skip = directives[.skip] {
      guard let condition = skip[argument: .if] else { return true }
      if condition.boolean != false { return true }
    }
    guard let condition = directives[.include]?[argument: .if] else { return false }
    return condition.boolean != true
  }
}

extension Directive {
  /// Whether the condition is false, or a variable that can be false.
  fileprivate var canBeDisabled: Bool {
    switch self[argument: .if]?.kind {
    case .boolean(let value): !value
    case .variable: true
    default: false
    }
  }
}
