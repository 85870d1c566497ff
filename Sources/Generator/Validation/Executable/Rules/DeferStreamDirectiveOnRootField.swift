// Checks that the root fields of mutations and subscriptions arrive at once.
// https://github.com/graphql/graphql-spec/pull/1110

import AuthGenLanguage
import AuthGenTypeSystem

extension DocumentValidator {
  mutating func checkDeferStreamDirectiveOnRootField() {
    guard !incrementalDirectives.isEmpty else { return }
    var searched: Set<Symbol> = []
    for operation in document.operations.lazy.map(\.definition)
    where operation.operationType != .query && schema.root(operation.operationType) != nil {
      checkRootSelections(of: operation, searched: &searched)
    }
  }

  /// - Parameter searched: the fragments whose selections are checked, for any operation.
  private mutating func checkRootSelections(
    of operation: OperationDefinition, searched: inout Set<Symbol>
  ) {
    var spread: Set<Symbol> = []
    var pending = [operation.selectionSet.selections[...]]
    while let selection = pending.popNext() {
      switch selection {
      case .field(let field):
        reportOnRoot(.stream, in: field.directives, of: operation)
      case .inlineFragment(let fragment):
        reportOnRoot(.defer, in: fragment.directives, of: operation)
        pending.append(fragment.selectionSet.selections[...])
      case .fragmentSpread(let fragmentSpread):
        // A second spread of a fragment in an operation adds nothing.
        let name = fragmentSpread.name.symbol
        guard spread.insert(name).inserted, let fragment = document.fragment(name)?.definition
        else { continue }
        reportOnRoot(.defer, in: fragmentSpread.directives, of: operation)
        guard searched.insert(name).inserted else { continue }
        pending.append(fragment.selectionSet.selections[...])
      }
    }
  }

  private mutating func reportOnRoot(
    _ name: Symbol, in directives: [Directive], of operation: OperationDefinition
  ) {
    guard incrementalDirectives.contains(name), let directive = directives[name] else { return }
    let keyword = operation.operationType.keyword
    report.error(
      .deferStreamDirectiveOnRootField,
      "@\(symbols[name]) is not allowed at the root of a \(keyword)", at: directive.position,
      notes: [.init(operation.position, "the \(keyword) is here")],
      help: "remove it, or move it inside of a root field")
  }
}
