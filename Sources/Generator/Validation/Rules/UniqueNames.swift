// Checks that the names of operations, fragments, variables, arguments and input fields are unique
// where they are written.
// https://spec.graphql.org/September2025/#sec-Operation-Name-Uniqueness
// https://spec.graphql.org/September2025/#sec-Fragment-Name-Uniqueness
// https://spec.graphql.org/September2025/#sec-Variable-Uniqueness
// https://spec.graphql.org/September2025/#sec-Argument-Uniqueness
// https://spec.graphql.org/September2025/#sec-Input-Object-Field-Uniqueness

import AuthGenLanguage
import AuthGenTypeSystem

extension DocumentValidator {
  mutating func checkUniqueOperationNames() {
    checkUnique(
      document.operations.lazy.compactMap(\.definition.name), .uniqueOperationNames,
      first: "the first is here",
      help: "rename one of them; names are shared over all files,"
        + " and an operation without one has its file's"
    ) { "there is more than one operation named \"\($0)\"" }
  }

  mutating func checkUniqueFragmentNames() {
    checkUnique(
      document.fragments.lazy.map(\.definition.name), .uniqueFragmentNames,
      first: "the first is here", help: "rename one of them; names are shared over all files"
    ) { "there is more than one fragment named \"\($0)\"" }
  }

  mutating func checkUniqueVariableNames(_ variables: [VariableDefinition]) {
    // The position of a variable is that of the dollar sign.
    let names = variables.lazy.map { Name($0.name.symbol, at: $0.name.position.advanced(by: 1)) }
    checkUnique(
      names, .uniqueVariableNames, first: "defined here first",
      help: "rename or remove one of the two"
    ) { "variable \"$\($0)\" is defined more than once" }
  }
}

extension Validator {
  /// Leaves the names of the arguments marked.
  mutating func checkUniqueArgumentNames(_ arguments: [Argument]) {
    checkUnique(
      arguments.lazy.map(\.name), .uniqueArgumentNames, first: "given here first",
      help: "keep one of the two"
    ) { "argument \"\($0)\" is given more than once" }
  }

  /// Checks all object values in `value`. The parser bounds their nesting.
  mutating func checkUniqueInputFieldNames(_ value: Value) {
    switch value.kind {
    case .list(let values):
      for value in values { checkUniqueInputFieldNames(value) }
    case .object(let fields):
      checkUnique(
        fields.lazy.map(\.name), .uniqueInputFieldNames, first: "given here first",
        help: "keep one of the two"
      ) { "field \"\($0)\" is given more than once" }
      for field in fields { checkUniqueInputFieldNames(field.value) }
    default: break
    }
  }

  /// - Parameters:
  ///   - first: the note at the first use of the name.
  ///   - text: returns the message for a repeated name.
  fileprivate mutating func checkUnique(
    _ list: some Sequence<Name>, _ rule: Diagnostic.Rule, first: String, help: String,
    _ text: (String) -> String
  ) {
    names.removeAll()
    for name in list {
      guard let earlier = names.mark(name) else { continue }
      let symbols = symbols
      report.error(
        rule, text(symbols[name.symbol]), at: name.position, notes: [.init(earlier, first)],
        help: help)
    }
  }
}
