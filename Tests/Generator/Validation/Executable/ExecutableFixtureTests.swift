// Tests valid operations, and operations in which every error is marked.

import AuthGenLanguage
import Testing

struct ExecutableFixtureTests {
  @Test(arguments: Fixture.all(in: "Executable/Fixtures/ok"))
  func validOperationsHaveNoProblems(fixture: Fixture) throws {
    let check = try ExecutableCheck(fixture.text, schema: fixture.schemaName)
    #expect(check.problems == [])
    #expect(check.document != nil)
  }

  @Test(arguments: Fixture.all(in: "Executable/Fixtures/err"))
  func exactlyTheMarkedErrorsAreFound(fixture: Fixture) throws {
    let check = try ExecutableCheck(fixture.text, schema: fixture.schemaName)
    #expect(!fixture.marked.isEmpty)
    #expect(check.problems.sorted() == fixture.marked)
    #expect(check.document == nil)
    let places = check.problems.map { [$0.line, $0.column] }
    #expect(places == places.sorted { $0.lexicographicallyPrecedes($1) })
    for diagnostic in check.diagnostics {
      #expect(diagnostic.notes.allSatisfy { check.sources.location(of: $0.position) != nil })
      // Other tests cover the help for values.
      let hasHelp = diagnostic.help?.isEmpty == false
      #expect(hasHelp || diagnostic.rule == .valuesOfCorrectType, "\(diagnostic.message)")
    }
    let again = try ExecutableCheck(fixture.text, schema: fixture.schemaName)
    #expect(again.diagnostics == check.diagnostics)
  }

  @Test func everyRuleHasAFixture() {
    let marked = Set(Fixture.all(in: "Executable/Fixtures/err").flatMap(\.marked).map(\.rule))
    let rules: Set = [
      "ExecutableDefinitions", "OperationTypeExistence", "LoneAnonymousOperation",
      "UniqueOperationNames", "UniqueFragmentNames", "SingleFieldSubscriptions", "KnownTypeNames",
      "FragmentsOnCompositeTypes", "VariablesAreInputTypes", "ScalarLeafs", "FieldsOnCorrectType",
      "KnownFragmentNames", "NoUnusedFragments", "PossibleFragmentSpreads", "NoFragmentCycles",
      "UniqueVariableNames", "NoUndefinedVariables", "NoUnusedVariables", "KnownDirectives",
      "UniqueDirectivesPerLocation", "KnownArgumentNames", "UniqueArgumentNames",
      "ValuesOfCorrectType", "ProvidedRequiredArguments", "VariablesInAllowedPosition",
      "OverlappingFieldsCanBeMerged", "UniqueInputFieldNames", "DeferStreamDirectiveLabel",
      "DeferStreamDirectiveOnRootField", "DeferStreamDirectiveOnValidOperations",
      "StreamDirectiveOnListField", "ClientDirectives",
    ]
    #expect(marked == rules)
    #expect(Fixture.all(in: "Executable/Fixtures/ok").count > 15)
  }
}
