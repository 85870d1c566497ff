// Tests what fixtures cannot: several files, options, and the texts of problems.

import AuthGenLanguage
import Testing

@testable import AuthGenValidation

struct ExecutableValidationTests {
  @Test func fragmentsAreSharedAmongFiles() throws {
    let check = try ExecutableCheck([
      "query Cats { cat { ...Names } }",
      "fragment Names on Cat { name }",
    ])
    #expect(check.diagnostics == [])
    #expect(check.document?.value.operations.map(\.documentIndex) == [0])
    #expect(check.document?.value.fragments.map(\.documentIndex) == [1])
  }

  @Test func namesAreUniqueAmongFiles() throws {
    let check = try ExecutableCheck([
      "query Cats { cat { ...Names } } fragment Names on Cat { name }",
      "query Cats { cat { ...Names } } fragment Names on Cat { name }",
    ])
    #expect(
      check.diagnostics.map(check.text) == [
        """
        file2:1:7: there is more than one operation named "Cats"
        note file1:1:7: the first is here
        help rename one of them; names are shared over all files, and an operation without one has its file's
        """,
        """
        file2:1:42: there is more than one fragment named "Names"
        note file1:1:42: the first is here
        help rename one of them; names are shared over all files
        """,
      ])
  }

  @Test func anonymousOperationMustBeTheOnlyOne() throws {
    let check = try ExecutableCheck(["{ cat { name } }", "query Cats { cat { name } }"])
    #expect(
      check.diagnostics.map(check.text) == [
        """
        file1:1:1: this query has no name, but it is not the only operation
        help name it: query SomeName { ... }; only the single operation of a file has the file's name
        """
      ])
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
      schemaText: ExecutableFixture.schema("pets"))
    let name = try #require(input.symbols.find("A"))
    #expect(input.document.fragmentIndex(name) == 1)
    #expect(input.document.fragment(name)?.definition.name.symbol == name)
    #expect(input.document.fragment(.query) == nil)
  }

  @Test func misspeltNamesGetSuggestions() throws {
    let check = try ExecutableCheck(
      """
      query Q($a: DogInptu) {
        dog(wher: $a) @includ(if: true) { nam ...Name }
        pet { barkVolume }
      }
      fragment Names on Dgo { name }
      """, options: ValidationOptions(unusedFragments: .off))
    #expect(
      check.diagnostics.map { $0.help ?? "" } == [
        "did you mean \"DogInput\" or \"PetInput\"?",
        "did you mean \"where\"?",
        "did you mean \"include\"?",
        "did you mean \"name\"?",
        "did you mean \"Names\"?",
        "it is a field of Dog: select it inside \"... on Dog { }\"",
        "did you mean \"Dog\"?",
      ])
  }

  @Test func undefinedVariableNamesTheOperations() throws {
    let check = try ExecutableCheck(
      """
      query First { arguments { ...Shared } }
      query Second($value: Int) { arguments { ...Shared int(value: $value) } }
      query Third { arguments { ...Shared } }
      fragment Shared on Arguments { shared: int(value: $vale) }
      """)
    #expect(
      check.diagnostics.map(check.text) == [
        """
        file1:4:51: variable "$vale" is not defined in query "First"
        note file1:1:7: query "First" is here
        note file1:2:7: the same holds for query "Second"
        note file1:3:7: the same holds for query "Third"
        help define it in the operation: ($vale: Int)
        """
      ])
  }

  @Test func variableOfAnotherTypeShowsBothTypes() throws {
    let check = try ExecutableCheck(
      "query Q($a: Int) { arguments { nonNullInt(value: $a) list(value: [$a]) } }")
    #expect(
      check.diagnostics.map(check.text) == [
        """
        file1:1:50: variable "$a" is of type Int, but the type expected here is Int!
        note file1:1:9: "$a" is defined here
        help define it with type Int! or a default value
        """,
        """
        file1:1:67: variable "$a" is of type Int, but the type expected here is Int!
        note file1:1:9: "$a" is defined here
        help define it with type Int! or a default value
        """,
      ])
  }

  @Test func conflictShowsItsResponsePath() throws {
    let check = try ExecutableCheck(
      "{ dog { owner { x: name } ...A } } fragment A on Dog { owner { x: id } }")
    #expect(
      check.diagnostics.map(check.text) == [
        """
        file1:1:64: "dog.owner.x" is field "id" here and field "name" elsewhere
        note file1:1:17: it is also selected here
        help give one of the two another alias
        """
      ])
  }

  @Test func streamedFieldShowsWhereItIsAlsoSelected() throws {
    let check = try ExecutableCheck(
      "{ author { x: tags x: tags @stream } }", schema: "incremental")
    #expect(
      check.diagnostics.map(check.text) == [
        """
        file1:1:20: "author.x" has @stream and is selected more than once
        note file1:1:12: it is also selected here
        help remove one of the two, or give one another alias
        """
      ])
  }

  @Test func errorInAFragmentShowsTheSubscription() throws {
    let check = try ExecutableCheck(
      ["subscription S { ...F }", "fragment F on Subscription { tags @stream }"],
      schema: "incremental")
    #expect(
      check.diagnostics.map(check.text) == [
        """
        file2:1:35: @stream is not allowed at the root of a subscription
        note file1:1:1: the subscription is here
        help remove it, or move it inside of a root field
        """,
        """
        file2:1:35: @stream requires a condition in a subscription
        note file1:1:1: the subscription is here
        help remove it, or give it an "if" that is false or a variable
        """,
      ])
  }

  @Test func labelsAreUniqueAmongFiles() throws {
    let query = { (name: String) in
      "query \(name) { author { ... @defer(label: \"a\") { name } } }"
    }
    let check = try ExecutableCheck([query("A"), query("B")], schema: "incremental")
    #expect(
      check.diagnostics.map(check.text) == [
        """
        file2:1:24: the label of this @defer is used more than once
        note file1:1:24: it is used here first
        help change one of them; labels are unique over all files
        """
      ])
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

  @Test func longCycleNamesItsFirstFragments() throws {
    let fragments = (0..<9).map {
      "fragment F\($0) on Human { bestFriend { ...F\(($0 + 1) % 9) } }"
    }
    let check = try ExecutableCheck(["{ human { ...F0 } }"] + fragments)
    #expect(
      check.diagnostics.map(\.message) == [
        "fragment \"F0\" contains itself through \"F1\", \"F2\", \"F3\", \"F4\", \"F5\" and 3 more"
      ])
  }

  @Test func stringsAreComparedByValueAndNumbersBySpelling() throws {
    func conflicts(_ first: String, _ second: String) throws -> Bool {
      func field(_ value: String) -> String { "json(value: \(value))" }
      let check = try ExecutableCheck("{ arguments { \(field(first)) \(field(second)) } }")
      return check.diagnostics.map(\.rule) == [.overlappingFieldsCanBeMerged]
    }
    #expect(try !conflicts("\"a\"", "\"\\u0061\""))
    #expect(try conflicts("\"a\"", "\"b\""))
    #expect(try conflicts("\"a\"", "\"\"\"a\"\"\""))
    #expect(try !conflicts("\"\"\"a\"\"\"", "\"\"\"\n  a\n\"\"\""))
    #expect(try conflicts("1", "1.0"))
    #expect(try conflicts("A", "\"A\""))
    #expect(try !conflicts("{ a: [1], b: 2 }", "{ b: 2, a: [1] }"))
    #expect(try conflicts("[1, 2]", "[2, 1]"))
    #expect(try conflicts("[[1], 2]", "[[1, 2]]"))
  }

  @Test func equalInputGivesEqualProblems() throws {
    for fixture in ExecutableFixture.all(in: "err") {
      let first = try ExecutableCheck(fixture.text, schema: fixture.schemaName)
      let second = try ExecutableCheck(fixture.text, schema: fixture.schemaName)
      #expect(first.diagnostics == second.diagnostics)
    }
  }
}
