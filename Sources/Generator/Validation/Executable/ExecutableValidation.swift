// All rules for operations and fragments. One walk over each definition checks what can be seen on
// the spot and notes down what the rules about several definitions need: which fragments are spread,
// which variables stand where, and which fields are selected together.
// https://spec.graphql.org/September2025/#sec-Validation

import AuthGenLanguage
import AuthGenTypeSystem

package enum ExecutableValidation {
  /// Validates the operations and fragments of all files together.
  ///
  /// - Parameters:
  ///   - document: parsed with `symbols`, as the schema was.
  ///   - sources: those that the document and the schema were parsed from.
  ///   - options: how findings count that users decide about.
  /// - Returns: the document as validated, nil where there are errors, and everything found, in the
  ///   order of the text.
  package static func validate(
    _ document: ExecutableDocument, schema: Validated<Schema>, symbols: SymbolTable,
    sources: SourceMap, options: ValidationOptions = ValidationOptions()
  ) -> (document: Validated<ExecutableDocument>?, diagnostics: [Diagnostic]) {
    var report = Report()
    checkDefinitions(document, schema: schema.value, symbols, &report)
    var traversal = ExecutableTraversal(
      document, schema: schema.value, symbols: symbols, sources: sources, report: report)
    traversal.visitDefinitions()
    report = traversal.report
    let graph = FragmentGraph(traversal.summary)
    checkFragments(document, graph, symbols, options, &report)
    checkSubscriptions(document, schema: schema.value, symbols, &report)
    var variables = VariableRules(document, traversal.summary, graph, schema: schema.value, symbols)
    variables.check(&report)
    var merging = OverlappingFieldsCanBeMerged(
      traversal.summary.fieldSets, symbols: symbols, sources: sources)
    merging.check(graph.rootSets(traversal.summary), &report)
    return (report.hasErrors ? nil : Validated(document), report.sorted())
  }
}
