// All rules for operations and fragments:
//
//     query Book($id: ID!) { book(id: $id) { titel } }
//
// gives no document, and the error: type Book has no field "titel", with the help: did you mean "title"? One
// traversal of each definition checks the rules about single nodes, and collects the data for the rules about
// several definitions: spreads, variable uses, and fields that are selected together.
// https://spec.graphql.org/September2025/#sec-Validation

package import AuthGenLanguage
package import AuthGenTypeSystem

package enum ExecutableValidation {
  /// Validates the operations and fragments of all files together.
  ///
  /// - Parameters:
  ///   - document: the document, parsed with `symbols` like the schema.
  ///   - sources: the sources of the document and the schema.
  ///   - options: the severities that users can choose.
  /// - Returns: the validated document, nil if there are errors, and all diagnostics in source order.
  package static func validate(
    _ document: ExecutableDocument, schema: Validated<Schema>, symbols: SymbolTable,
    sources: SourceMap, options: ValidationOptions = ValidationOptions()
  ) -> (document: Validated<ExecutableDocument>?, diagnostics: [Diagnostic]) {
    var validator = DocumentValidator(
      document, schema: schema.value, symbols: symbols, sources: sources, options: options)
    validator.checkExecutableDefinitions()
    validator.checkOperationTypeExistence()
    validator.checkLoneAnonymousOperation()
    validator.checkUniqueOperationNames()
    validator.checkUniqueFragmentNames()
    validator.visitDefinitions()
    let graph = FragmentGraph(validator.summary)
    validator.checkNoFragmentCycles(graph)
    validator.checkNoUnusedFragments(graph)
    validator.checkSingleFieldSubscriptions()
    validator.checkDeferStreamDirectiveOnRootField()
    validator.checkDeferStreamDirectiveOnValidOperations()
    validator.checkDeferStreamDirectiveLabel()
    validator.checkVariableUses(graph)
    validator.checkOverlappingFieldsCanBeMerged(graph)
    let report = validator.report
    return (report.hasErrors ? nil : Validated(document), report.sorted())
  }
}
