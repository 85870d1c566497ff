// Tests validation of several documents, its options, and the texts of its problems.

import AuthGenLanguage
import AuthGenTypeSystem
import Testing

@testable import AuthGenValidation

struct SchemaValidationTests {
  @Test func documentsFormOneSchema() throws {
    let check = try SchemaCheck(
      "extend type Query { b: Int }", "type Query { a: Thing }", "scalar Thing")
    #expect(check.diagnostics.isEmpty)
    let query = try #require(check.schema?.value.root(.query))
    #expect(check.schema?.value[query].fields.count == 2)
  }

  @Test func namesAreUniqueAmongAllDocuments() throws {
    let check = try SchemaCheck("type Query { a: Int }", "extend type Query { a: Int }")
    #expect(check.lines == ["2.graphql:1"])
    #expect(check.diagnostics.first?.notes.count == 1)
  }

  @Test func queryTypeIsRequiredWithoutDocuments() throws {
    let check = try SchemaCheck()
    #expect(check.lines == ["nowhere"])
    #expect(check.schema == nil)
  }

  @Test(arguments: [
    (ValidationOptions.Level.off, [String](), true),
    (.warning, ["warning"], true),
    (.error, ["error"], false),
  ])
  func severityOfDeprecatedImplementationsIsAnOption(
    level: ValidationOptions.Level, severities: [String], isValid: Bool
  ) throws {
    let check = try SchemaCheck(
      """
      interface Node { id: ID }
      type Query implements Node { id: ID @deprecated }
      """, options: ValidationOptions(deprecatedImplementations: level))
    #expect(check.diagnostics.map(\.severity.rawValue) == severities)
    #expect((check.schema != nil) == isValid)
  }

  @Test func misspeltNamesGetSuggestions() throws {
    let check = try SchemaCheck(
      """
      type Query { a: Peson, b: Int @depracated, c: Int @deprecated(raeson: "why") }
      type Person { a: Int }
      extend enum Colour { BLUE }
      enum Color { RED }
      """)
    #expect(
      check.diagnostics.map(\.help) == [
        "did you mean \"Person\"?", "did you mean \"deprecated\"?", "did you mean \"reason\"?",
        "did you mean \"Color\"?",
      ])
  }

  @Test func introspectionTypesAreNotSuggested() throws {
    let check = try SchemaCheck("type Query { a: Type }")
    #expect(
      check.diagnostics.map(\.help).first == "define it, or add the file that does to the schema")
  }

  @Test func messagesHaveTheCoordinate() throws {
    let check = try SchemaCheck("type Query { a(query: [Query!]): Int }")
    #expect(
      check.diagnostics.map(\.message) == [
        "argument Query.a(query:) cannot take Query, which is an object type"
      ])
  }

  @Test func typeReferenceBeginsAtItsFirstBracket() throws {
    let check = try SchemaCheck(
      "type Query { a(b: [ \n\t,[Query]]): Int, c(b: [ # why\n Query]): Int }")
    #expect(check.problems.map { [$0.line, $0.column] } == [[1, 19], [3, 2]])
  }

  @Test func cycleNoteHasThePath() throws {
    let check = try SchemaCheck(
      "type Query { a: Int } input A { b: B! } input B { c: C! } input C { a: A! }")
    #expect(
      check.diagnostics.first?.notes.map(\.message) == [
        "which requires B.c", "which requires C.a",
      ])
  }

  @Test func valuesAreShortenedInMessages() throws {
    let digits = String(repeating: "9", count: 5_000)
    let check = try SchemaCheck("type Query { a(b: Int = \(digits)): Int }")
    #expect(check.diagnostics.first.map { $0.message.utf8.count < 100 } == true)
  }
}
