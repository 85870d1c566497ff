// Tests validation of several documents, its options, and the texts of its problems.

import AuthGenLanguage
import AuthGenTestSupport
import AuthGenTypeSystem
import Testing

@testable import AuthGenValidation

struct SchemaValidationTests {
  @Test(arguments: RecordedCase.all("Validation/Schemas.txt"))
  func schemaHasItsProblems(_ recorded: RecordedCase) throws {
    try recorded.expectOutputs { text in
      let texts = RecordedFiles(text).files.map(\.text)
      return try SchemaCheck(texts, operations: nil, options: SchemaCheck.rules).text
    }
  }

  @Test func documentsFormOneSchema() throws {
    let check = try SchemaCheck(
      "extend type Query { b: Int }", "type Query { a: Thing }", "scalar Thing")
    #expect(check.diagnostics.isEmpty)
    let query = try #require(check.schema?.value.root(.query))
    #expect(check.schema?.value[query].fields.count == 2)
  }

  @Test func queryTypeIsRequiredWithoutDocuments() throws {
    let check = try SchemaCheck()
    #expect(check.diagnostics.map(\.position) == [.unknown])
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

  @Test func valuesAreShortenedInMessages() throws {
    let digits = String(repeating: "9", count: 5_000)
    let check = try SchemaCheck("type Query { a(b: Int = \(digits)): Int }")
    #expect(check.diagnostics.first.map { $0.message.utf8.count < 100 } == true)
  }
}
