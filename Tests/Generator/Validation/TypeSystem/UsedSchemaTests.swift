// Tests the validation of only the schema elements that operations use.

import AuthGenLanguage
import AuthGenTestSupport
import AuthGenTypeSystem
import Testing

@testable import AuthGenValidation

struct UsedSchemaTests {
  @Test(arguments: RecordedCase.all("Validation/UsedSchemas.txt"))
  func errorInAnUnusedElementIsAWarning(_ recorded: RecordedCase) throws {
    try recorded.expectOutputs { text in
      let files = RecordedFiles(text).files
      let all = try SchemaCheck(files[0].text)
      #expect(all.schema == nil)
      let used = try files.dropFirst().map { file in
        let check = try SchemaCheck(files[0].text, operations: file.name)
        #expect((check.schema == nil) == check.diagnostics.hasErrors)
        return "--- \(file.name)\n\(check.text)"
      }
      return ([all.text] + used).joined(separator: "\n")
    }
  }

  @Test(arguments: Fixture.all(in: "TypeSystem/Fixtures/err"))
  func unusedErrorsAreStillFound(fixture: Fixture) throws {
    let all = try SchemaCheck(fixture.text)
    let used = try SchemaCheck(fixture.text, operations: "subscription { nothing }")
    let places = { (check: SchemaCheck) in
      Set(
        check.problems.map { "\($0.line):\($0.column) \($0.rule.split(separator: " ").last ?? "")" }
      )
    }
    #expect(places(all).isSubset(of: places(used)))
    for error in used.diagnostics where error.severity == .error {
      #expect(
        error.rule == .loneSchemaDefinition || fixture.text.contains("schema @")
          || fixture.text.lowercased().contains("subscription"),
        "\(error.message)")
    }
  }

  @Test func firstFieldDefinitionIsUsedAsTheWarningStates() throws {
    let check = try SchemaCheck(
      "type Query { team: Team } type Team { name: String, tags(a: Int): Int, tags: Query, name: Int }",
      operations: "{ team { __typename } }")
    let team = try #require(check.schema?.value.types.last)
    #expect(team.fields.map(\.arguments.count) == [0, 1])
    #expect(team.fields[0].type.symbol == .string)
  }

  @Test func firstFieldDefinitionCountsInLargeTypes() throws {
    let fields = (0..<40).map { "f\($0): Int" }.joined(separator: " ")
    let check = try SchemaCheck(
      "type Query { a: T } type T { \(fields) f7: Query \(fields) }",
      operations: "{ a { f3 } }")
    #expect(check.diagnostics.filter { $0.severity == .error }.count == 1)
    let other = try SchemaCheck(
      "type Query { a: T } type T { \(fields) f7: Query }", operations: "{ a { f3 } }")
    let schema = try #require(other.schema?.value)
    let type = try #require(schema.types.indices.last.map { schema.types[$0] })
    let id = try #require(schema.typeID(type.name.symbol))
    #expect(type.fields.count == 40)
    #expect(schema.field(type.fields[7].name.symbol, of: id)?.type.symbol == .int)
  }

  @Test func warningsAreLimited() throws {
    let types = (0..<3_000).map { "type T\($0) { a: Int, a: Int }" }.joined(separator: "\n")
    let check = try SchemaCheck("type Query { b: Int }\n" + types, operations: "{ b }")
    #expect(check.schema != nil)
    #expect(check.diagnostics.count == 1_001)
    let last = try #require(check.diagnostics.last { $0.position == .unknown })
    #expect(last.message.hasPrefix("1000 schema problems that no operation depends on were found"))
  }

  @Test func warningsDoNotHideErrors() throws {
    let types = (0..<3_000).map { "type T\($0) { a: Int, a: Int }" }.joined(separator: "\n")
    let check = try SchemaCheck(
      types + "\ntype Query { b: Int, b: Int }\n", operations: "{ b }")
    #expect(check.diagnostics.filter { $0.severity == .error }.count == 1)
  }

  @Test(.timeLimit(.minutes(5)))
  func hostileSchemasAreValidatedFast() throws {
    let names = (0..<2_000).map { "i\($0): Int" }.joined(separator: " ")
    let interfaces = (0..<300).map { "interface I\($0) { \(names) }" }.joined(separator: "\n")
    let list = (0..<300).map { "I\($0)" }.joined(separator: " & ")
    let types = (0..<300).map { "type T\($0) implements \(list) { a: Int }" }
      .joined(separator: "\n")
    let check = try SchemaCheck(
      "type Query { b: Int }\n\(interfaces)\n\(types)", operations: "{ b }")
    #expect(check.schema != nil)
    #expect(check.diagnostics.count == 1_001)
  }

  @Test(.timeLimit(.minutes(5)))
  func longDirectiveChainsAreValidated() throws {
    let count = 50_000
    let directives = (0..<count).map {
      "directive @d\($0)(a: Int @d\($0 + 1)) on ARGUMENT_DEFINITION | FIELD_DEFINITION"
    }
    let check = try SchemaCheck(
      "type Query { b: Int @d0 }\ndirective @d\(count)(a: Missing) on ARGUMENT_DEFINITION\n"
        + directives.joined(separator: "\n"), operations: "{ b }")
    #expect(check.problems.map(\.rule) == ["KnownTypeNames"])
  }
}
