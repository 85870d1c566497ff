// Checks that a field or directive is given each argument once.
// https://spec.graphql.org/September2025/#sec-Argument-Uniqueness

import AuthGenLanguage

extension Validator {
  /// Leaves the names of the arguments marked.
  mutating func checkUniqueArgumentNames(_ arguments: [Argument]) {
    names.removeAll()
    for argument in arguments {
      guard let first = names.mark(argument.name) else { continue }
      let symbols = symbols
      report.error(
        .uniqueArgumentNames,
        "argument \"\(symbols[argument.name.symbol])\" is given more than once",
        at: argument.name.position, notes: [.init(first, "given here first")],
        help: "keep one of the two")
    }
  }
}
