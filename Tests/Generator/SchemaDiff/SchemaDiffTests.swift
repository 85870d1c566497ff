// Tests every kind of change, each with two schemas that differ only in it.

import AuthGenLanguage
import AuthGenSchemaDiff
import AuthGenTypeSystem
import Testing

extension SchemaDiff {
  /// Returns the changes for a client with the feature A, and the secret scalar S.
  static func changes(
    from old: Schema, to new: Schema, symbols: SymbolTable, sources: SourceMap
  ) -> [SchemaChange] {
    let marks = [old, new].map {
      SchemaMarks(
        authenticated: "authenticated", feature: "if", weight: "weight", rateLimit: "rateLimit",
        in: $0, symbols: symbols, sources: sources)
    }
    return changes(
      from: old, to: new,
      client: SchemaDiffClient(
        marks: (marks[0], marks[1]), features: ["A"], secretScalars: ["S"], isIntrospection: false),
      symbols: symbols, sources: sources)
  }
}

@Suite struct SchemaDiffTests {
  /// One change: the two schemas and the expected changes.
  struct Case: CustomTestStringConvertible {
    let old: String
    let new: String
    let expected: [String]

    init(_ old: String, _ new: String, _ expected: String...) {
      self.old = old
      self.new = new
      self.expected = expected
    }

    var testDescription: String { expected.joined(separator: ", ") }
  }

  private static func found(_ old: String, _ new: String) throws -> [SchemaChange] {
    let workspace = SchemaWorkspace()
    let schemas = (try workspace.schema(old), try workspace.schema(new))
    return SchemaDiff.changes(
      from: schemas.0, to: schemas.1, symbols: workspace.symbols, sources: workspace.sources)
  }

  private static func lines(_ old: String, _ new: String) throws -> [String] {
    try found(old, new).map { "\($0.code) \($0.criticality) \($0.coordinate)" }
  }

  static let query = "type Query { a: Int }\n"

  static let marks = [
    ("a: Int", "a: Int @authenticated", "AUTHENTICATION_ADDED breaking T.a"),
    ("a: Int @authenticated", "a: Int", "AUTHENTICATION_REMOVED dangerous T.a"),
    (
      "a: Int @requiresScopes(scopes: [[\"a\"]])", "a: Int @requiresScopes(scopes: [[\"b\"]])",
      "AUTHENTICATION_CHANGED dangerous T.a"
    ),
    ("a: Int", "a: Int @if(feature: A)", "FEATURE_ADDED safe T.a"),
    ("a: Int", "a: Int @if(feature: \"B\")", "FEATURE_ADDED breaking T.a"),
    ("a: Int @if(feature: A)", "a: Int @if(feature: B)", "FEATURE_CHANGED breaking T.a"),
    ("a: Int @if(feature: B)", "a: Int", "FEATURE_REMOVED safe T.a"),
    ("a: Int", "a: Int @weight(value: 2)", "WEIGHT_CHANGED dangerous T.a"),
    ("a: Int @weight(value: 9)", "a: Int @weight(value: 10)", "WEIGHT_CHANGED dangerous T.a"),
    ("a: Int @weight(value: 9)", "a: Int @weight(value: 2)", "WEIGHT_CHANGED safe T.a"),
    ("a: Int", "a: Int @rateLimit(bucket: X)", "RATE_LIMIT_ADDED dangerous T.a"),
    (
      "a: Int @rateLimit(bucket: X)", "a: Int @rateLimit(bucket: Y)",
      "RATE_LIMIT_CHANGED dangerous T.a"
    ),
    ("a: Int @rateLimit(bucket: X)", "a: Int", "RATE_LIMIT_REMOVED safe T.a"),
    ("a: Int", "a: Int @semanticNonNull", "SEMANTIC_NULLABILITY_CHANGED dangerous T.a"),
    ("a: Int @semanticNonNull", "a: Int", "SEMANTIC_NULLABILITY_CHANGED breaking T.a"),
    ("a: Int @other", "a: Int", ""), ("a: Int @authenticated", "a: Int @authenticated", ""),
  ]

  @Test(arguments: marks)
  func marksOfFieldsAreCompared(_ old: String, _ new: String, _ expected: String) throws {
    let link = """
      extend schema @link(url: "https://specs.apollo.dev/federation/v2.5", import: ["@requiresScopes"])
      type T {
      """
    #expect(
      try Self.lines("\(link) \(old) }", "\(link) \(new) }") == (expected.isEmpty ? [] : [expected])
    )
  }

  /// As after an introspection.
  @Test func schemaThatLosesAllMarksHasOneChange() throws {
    let fields = (0..<11).map { "f\($0): Int" }
    let marked = fields.map { $0 + " @authenticated @weight(value: 1)" }.joined(separator: " ")
    let plain = fields.joined(separator: " ")
    #expect(
      try Self.lines("type T { \(marked) }", "type T { \(plain) }")
        == ["DIRECTIVES_LOST dangerous schema"])
    #expect(
      try Self.lines(
        "type T { a: Int @weight(value: 1) \(marked) }",
        "type T { a: Int @weight(value: 1) \(plain) }"
      ).count
        == 22)
  }

  @Test func valueThatBecomesSecretIsReported() throws {
    let old = "scalar S scalar P input T { a: P b: S }"
    #expect(
      try Self.lines(old, "scalar S scalar P input T { a: S b: P }") == [
        "INPUT_FIELD_CHANGED_KIND breaking T.a", "SECRET_ADDED breaking T.a",
        "INPUT_FIELD_CHANGED_KIND breaking T.b", "SECRET_REMOVED breaking T.b",
      ])
  }

  @Test func connectorThatChangesIsReported() throws {
    let schema = { (path: String) in
      """
      extend schema @link(url: "https://specs.apollo.dev/connect/v0.4", import: ["@connect", "@source"])
      type Query { a: Int @connect(http: { GET: "https://example.com/\(path)" }, selection: "$") }
      """
    }
    #expect(
      try Self.lines(schema("a"), schema("b")) == ["CONNECTOR_CHANGED dangerous Query.a"])
  }

  @Test(arguments: [
    ("Int", "Int!", "requests that omit it, or give null or a nullable variable, are refused"),
    ("Int", "Int! = 1", "requests that give null are refused"),
    ("[Int]", "[Int!]", "lists whose elements can be null are refused"),
    (
      "[Int]", "[Int!]!",
      "requests that omit it, or give null or a nullable variable, and lists whose elements can be null are refused"
    ),
    ("[[Int]]", "[[Int!]]", "inner lists whose elements can be null are refused"),
    ("Int", "[Int!]", "values and variables of the old type are refused"),
  ])
  func effectOnRequestsIsTrue(_ old: String, _ new: String, _ expected: String) throws {
    let changes = try Self.found("type T { a(b: \(old)): Int }", "type T { a(b: \(new)): Int }")
    #expect(changes.first { $0.kind == .inputChangedKind }?.consequence == expected)
  }

  @Test(arguments: [
    ("Int!", "Int", "responses can be null where clients expect a value"),
    ("[Int!]", "[Int]", "lists can have null elements"),
    (
      "[[Int!]]!", "[[Int]]",
      "responses can be null where clients expect a value, and inner lists can have null elements"
    ),
    ("[Int]", "Int", "responses have a different form from what clients expect"),
  ])
  func effectOnResponsesIsTrue(_ old: String, _ new: String, _ expected: String) throws {
    #expect(
      try Self.found("type T { a: \(old) }", "type T { a: \(new) }").map(\.consequence) == [
        expected
      ])
  }

  static let types = [
    Case(query + "type T { a: Int }", query, "TYPE_REMOVED breaking T"),
    Case(query, query + "scalar T", "TYPE_ADDED safe T"),
    Case(query + "scalar T", query + "enum T { A }", "TYPE_CHANGED_KIND breaking T"),
    Case("scalar T", "\"About\" scalar T", "DESCRIPTION_CHANGED safe T"),
    Case("\"One\" scalar T", "\"Two\" scalar T", "DESCRIPTION_CHANGED safe T"),
    Case("\"One\" scalar T", "scalar T", "DESCRIPTION_CHANGED safe T"),
    Case("scalar T", "scalar T @specifiedBy(url: \"u\")", "SPECIFIED_BY_ADDED dangerous T"),
    Case("scalar T @specifiedBy(url: \"u\")", "scalar T", "SPECIFIED_BY_REMOVED dangerous T"),
    Case(
      "scalar T @specifiedBy(url: \"u\")", "scalar T @specifiedBy(url: \"v\")",
      "SPECIFIED_BY_CHANGED dangerous T"),
    Case("enum E { A B }", "enum E { A }", "VALUE_REMOVED_FROM_ENUM breaking E.B"),
    Case("enum E { A }", "enum E { B A }", "VALUE_ADDED_TO_ENUM dangerous E.B"),
    Case("enum E { A }", "enum E { A @deprecated }", "DEPRECATION_ADDED safe E.A"),
    Case("enum E { A }", "enum E { \"a\" A }", "DESCRIPTION_CHANGED safe E.A"),
    Case(
      "type A {a: Int} type B {a: Int} union U = A | B",
      "type A {a: Int} type B {a: Int} union U = B", "TYPE_REMOVED_FROM_UNION breaking U"),
    Case(
      "type A {a: Int} type B {a: Int} union U = A",
      "type A {a: Int} type B {a: Int} union U = B | A", "TYPE_ADDED_TO_UNION dangerous U"),
    Case(
      "interface I {a: Int} type A implements I {a: Int}", "interface I {a: Int} type A {a: Int}",
      "IMPLEMENTED_INTERFACE_REMOVED breaking A"),
    Case(
      "interface I {a: Int} interface A {a: Int}",
      "interface I {a: Int} interface A implements I {a: Int}",
      "IMPLEMENTED_INTERFACE_ADDED dangerous A"),
    Case(
      "interface I {a: Int}", "interface I {a: Int} type A implements I {a: Int}",
      "TYPE_ADDED safe A"),
  ]

  static let fields = [
    Case("type T { a: Int b: Int }", "type T { a: Int }", "FIELD_REMOVED breaking T.b"),
    Case("type T { a: Int }", "type T { b: Int a: Int }", "FIELD_ADDED safe T.b"),
    Case("interface T { a: Int b: Int }", "interface T { a: Int }", "FIELD_REMOVED breaking T.b"),
    Case("type T { a: Int }", "type T { a: Float }", "FIELD_CHANGED_KIND breaking T.a"),
    Case("type T { a: Int! }", "type T { a: Int }", "FIELD_CHANGED_KIND breaking T.a"),
    Case("type T { a: Int }", "type T { a: Int! }", "FIELD_CHANGED_KIND_SAFE safe T.a"),
    Case("type T { a: [Int!] }", "type T { a: [Int] }", "FIELD_CHANGED_KIND breaking T.a"),
    Case("type T { a: [Int] }", "type T { a: [Int!]! }", "FIELD_CHANGED_KIND_SAFE safe T.a"),
    Case("type T { a: [Int]! }", "type T { a: [Int!] }", "FIELD_CHANGED_KIND breaking T.a"),
    Case("type T { a: Int }", "type T { a: [Int] }", "FIELD_CHANGED_KIND breaking T.a"),
    Case("type T { a: [[Int]] }", "type T { a: [Int] }", "FIELD_CHANGED_KIND breaking T.a"),
    Case(
      "type T { a: Int }", "type T { a: Int @deprecated(reason: \"old\") }",
      "DEPRECATION_ADDED safe T.a"),
    Case("type T { a: Int @deprecated }", "type T { a: Int }", "DEPRECATION_REMOVED safe T.a"),
    Case(
      "type T { a: Int @deprecated }", "type T { a: Int @deprecated(reason: \"x\") }",
      "DEPRECATION_REASON_CHANGED safe T.a"),
    Case(
      "type T { a: Int @deprecated }",
      "type T { a: Int @deprecated(reason: \"No longer supported\") }"),
    Case("type T { a: Int }", "type T { \"About\" a: Int }", "DESCRIPTION_CHANGED safe T.a"),
    Case("type T { a: Int b: Int }", "type T { b: Int a: Int }"),
    Case("type T { \"\" a: Int }", "type T { a: Int }"),
    Case("type T { \"One\" a: Int }", "type T { \"\"\"\n  One\n  \"\"\" a: Int }"),
  ]

  static let inputs = [
    Case("type T { a(b: Int): Int }", "type T { a: Int }", "ARG_REMOVED breaking T.a(b:)"),
    Case("type T { a: Int }", "type T { a(b: Int!): Int }", "REQUIRED_ARG_ADDED breaking T.a(b:)"),
    Case("type T { a: Int }", "type T { a(b: Int): Int }", "OPTIONAL_ARG_ADDED dangerous T.a(b:)"),
    Case(
      "type T { a: Int }", "type T { a(b: Int! = 1): Int }", "OPTIONAL_ARG_ADDED dangerous T.a(b:)"),
    Case(
      "type T { a(b: Int): Int }", "type T { a(b: Int!): Int }",
      "ARG_CHANGED_KIND breaking T.a(b:)"),
    Case(
      "type T { a(b: Int!): Int }", "type T { a(b: Int): Int }",
      "ARG_CHANGED_KIND_SAFE safe T.a(b:)"),
    Case(
      "type T { a(b: [Int!]!): Int }", "type T { a(b: [Int]): Int }",
      "ARG_CHANGED_KIND_SAFE safe T.a(b:)"),
    Case(
      "type T { a(b: [Int]): Int }", "type T { a(b: [Int!]): Int }",
      "ARG_CHANGED_KIND breaking T.a(b:)"),
    Case(
      "type T { a(b: Int): Int }", "type T { a(b: [Int]): Int }",
      "ARG_CHANGED_KIND breaking T.a(b:)"),
    Case(
      "type T { a(b: Int = 1): Int }", "type T { a(b: Int = 2): Int }",
      "ARG_DEFAULT_VALUE_CHANGE dangerous T.a(b:)"),
    Case(
      "type T { a(b: Int = 1): Int }", "type T { a(b: Int): Int }",
      "ARG_DEFAULT_VALUE_REMOVED dangerous T.a(b:)"),
    Case(
      "type T { a(b: Int! = 1): Int }", "type T { a(b: Int!): Int }",
      "ARG_DEFAULT_VALUE_REMOVED breaking T.a(b:)"),
    Case(
      "type T { a(b: Int): Int }", "type T { a(b: Int = 1): Int }",
      "ARG_DEFAULT_VALUE_ADDED dangerous T.a(b:)"),
    Case(
      "type T { a(b: Int!): Int }", "type T { a(b: Int! = 1): Int }",
      "ARG_DEFAULT_VALUE_ADDED safe T.a(b:)"),
    Case(
      "type T { a(b: Int): Int }", "type T { a(b: Int @deprecated): Int }",
      "DEPRECATION_ADDED safe T.a(b:)"),
    Case("input I { a: Int b: Int }", "input I { a: Int }", "INPUT_FIELD_REMOVED breaking I.b"),
    Case(
      "input I { a: Int }", "input I { a: Int b: Int! }", "REQUIRED_INPUT_FIELD_ADDED breaking I.b"),
    Case(
      "input I { a: Int }", "input I { a: Int b: Int }", "OPTIONAL_INPUT_FIELD_ADDED dangerous I.b"),
    Case("input I { a: Int }", "input I { a: Int! }", "INPUT_FIELD_CHANGED_KIND breaking I.a"),
    Case("input I { a: Int! }", "input I { a: Int }", "INPUT_FIELD_CHANGED_KIND_SAFE safe I.a"),
    Case(
      "input I { a: Int = 1 }", "input I { a: Int = null }",
      "INPUT_FIELD_DEFAULT_VALUE_CHANGE dangerous I.a"),
    Case(
      "input I { a: Int = 1 }", "input I { a: Int }",
      "INPUT_FIELD_DEFAULT_VALUE_REMOVED dangerous I.a"),
    Case(
      "input I { a: Int! }", "input I { a: Int! = 1 }", "INPUT_FIELD_DEFAULT_VALUE_ADDED safe I.a"),
    Case("input I { a: Int }", "input I @oneOf { a: Int }", "ONE_OF_ADDED breaking I"),
    Case("input I @oneOf { a: Int }", "input I { a: Int }", "ONE_OF_REMOVED safe I"),
  ]

  static let directives = [
    Case("directive @d on FIELD", "scalar S", "DIRECTIVE_REMOVED breaking @d", "TYPE_ADDED safe S"),
    Case("scalar S", "scalar S directive @d on FIELD", "DIRECTIVE_ADDED safe @d"),
    Case(
      "directive @d on FIELD | QUERY", "directive @d on QUERY",
      "DIRECTIVE_LOCATION_REMOVED breaking @d"),
    Case(
      "directive @d on QUERY", "directive @d on FIELD | QUERY", "DIRECTIVE_LOCATION_ADDED safe @d"),
    Case(
      "directive @d repeatable on FIELD", "directive @d on FIELD",
      "DIRECTIVE_REPEATABLE_REMOVED breaking @d"),
    Case(
      "directive @d on FIELD", "directive @d repeatable on FIELD",
      "DIRECTIVE_REPEATABLE_ADDED safe @d"),
    Case(
      "directive @d(a: Int) on FIELD", "directive @d on FIELD",
      "DIRECTIVE_ARG_REMOVED breaking @d(a:)"),
    Case(
      "directive @d on FIELD", "directive @d(a: Int!) on FIELD",
      "REQUIRED_DIRECTIVE_ARG_ADDED breaking @d(a:)"),
    Case(
      "directive @d on FIELD", "directive @d(a: Int) on FIELD",
      "OPTIONAL_DIRECTIVE_ARG_ADDED safe @d(a:)"),
    Case(
      "directive @d(a: Int) on FIELD", "directive @d(a: String) on FIELD",
      "DIRECTIVE_ARG_CHANGED_KIND breaking @d(a:)"),
    Case(
      "directive @d(a: Int!) on FIELD", "directive @d(a: Int) on FIELD",
      "DIRECTIVE_ARG_CHANGED_KIND_SAFE safe @d(a:)"),
    Case(
      "directive @d(a: Int = 1) on FIELD", "directive @d(a: Int = 2) on FIELD",
      "DIRECTIVE_ARG_DEFAULT_VALUE_CHANGE dangerous @d(a:)"),
    Case(
      "directive @d(a: Int! = 1) on FIELD", "directive @d(a: Int!) on FIELD",
      "DIRECTIVE_ARG_DEFAULT_VALUE_REMOVED breaking @d(a:)"),
    Case(
      "directive @d(a: Int) on FIELD", "directive @d(a: Int = 1) on FIELD",
      "DIRECTIVE_ARG_DEFAULT_VALUE_ADDED dangerous @d(a:)"),
    Case("directive @d on FIELD", "\"d\" directive @d on FIELD", "DESCRIPTION_CHANGED safe @d"),
    Case(
      "directive @d on FIELD", "directive @d @deprecated on FIELD",
      "DEPRECATION_ADDED safe @d"),
    Case(
      "directive @d @deprecated on FIELD",
      "directive @d on FIELD extend directive @d @deprecated(reason: \"r\")",
      "DEPRECATION_REASON_CHANGED safe @d"),
    // Applications of a server's own directives to the schema are not compared.
    Case(
      "directive @d on OBJECT type T { a: Int }", "directive @d on OBJECT type T @d { a: Int }"),
    // The specification's directives are not compared, whether written out or not.
    Case("scalar S", "scalar S directive @oneOf on INPUT_OBJECT"),
  ]

  static let roots = [
    Case(
      "type Query {a: Int} type Mutation {a: Int}",
      "type Query {a: Int} type Mutation {a: Int} schema { query: Query }",
      "ROOT_TYPE_REMOVED breaking schema.mutation"),
    Case(
      "type Query {a: Int} type M {a: Int}",
      "type Query {a: Int} type M {a: Int} schema { query: Query mutation: M }",
      "ROOT_TYPE_ADDED safe schema.mutation"),
    Case(
      "type Query {a: Int} type Q {a: Int}",
      "type Query {a: Int} type Q {a: Int} schema { query: Q }",
      "ROOT_TYPE_CHANGED breaking schema.query"),
    Case(
      "type Query {a: Int}", "\"About\" schema { query: Query } type Query {a: Int}",
      "DESCRIPTION_CHANGED safe schema"),
  ]

  @Test(arguments: types + fields + inputs + directives + roots)
  func changeHasItsKind(_ example: Case) throws {
    #expect(try Self.lines(example.old, example.new) == example.expected)
  }

  @Test func everyKindHasAnExample() {
    let examples = Self.types + Self.fields + Self.inputs + Self.directives + Self.roots
    let others = ["SECRET_ADDED", "SECRET_REMOVED", "CONNECTOR_CHANGED", "DIRECTIVES_LOST"]
    let kinds =
      (examples.flatMap(\.expected) + Self.marks.map(\.2)).map {
        $0.prefix { $0 != " " }.description
      }
      + others
    let codes = SchemaChangeKind.allCases.map(\.rawValue).flatMap { code in
      ["ARG", "INPUT_FIELD", "DIRECTIVE_ARG"].map { code.replacing("*", with: $0) }
    }
    let missing = Set(codes).subtracting(kinds)
    #expect(missing.isEmpty)
  }

  @Test(arguments: [
    ("Int = 1", "Int = 1"), ("Float = 1", "Float = 1.0"), ("Float = 1e2", "Float = 100"),
    ("[Int] = 1", "[Int] = [1]"), ("ID = 1", "ID = \"1\""),
    ("String = \"a\"", "String = \"\\u0061\""),
    ("I = {a: 1, b: 2}", "I = {b: 2, a: 1}"),
  ])
  func equalDefaultValuesAreNotAChange(_ old: String, _ new: String) throws {
    let input = "input I { a: Int b: Int } "
    #expect(
      try Self.lines(
        "\(input) type T { a(b: \(old)): Int }", "\(input) type T { a(b: \(new)): Int }")
        == [])
  }

  @Test(arguments: [
    ("Int = 1", "Int = 2"), ("Float = 1.5", "Float = 1"), ("[Int] = [1]", "[Int] = [1, 1]"),
    ("[Int] = null", "[Int] = [null]"), ("String = \"1\"", "String = \"2\""),
    ("I = {a: 1}", "I = {a: 1, b: null}"), ("I = {a: 1}", "I = {b: 1}"),
  ])
  func otherDefaultValuesAreAChange(_ old: String, _ new: String) throws {
    let input = "input I { a: Int b: Int } "
    #expect(
      try Self.lines(
        "\(input) type T { a(b: \(old)): Int }", "\(input) type T { a(b: \(new)): Int }")
        == ["ARG_DEFAULT_VALUE_CHANGE dangerous T.a(b:)"])
  }

  @Test func changeHasItsPositions() throws {
    let workspace = SchemaWorkspace()
    let old = try workspace.schema("type T {\n  a: Int\n  b: Int\n}")
    let new = try workspace.schema("\ntype T {\n  a: String\n c: Int\n}")
    let changes = SchemaDiff.changes(
      from: old, to: new, symbols: workspace.symbols, sources: workspace.sources)
    #expect(changes.map(\.coordinate) == ["T.a", "T.b", "T.c"])
    let places = changes.map { change in
      [change.old, change.new, change.placeInNew].map { $0.flatMap(workspace.place) ?? "-" }
    }
    #expect(places == [["2:3", "3:3", "3:3"], ["3:3", "-", "2:6"], ["-", "4:2", "4:2"]])
  }

  @Test func extensionsBelongToTheirType() throws {
    #expect(
      try Self.lines("type T { a: Int } extend type T { b: Int }", "type T { b: Int a: Int }") == []
    )
  }

  @Test func removedAndAddedTypesAreReported() throws {
    #expect(
      try Self.lines("scalar A", "scalar B") == ["TYPE_REMOVED breaking A", "TYPE_ADDED safe B"])
  }

  /// Invalid schemas can be compared too.
  @Test func invalidSchemasCanBeCompared() throws {
    let broken = """
      type T implements I & I { a: Gone a: Int b(c: Gone = [{}]): [Gone!]! } type T { z: Int }
      union U = Gone | T | T  enum E { A A }  input I { i: I! i: I }  schema { query: Nothing }
      """
    #expect(try Self.lines(broken, broken) == [])
    #expect(try !Self.lines(broken, "type T { a: Int }").isEmpty)
    #expect(try !Self.lines("type T { a: Int }", broken).isEmpty)
  }

  @Test func introspectedSchemaEqualsItsPrintedForm() throws {
    let workspace = SchemaWorkspace()
    let introspected = try workspace.schema(IntrospectionTests.complete)
    let printed = try workspace.schema(workspace.printed(introspected))
    let changes = SchemaDiff.changes(
      from: introspected, to: printed, symbols: workspace.symbols, sources: workspace.sources)
    #expect(changes.map(\.coordinate) == [])
  }

  /// 20,000 fields in the opposite order.
  @Test(.timeLimit(.minutes(5))) func longListsAreComparedInLinearTime() throws {
    let names = (0..<20_000).map { "f\($0): Int" }
    let old = "type T { \(names.joined(separator: " ")) }"
    let new = "type T { \(names.reversed().joined(separator: " ")) g: Int }"
    #expect(try Self.lines(old, new) == ["FIELD_ADDED safe T.g"])
  }
}
