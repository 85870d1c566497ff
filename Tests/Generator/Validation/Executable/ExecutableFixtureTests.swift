// Tests valid operations, and operations in which every error is marked.

import AuthGenLanguage
import Testing

struct ExecutableFixtureTests {
  @Test(arguments: ExecutableFixture.all(in: "ok"))
  func validOperationsHaveNoProblems(fixture: ExecutableFixture) throws {
    let check = try ExecutableCheck(fixture.text, schema: fixture.schemaName)
    #expect(check.problems == [])
    #expect(check.document != nil)
  }

  @Test(arguments: ExecutableFixture.all(in: "err"))
  func exactlyTheMarkedErrorsAreFound(fixture: ExecutableFixture) throws {
    let check = try ExecutableCheck(fixture.text, schema: fixture.schemaName)
    #expect(!fixture.marked.isEmpty)
    #expect(check.problems.sorted() == fixture.marked)
    #expect(check.document == nil)
  }

  @Test(arguments: ExecutableFixture.all(in: "err"))
  func problemsAreInTheOrderOfTheText(fixture: ExecutableFixture) throws {
    let check = try ExecutableCheck(fixture.text, schema: fixture.schemaName)
    let places = check.problems.map { [$0.line, $0.column] }
    #expect(places == places.sorted { $0.lexicographicallyPrecedes($1) })
  }

  @Test(arguments: ExecutableFixture.all(in: "err"))
  func notesHavePositions(fixture: ExecutableFixture) throws {
    let check = try ExecutableCheck(fixture.text, schema: fixture.schemaName)
    for note in check.diagnostics.flatMap(\.notes) {
      #expect(check.sources.location(of: note.position) != nil, "\(note.message)")
    }
  }

  @Test(arguments: ExecutableFixture.all(in: "err"))
  func problemsHaveHelp(fixture: ExecutableFixture) throws {
    let check = try ExecutableCheck(fixture.text, schema: fixture.schemaName)
    // Other tests cover the help for values.
    for diagnostic in check.diagnostics where diagnostic.rule != .valuesOfCorrectType {
      #expect(diagnostic.help?.isEmpty == false, "\(diagnostic.message)")
    }
  }

  @Test func everyRuleHasAFixture() {
    let marked = Set(ExecutableFixture.all(in: "err").flatMap(\.marked).map(\.rule))
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
    #expect(ExecutableFixture.all(in: "ok").count > 15)
  }
}
