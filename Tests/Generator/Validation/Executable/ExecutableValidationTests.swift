// Tests what fixtures cannot: several files, options, and the texts of problems.

import AuthGenLanguage
import AuthGenTestSupport
import Testing

@testable import AuthGenValidation

struct ExecutableValidationTests {
  @Test(arguments: RecordedCase.all("Validation/Operations.txt"))
  func operationsHaveTheirProblems(_ recorded: RecordedCase) throws {
    try recorded.expectOutputs { text in
      let files = RecordedFiles(text).files
      let schema = Fixture(name: "", text: files[0].text).schemaName
      let check = try ExecutableCheck(files.map(\.text), schema: schema)
      #expect((check.document == nil) == check.diagnostics.hasErrors)
      return check.sources.text(of: check.diagnostics)
    }
  }

  @Test func fragmentsAreSharedAmongFiles() throws {
    let check = try ExecutableCheck([
      "query Cats { cat { ...Names } }",
      "fragment Names on Cat { name }",
    ])
    #expect(check.document?.value.operations.map(\.documentIndex) == [0])
    #expect(check.document?.value.fragments.map(\.documentIndex) == [1])
  }

  @Test(arguments: [
    (ValidationOptions.Level.off, [Diagnostic.Severity]()), (.warning, [.warning]),
    (.error, [.error]),
  ])
  func unusedFragmentSeverityIsAnOption(
    level: ValidationOptions.Level, severities: [Diagnostic.Severity]
  ) throws {
    let check = try ExecutableCheck(
      "{ cat { name } } fragment Unused on Cat { name }",
      options: ValidationOptions(unusedFragments: level))
    #expect(check.diagnostics.map(\.severity) == severities)
    #expect((check.document == nil) == (level == .error))
  }

  @Test func fragmentIsFoundByName() throws {
    let input = try ExecutableInput(
      ["{ cat { ...A } } fragment B on Cat { name } fragment A on Cat { name }"],
      schemaText: Fixture.schema("pets"))
    let name = try #require(input.symbols.find("A"))
    #expect(input.document.fragmentIndex(name) == 1)
    #expect(input.document.fragment(name)?.definition.name.symbol == name)
    #expect(input.document.fragment(.query) == nil)
  }

  /// A server can have had directives of these names before the draft did.
  @Test(arguments: [
    "on FRAGMENT_SPREAD | INLINE_FRAGMENT | FIELD", "(if: Boolean) on FIELD | INLINE_FRAGMENT",
    "(if: String, label: String) on FRAGMENT_SPREAD | INLINE_FRAGMENT | FIELD",
    "(if: [Boolean], label: String) on FIELD | INLINE_FRAGMENT",
  ])
  func otherDirectivesOfTheSameNamesFollowNoRulesOfTheDraft(definition: String) throws {
    let schema = """
      directive @defer \(definition) directive @stream \(definition)
      type Query { a: Int } type Mutation { a: Int } type Subscription { a: Int }
      """
    let text = """
      subscription S { a @stream } mutation M { a @defer a @stream ... @defer { a } }
      """
    let input = try ExecutableInput([text], schemaText: schema)
    let (document, diagnostics) = ExecutableValidation.validate(
      input.document, schema: Validated(input.schema), symbols: input.symbols,
      sources: input.sources)
    #expect(diagnostics == [])
    #expect(document != nil)
  }

  @Test(arguments: [
    ("\"a\"", "\"\\u0061\"", false), ("\"a\"", "\"b\"", true), ("\"a\"", "\"\"\"a\"\"\"", true),
    ("\"\"\"a\"\"\"", "\"\"\"\n  a\n\"\"\"", false), ("1", "1.0", true), ("A", "\"A\"", true),
    ("{ a: [1], b: 2 }", "{ b: 2, a: [1] }", false), ("[1, 2]", "[2, 1]", true),
    ("[[1], 2]", "[[1, 2]]", true),
  ])
  func stringsAreComparedByValueAndNumbersBySpelling(
    _ first: String, _ second: String, _ conflict: Bool
  ) throws {
    let check = try ExecutableCheck(
      "{ arguments { json(value: \(first)) json(value: \(second)) } }")
    #expect(check.diagnostics.map(\.rule) == (conflict ? [.overlappingFieldsCanBeMerged] : []))
  }
}
