// Operations that are right, and operations in which every problem is marked.

import AuthGenLanguage
import Testing

struct ExecutableFixtureTests {
  @Test(arguments: ExecutableFixture.all(in: "ok"))
  func `right operations have no findings`(fixture: ExecutableFixture) throws {
    let check = try ExecutableCheck(fixture.text, schema: fixture.schemaName)
    #expect(check.findings == [])
    #expect(check.document != nil)
  }

  @Test(arguments: ExecutableFixture.all(in: "err"))
  func `exactly the marked problems are found`(fixture: ExecutableFixture) throws {
    let check = try ExecutableCheck(fixture.text, schema: fixture.schemaName)
    #expect(!fixture.marked.isEmpty)
    #expect(check.findings.sorted() == fixture.marked)
    #expect(check.document == nil)
  }

  @Test(arguments: ExecutableFixture.all(in: "err"))
  func `findings come in the order of the text`(fixture: ExecutableFixture) throws {
    let check = try ExecutableCheck(fixture.text, schema: fixture.schemaName)
    let places = check.findings.map { [$0.line, $0.column] }
    #expect(places == places.sorted { $0.lexicographicallyPrecedes($1) })
  }

  @Test(arguments: ExecutableFixture.all(in: "err"))
  func `notes have places`(fixture: ExecutableFixture) throws {
    let check = try ExecutableCheck(fixture.text, schema: fixture.schemaName)
    for note in check.diagnostics.flatMap(\.notes) {
      #expect(check.sources.location(of: note.position) != nil, "\(note.message)")
    }
  }

  @Test(arguments: ExecutableFixture.all(in: "err"))
  func `findings say what to do`(fixture: ExecutableFixture) throws {
    let check = try ExecutableCheck(fixture.text, schema: fixture.schemaName)
    // What values say is tested with values.
    for diagnostic in check.diagnostics where diagnostic.rule != .valuesOfCorrectType {
      #expect(diagnostic.help?.isEmpty == false, "\(diagnostic.message)")
    }
  }

  @Test func `every rule has a fixture`() {
    let marked = Set(ExecutableFixture.all(in: "err").flatMap(\.marked).map(\.rule))
    let rules: Set = [
      "ExecutableDefinitions", "OperationTypeExistence", "LoneAnonymousOperation",
      "UniqueOperationNames", "UniqueFragmentNames", "SingleFieldSubscriptions", "KnownTypeNames",
      "FragmentsOnCompositeTypes", "VariablesAreInputTypes", "ScalarLeafs", "FieldsOnCorrectType",
      "KnownFragmentNames", "NoUnusedFragments", "PossibleFragmentSpreads", "NoFragmentCycles",
      "UniqueVariableNames", "NoUndefinedVariables", "NoUnusedVariables", "KnownDirectives",
      "UniqueDirectivesPerLocation", "KnownArgumentNames", "UniqueArgumentNames",
      "ValuesOfCorrectType", "ProvidedRequiredArguments", "VariablesInAllowedPosition",
      "OverlappingFieldsCanBeMerged", "UniqueInputFieldNames",
    ]
    #expect(marked == rules)
    #expect(ExecutableFixture.all(in: "ok").count > 15)
  }
}
