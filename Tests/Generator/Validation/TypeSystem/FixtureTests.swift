// Tests valid schemas, and schemas in which every error is marked.

import AuthGenLanguage
import AuthGenValidation
import Testing

struct FixtureTests {
  @Test(arguments: Fixture.all(in: "TypeSystem/Fixtures/ok"))
  func validSchemaHasNoProblems(fixture: Fixture) throws {
    let check = try SchemaCheck(fixture.text, options: .strict)
    #expect(check.problems == [])
    #expect(check.schema != nil)
  }

  @Test(arguments: Fixture.all(in: "TypeSystem/Fixtures/err"))
  func exactlyTheMarkedErrorsAreFound(fixture: Fixture) throws {
    let check = try SchemaCheck(fixture.text)
    #expect(!fixture.marked.isEmpty)
    #expect(check.problems.sorted() == fixture.marked)
    #expect((check.schema == nil) == check.diagnostics.hasErrors)
    let places = check.problems.map { [$0.line, $0.column] }
    #expect(places == places.sorted { $0.lexicographicallyPrecedes($1) })
    for diagnostic in check.diagnostics {
      #expect(diagnostic.help?.isEmpty == false, "\(diagnostic.message)")
      #expect(diagnostic.notes.allSatisfy { check.sources.location(of: $0.position) != nil })
    }
  }

  @Test func everyRuleHasAFixture() {
    let marked = Set(Fixture.all(in: "TypeSystem/Fixtures/err").flatMap(\.marked).map(\.rule))
    let rules: Set = [
      "LoneSchemaDefinition", "UniqueOperationTypes", "UniqueTypeNames", "UniqueEnumValueNames",
      "UniqueFieldDefinitionNames", "UniqueArgumentDefinitionNames", "UniqueDirectiveNames",
      "KnownTypeNames", "KnownDirectives", "UniqueDirectivesPerLocation", "PossibleTypeExtensions",
      "PossibleDirectiveExtensions",
      "KnownArgumentNamesOnDirectives", "UniqueArgumentNames", "UniqueInputFieldNames",
      "ProvidedRequiredArgumentsOnDirectives", "RootOperationTypes", "ReservedNames",
      "IsInputType", "IsOutputType", "NonEmptyTypes", "UnionMembers", "IsValidImplementation",
      "warning DeprecatedImplementation", "RequiredInputs", "OneOfInputObjects",
      "InputObjectCycles",
      "ValuesOfCorrectType", "InputObjectDefaultValueHasCycle", "DirectiveCycles", "SpecifiedBy",
      "warning TypeSystemDefinitions",
    ]
    #expect(marked == rules)
    #expect(Fixture.all(in: "TypeSystem/Fixtures/ok").count > 20)
  }
}
