// Schemas that are right, and schemas in which every problem is marked.

import AuthGenLanguage
import Testing

struct FixtureTests {
  @Test(arguments: Fixture.all(in: "ok"))
  func `a right schema has no findings`(fixture: Fixture) throws {
    let check = try SchemaCheck(fixture.text, options: .strict)
    #expect(check.findings == [])
    #expect(check.schema != nil)
  }

  @Test(arguments: Fixture.all(in: "err"))
  func `exactly the marked problems are found`(fixture: Fixture) throws {
    let check = try SchemaCheck(fixture.text)
    #expect(!fixture.marked.isEmpty)
    #expect(check.findings.sorted() == fixture.marked)
    #expect((check.schema == nil) == check.diagnostics.hasErrors)
  }

  @Test(arguments: Fixture.all(in: "err"))
  func `findings come in the order of the text`(fixture: Fixture) throws {
    let places = try SchemaCheck(fixture.text).findings.map { [$0.line, $0.column] }
    #expect(places == places.sorted { $0.lexicographicallyPrecedes($1) })
  }

  @Test(arguments: Fixture.all(in: "err"))
  func `every finding says what to do, and notes have places`(fixture: Fixture) throws {
    let check = try SchemaCheck(fixture.text)
    for diagnostic in check.diagnostics {
      #expect(diagnostic.help?.isEmpty == false, "\(diagnostic.message)")
      #expect(diagnostic.notes.allSatisfy { check.sources.location(of: $0.position) != nil })
    }
  }

  @Test func `every rule has a fixture`() {
    let marked = Set(Fixture.all(in: "err").flatMap(\.marked).map(\.rule))
    let rules: Set = [
      "LoneSchemaDefinition", "UniqueOperationTypes", "UniqueTypeNames", "UniqueEnumValueNames",
      "UniqueFieldDefinitionNames", "UniqueArgumentDefinitionNames", "UniqueDirectiveNames",
      "KnownTypeNames", "KnownDirectives", "UniqueDirectivesPerLocation", "PossibleTypeExtensions",
      "KnownArgumentNamesOnDirectives", "UniqueArgumentNames", "UniqueInputFieldNames",
      "ProvidedRequiredArgumentsOnDirectives", "RootOperationTypes", "ReservedNames",
      "IsInputType", "IsOutputType", "NonEmptyTypes", "UnionMembers", "IsValidImplementation",
      "warning IsValidImplementation", "RequiredInputs", "OneOfInputObjects", "InputObjectCycles",
      "ValuesOfCorrectType", "InputObjectDefaultValueHasCycle", "DirectiveCycles", "SpecifiedBy",
      "warning TypeSystemDefinitions",
    ]
    #expect(marked == rules)
    #expect(Fixture.all(in: "ok").count > 20)
  }
}
