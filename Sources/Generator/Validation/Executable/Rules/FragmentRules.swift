// Rules about cycles of fragments and unused fragments.
// https://spec.graphql.org/September2025/#sec-Validation.Fragments

import AuthGenLanguage

extension ExecutableValidation {
  static func checkFragments(
    _ document: ExecutableDocument, _ graph: FragmentGraph, _ symbols: SymbolTable,
    _ options: ValidationOptions, _ report: inout Report
  ) {
    checkFragmentCycles(document, graph, symbols, &report)
    checkUnusedFragments(document, graph, symbols, options, &report)
  }

  /// NoFragmentCycles.
  /// https://spec.graphql.org/September2025/#sec-Fragment-Spreads-Must-Not-Form-Cycles
  private static func checkFragmentCycles(
    _ document: ExecutableDocument, _ graph: FragmentGraph, _ symbols: SymbolTable,
    _ report: inout Report
  ) {
    func name(_ fragment: Int) -> String {
      symbols[document.fragments[fragment].definition.name.symbol]
    }
    for cycle in graph.cycles {
      let through = cycle.path.dropFirst().map { "\"\(name($0))\"" }.joined(separator: ", ")
      let more = cycle.count > cycle.path.count ? " and \(cycle.count - cycle.path.count) more" : ""
      let via = through.isEmpty ? "" : " through \(through)\(more)"
      report.error(
        .noFragmentCycles, "fragment \"\(name(cycle.spread.fragment))\" contains itself\(via)",
        at: cycle.spread.position,
        help: "a query has a fixed depth: select the inner levels without this spread")
    }
  }

  /// NoUnusedFragments. https://spec.graphql.org/September2025/#sec-Fragments-Must-Be-Used
  private static func checkUnusedFragments(
    _ document: ExecutableDocument, _ graph: FragmentGraph, _ symbols: SymbolTable,
    _ options: ValidationOptions, _ report: inout Report
  ) {
    for (fragment, isUsed) in zip(document.fragments, graph.isUsed) where !isUsed {
      let name = symbols[fragment.definition.name.symbol]
      // If several fragments have one name, only one can be spread. Another rule reports the
      // repeated name.
      let spread = document.fragmentIndex(fragment.definition.name.symbol)
      if let spread, graph.isUsed[spread] { continue }
      report.add(
        options.unusedFragments, .noUnusedFragments,
        "fragment \"\(name)\" is not used by any operation", at: fragment.definition.position,
        help: "spread it or remove it")
    }
  }
}
