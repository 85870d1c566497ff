// Tests the validation of only the schema elements that operations use.

import AuthGenLanguage
import AuthGenTypeSystem
import Testing

@testable import AuthGenValidation

struct UsedSchemaTests {
  /// A schema with an error, an operation that uses the invalid element, and one that does not.
  struct Case: CustomTestStringConvertible, Sendable {
    let rule: Diagnostic.Rule
    let schema: String
    let using: String
    let notUsing: String

    init(_ rule: Diagnostic.Rule, _ schema: String, using: String, notUsing: String = "{ a }") {
      self.rule = rule
      self.schema = schema
      self.using = using
      self.notUsing = notUsing
    }

    var testDescription: String { "\(rule.rawValue): \(using)" }
  }

  static let cases = [
    Case(
      .uniqueFieldDefinitionNames, "type Query { a: Int, b: Int, b: String }", using: "{ a b }"),
    Case(
      .uniqueFieldDefinitionNames,
      "type Query { a: Int, n: N } interface N { b: Int } type T implements N { b: Int, b: Int }",
      using: "{ n { b } }", notUsing: "{ n { __typename } }"),
    Case(
      .uniqueFieldDefinitionNames,
      "type Query { a: Int, b(c: I): Int } input I { d: J } input J { e: Int, e: Int }",
      using: "query Q($i: I) { b(c: $i) }", notUsing: "{ a b }"),
    Case(
      .uniqueFieldDefinitionNames,
      "type Query { a: Int, b(c: I): Int } input I { d: Int, e: Int, e: Int }",
      using: "{ b(c: {d: 1}) }", notUsing: "{ b }"),
    Case(
      .uniqueEnumValueNames, "type Query { a: Int, b: E } enum E { F F }", using: "{ b }"),
    Case(
      .uniqueArgumentDefinitionNames, "type Query { a: Int, b(c: Int, c: Int): Int }",
      using: "{ b(c: 1) }", notUsing: "{ a b }"),
    Case(
      .uniqueTypeNames, "type Query { a: Int, b: T } type T { c: Int } type T { d: Int }",
      using: "{ b { c } }"),
    Case(
      .uniqueTypeNames,
      "type Query { a: Int, u: U } union U = S | T type S { c: Int } type T { c: Int } scalar T",
      using: "{ u { ... on S { c } } }"),
    Case(
      .uniqueTypeNames,
      """
      type Query { a: Int, n: N, t: T } interface N { b: Int } type T { c: Int }
      type T implements N { b: Int }
      """, using: "{ n { b } }"),
    Case(
      .possibleTypeExtensions,
      "type Query { a: Int, n: N } interface N { b: Int } extend type T implements N { b: Int }",
      using: "{ n { b } }"),
    Case(
      .possibleDirectiveExtensions,
      "directive @a on DIRECTIVE_DEFINITION type Query { a: Int, b: Int } extend directive @skip @a",
      using: "{ b @skip(if: true) }"),
    Case(
      .knownDirectives,
      "type Query { a: Int, b: Int @d } directive @d @missing on FIELD_DEFINITION",
      using: "{ b }"),
    Case(
      .uniqueDirectiveNames,
      "type Query { a: Int, b: Int @d } directive @d on FIELD_DEFINITION directive @d on FIELD",
      using: "{ b }"),
    Case(
      .knownTypeNames, "type Query { a: Int, b: Missing }", using: "{ b { c } }"),
    Case(
      .knownTypeNames, "type Query { a: Int, b(c: Missing): Int }",
      using: "query Q($c: Missing) { b(c: $c) }", notUsing: "{ a b }"),
    Case(
      .knownTypeNames, "type Query { a: Int, u: U } union U = Query | Missing",
      using: "{ u { __typename } }"),
    Case(
      .knownTypeNames, "schema { query: Query, mutation: Missing } type Query { a: Int }",
      using: "mutation M { a }"),
    Case(
      .knownDirectives, "type Query { a: Int, b: T @missing } scalar T", using: "{ b }"),
    Case(.knownDirectives, "type Query { a: Int, b: T } scalar T @missing", using: "{ b }"),
    Case(
      .providedRequiredArgumentsOnDirectives,
      "type Query { a: Int, b: T } enum T { V @d } directive @d(c: Int!) on ENUM_VALUE",
      using: "{ b }"),
    Case(
      .possibleTypeExtensions,
      "type Query { a: Int, b: T } type T { c: Int } extend interface T { d: Int }",
      using: "{ b { c } }"),
    Case(
      .isOutputType, "type Query { a: Int, b: I } input I { c: Int }", using: "{ b }"),
    Case(
      .isInputType, "type Query { a: Int, b(c: Query): Int }", using: "{ b(c: 1) }",
      notUsing: "{ b }"),
    Case(.nonEmptyTypes, "type Query { a: Int, b: T } type T", using: "{ b { __typename } }"),
    Case(
      .isValidImplementation,
      "type Query { a: Int, b: T, n: N } interface N { c: Int } type T implements N { d: Int }",
      using: "{ n { c } }", notUsing: "{ b { d } n { __typename } }"),
    Case(
      .isValidImplementation,
      """
      type Query { a: Int, n: N, t: T } interface N { b(c: Int): Int }
      type T implements N { b: Int }
      """, using: "{ n { b(c: 1) } }", notUsing: "{ n { b } t { b } }"),
    Case(
      .isValidImplementation,
      """
      type Query { a: Int, n: N, r: R } interface N { b: Int } interface R implements N { b: Int }
      type T implements R { b: Int }
      """, using: "{ n { b } }", notUsing: "{ r { b } }"),
    Case(
      .isValidImplementation,
      """
      type Query { a: Int, b: T, n: N } interface N { c: Int }
      type T implements N { c: String, d: Int }
      """, using: "{ n { c } }", notUsing: "{ b { d } n { __typename } }"),
    Case(
      .reservedNames, "type Query { a: Int, __b: Int }", using: "{ __b }"),
    Case(
      .requiredInputs, "type Query { a: Int, b(c: Int! @deprecated): Int }", using: "{ b(c: 1) }"),
    Case(
      .oneOfInputObjects, "type Query { a: Int, b(c: I): Int } input I @oneOf { d: Int! }",
      using: "query Q($c: I) { b(c: $c) }"),
    Case(
      .inputObjectCycles,
      "type Query { a: Int, b(c: I): Int } input I { d: J! } input J { e: I! }",
      using: "query Q($c: I) { b(c: $c) }"),
    Case(
      .inputObjectDefaultValueHasCycle,
      "type Query { a: Int, b(c: I): Int } input I { d: I = {} }",
      using: "query Q($c: I) { b(c: $c) }"),
    Case(
      .valuesOfCorrectType, "type Query { a: Int, b(c: Int = \"d\"): Int }", using: "{ b(c: 1) }"),
    Case(
      .directiveCycles,
      "type Query { a: Int @d } directive @d(e: Int @d) on FIELD_DEFINITION | ARGUMENT_DEFINITION",
      using: "{ a }", notUsing: "{ __typename }"),
    Case(
      .rootOperationTypes, "type Mutation { a: Int }", using: "{ a }",
      notUsing: "mutation { a }"),
    Case(
      .loneSchemaDefinition,
      "schema { query: Query } schema { mutation: Query } type Query { a: Int }",
      using: "{ a }", notUsing: ""),
  ]

  @Test(arguments: cases)
  func errorInAnUnusedElementIsAWarning(
    _ this: Case
  ) throws {
    let all = try SchemaCheck(this.schema)
    let used = try SchemaCheck(this.schema, operations: this.using)
    #expect(all.schema == nil && used.schema == nil)
    #expect(used.diagnostics.filter { $0.severity == .error }.map(\.rule).contains(this.rule))
    guard !this.notUsing.isEmpty else { return }
    let other = try SchemaCheck(this.schema, operations: this.notUsing)
    #expect(other.schema != nil)
    #expect(Set(other.diagnostics.map(\.severity)) == [.warning])
    #expect(other.diagnostics.map(\.rule).contains(this.rule))
    #expect(other.diagnostics.allSatisfy { $0.message.contains("no operation depends on it") })
    // The position and help are the same.
    let error = try #require(all.diagnostics.first { $0.rule == this.rule })
    let warning = try #require(other.diagnostics.first { $0.rule == this.rule })
    #expect(error.position == warning.position)
    #expect(error.help == warning.help)
    #expect(error.notes == warning.notes)
  }

  @Test(arguments: Fixture.all(in: "err"))
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
      """
      type Query { team: Team, a: Int }
      type Team { name: String, discussion(a: Int): Int, discussion: Query, name: Int }
      """, operations: "{ team { __typename } }")
    #expect(
      check.diagnostics.map(\.message) == [
        "field Team.discussion is defined more than once; the first definition is used; "
          + "no operation depends on it",
        "field Team.name is defined more than once; the first definition is used; "
          + "no operation depends on it",
      ])
    let schema = try #require(check.schema?.value)
    let team = try #require(schema.types.last)
    #expect(team.fields.count == 2)
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

  @Test func unusedErrorDoesNotAffectUsedElements() throws {
    // The second definition would require another field type of all types that implement the interface.
    let check = try SchemaCheck(
      """
      type Query { t: T }
      interface Node { id: ID, id: Int, of: Missing, by(a: Missing): Int }
      type T implements Node & Missing2 { id: ID, of: T, by(a: Int): Int }
      """, operations: "{ t { id of { id } by(a: 1) } }")
    #expect(
      check.problems.map(\.rule) == [
        "warning UniqueFieldDefinitionNames", "warning KnownTypeNames", "KnownTypeNames",
      ])
    #expect(check.lines == ["1.graphql:2", "1.graphql:2", "1.graphql:3"])
  }

  @Test func laterStepsRunIfEarlierErrorsAreUnused() throws {
    let check = try SchemaCheck(
      "type Query { a: Int, b: T, c: Missing } type T", operations: "{ a b { __typename } }")
    #expect(check.problems.map(\.rule) == ["warning KnownTypeNames", "NonEmptyTypes"])
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
