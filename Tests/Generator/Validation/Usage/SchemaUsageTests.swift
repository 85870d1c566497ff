// Tests which positions of operations a schema change affects. △ marks them in the operations.

import AuthGenLanguage
import AuthGenSchemaDiff
import AuthGenTestSupport
import AuthGenTypeSystem
import AuthGenValidation
import Testing

@Suite struct SchemaUsageTests {
  struct Case: CustomTestStringConvertible {
    /// The kind of the tested change.
    let kind: String
    /// The text to replace in the schema, and its replacement.
    let change: (from: String, to: String)
    let operations: String

    init(_ kind: String, _ from: String, _ to: String, _ operations: String) {
      self.kind = kind
      change = (from, to)
      self.operations = operations
    }

    var testDescription: String { "\(kind): \(operations)" }
  }

  static let schema = """
    directive @trace(level: Int) repeatable on FIELD | QUERY
    scalar Date
    enum Colour { RED GREEN }
    input Range { from: Date to: Date = "now" }
    input Filter { colour: Colour range: Range not: Filter text: String }
    interface Node { id: ID! name(size: Int = 1): String }
    type User implements Node { id: ID! name(size: Int = 1): String age: Int }
    type Shop implements Node { id: ID! name(size: Int = 1): String colour: Colour since: Date }
    union Thing = User | Shop
    type Query { node(id: ID!, at: Date): Node find(filter: Filter, limit: Int): [Thing!]! me: User }
    type Mutation { save(filter: Filter): Int }

    """

  static let cases = [
    Case("FIELD_REMOVED", "age: Int", "", "{ me { △age id } } fragment F on User { △a: age }"),
    Case("FIELD_REMOVED", "age: Int", "", "{ me { id } node(id: 1) { id } }"),
    Case("FIELD_CHANGED_KIND", "me: User", "me: Shop", "{ △me { id } }"),
    Case(
      "FIELD_CHANGED_KIND", "find(filter: Filter, limit: Int): [Thing!]!",
      "find(filter: Filter, limit: Int): [Thing!]", "{ △find { __typename } }"),
    Case(
      "ARG_REMOVED", ", limit: Int", "", "{ find(△limit: 1) { __typename } b: find { __typename } }"
    ),
    Case(
      "ARG_CHANGED_KIND", "limit: Int", "limit: String",
      "query A($l: Int) { find(△limit: $l) { __typename } b: find { __typename } }"),
    Case(
      "ARG_CHANGED_KIND", "limit: Int", "limit: Int!",
      "query A($l: Int) { find(△limit: $l) { __typename } △b: find { __typename } }"),
    Case("REQUIRED_ARG_ADDED", "me: User", "me(a: Int!): User", "{ △me { id } }"),
    Case("OPTIONAL_ARG_ADDED", "me: User", "me(a: Int): User", "{ △me { id } }"),
    Case(
      "INPUT_FIELD_REMOVED", " text: String", "",
      "query A(△$f: Filter) { find(filter: $f) { __typename } b: find(filter: {△text: \"a\"}) { __typename } }"
    ),
    Case(
      "INPUT_FIELD_REMOVED", "from: Date ", "",
      "query A(△$f: Filter, $c: Colour) { find(filter: {range: {△from: 1}, colour: $c}) { __typename } }"
    ),
    Case(
      "REQUIRED_INPUT_FIELD_ADDED", "from: Date", "from: Date more: Int!",
      "{ find(filter: {range: △{from: 1}}) { __typename } b: find(filter: {text: \"\"}) { __typename } }"
    ),
    Case(
      "INPUT_FIELD_CHANGED_KIND", "from: Date", "from: Date!",
      "{ find(filter: {range: {△from: 1}, not: {range: △{to: 1}}}) { __typename } }"),
    Case(
      "INPUT_FIELD_DEFAULT_VALUE_CHANGE", "\"now\"", "\"then\"",
      "query A($d: Date) { find(filter: {range: {△to: $d}, not: {range: △{from: 1}}}) { __typename } b: find(filter: {range: {to: 1}}) { __typename } }"
    ),
    Case(
      "ONE_OF_ADDED", "input Range", "input Range @oneOf",
      "query A(△$r: Filter) { find(filter: {range: △{from: 1}}) { __typename } }"),
    Case(
      "VALUE_REMOVED_FROM_ENUM", " GREEN", "",
      "query A(△$f: [Filter!] = {colour: △GREEN, not: {colour: RED}}) { node(id: 1) { ... on Shop { △colour } } }"
    ),
    Case(
      "VALUE_ADDED_TO_ENUM", " GREEN", " GREEN BLUE",
      "query A($f: Filter = {colour: GREEN}) { node(id: 1) { ... on Shop { △colour } } }"),
    Case(
      "TYPE_REMOVED_FROM_UNION", "User | Shop", "User",
      "{ find { ... on User { id } ... on △Shop { id } △...F } } fragment F on Shop { id }"),
    Case(
      "IMPLEMENTED_INTERFACE_REMOVED", "Shop implements Node", "Shop",
      "{ node(id: 1) { ... on △Shop { id } ... on User { id } } find { ... on Shop { ... on △Node { id } } } }"
    ),
    Case(
      "TYPE_CHANGED_KIND", "scalar Date", "enum Date { A }",
      "query A(△$d: Date, △$f: Filter) { node(id: 1, at: △\"x\") { ... on Shop { △since } } }"),
    Case(
      "TYPE_ADDED", "scalar Date",
      "scalar Date type New implements Node { id: ID! name(size: Int): String }",
      "{ △node(id: 1) { id } } fragment F on △Node { id }"),
    Case(
      "ROOT_TYPE_REMOVED", "type Mutation { save(filter: Filter): Int }", "",
      "{ me { id } } mutation △M { save } △mutation { save }"),
    Case(
      "DIRECTIVE_REMOVED", "directive @trace(level: Int) repeatable on FIELD | QUERY", "",
      "query A △@trace { me △@trace { id } }"),
    Case(
      "DIRECTIVE_LOCATION_REMOVED", "FIELD | QUERY", "FIELD", "query A △@trace { me @trace { id } }"
    ),
    Case("DIRECTIVE_REPEATABLE_REMOVED", "repeatable ", "", "{ me @trace △@trace { id @trace } }"),
    Case("DIRECTIVE_ARG_REMOVED", "(level: Int)", "", "{ me @trace(△level: 1) @trace { id } }"),
    Case(
      "DIRECTIVE_ARG_CHANGED_KIND", "(level: Int)", "(level: Int!)",
      "{ me @trace(△level: 1) △@trace { id } }"),
    Case("DEPRECATION_ADDED", "age: Int", "age: Int @deprecated", "{ me { △age } }"),
    Case(
      "DEPRECATION_ADDED", "GREEN", "GREEN @deprecated",
      "query A(△$c: Colour = △GREEN) { node(id: 1) { ... on Shop { colour } } }"),
    Case(
      "SPECIFIED_BY_ADDED", "scalar Date", "scalar Date @specifiedBy(url: \"u\")",
      "{ node(id: 1, at: △1) { ... on Shop { △since } } }"),
  ]

  private func uses(
    _ kind: String, old: String, new: String, _ operations: [UInt8]
  ) throws -> (places: [Int], usage: SchemaUsage, change: SchemaChange) {
    var symbols = SymbolTable()
    var sources = SourceMap()
    func document(_ bytes: [UInt8]) throws -> Document {
      try Document.parse(try sources.add(path: "text", bytes: bytes), symbols: &symbols)
    }
    let before = try Schema([try document(Array(old.utf8))], symbols: &symbols, sources: &sources)
    let after = try Schema([try document(Array(new.utf8))], symbols: &symbols, sources: &sources)
    let source = try sources.add(path: "operations", bytes: operations)
    let definitions = try Document.parse(source, symbols: &symbols)
    let changes = SchemaDiff.changes(from: before, to: after, symbols: symbols, sources: sources)
    let usage = SchemaUsage(
      of: changes, in: ExecutableDocument([definitions]), old: before, new: after)
    let change = try #require(changes.first { $0.code == kind }, "\(changes.map(\.kind))")
    #expect(usage.uses(of: change, limit: 1).isEmpty == usage.uses(of: change).isEmpty)
    let places = usage.uses(of: change).map { Int($0.position.offset) - Int(source.base) }
    return (places, usage, change)
  }

  @Test(arguments: cases)
  func affectedPositionsAreFound(_ example: Case) throws {
    let new = Self.schema.replacing(example.change.from, with: example.change.to)
    #expect(new != Self.schema)
    let marked = MarkedText(example.operations)
    #expect(try uses(example.kind, old: Self.schema, new: new, marked.bytes).places == marked.notes)
  }

  @Test func defaultValueChangeAffectsItsPossibleUses() throws {
    let new = Self.schema.replacing(
      "type User implements Node { id: ID! name(size: Int = 1)",
      with: "type User implements Node { id: ID! name(size: Int = 2)")
    let marked = MarkedText(
      """
      query A($may: Int, $must: Int!, $has: Int = 3) {
        me { △a: name b: name(△size: $may) c: name(size: $must) d: name(size: $has) e: name(size: 1) }
        node(id: 1) { △name }
        find { ... on Shop { name } }
      }
      fragment F on User { name(△size: $must) }
      """)
    #expect(
      try uses("ARG_DEFAULT_VALUE_CHANGE", old: Self.schema, new: new, marked.bytes).places
        == marked.notes)
  }

  @Test func newUnionMemberAffectsItsSelections() throws {
    let old = Self.schema.replacing("Thing = User | Shop", with: "Thing = User")
    let marked = MarkedText(
      "{ △find { __typename } me { id } } fragment F on △Thing { __typename }")
    #expect(
      try uses("TYPE_ADDED_TO_UNION", old: old, new: Self.schema, marked.bytes).places
        == marked.notes)
  }

  @Test func operationsForTheNewSchemaAreChecked() throws {
    let new = Self.schema.replacing("age: Int", with: "age: Int more(a: Colour): User")
    let marked = MarkedText("{ me { △more(a: RED) { age } } }")
    #expect(
      try uses("FIELD_ADDED", old: Self.schema, new: new, marked.bytes).places == marked.notes)
  }

  @Test func fragmentNamesTheOperationsThatSpreadIt() throws {
    let new = Self.schema.replacing("age: Int", with: "")
    let text = """
      query A { me { ...F } } query B { me { id } } query C { me { ...G } } query { me { ...G } }
      fragment F on User { ...G } fragment G on User { age ...F }
      """
    let result = try uses("FIELD_REMOVED", old: Self.schema, new: new, Array(text.utf8))
    let use = try #require(result.usage.uses(of: result.change).first)
    #expect(result.usage.definition(of: use).fragment != nil)
    let operations = result.usage.operations(of: use)
    #expect(operations.count == 3)
    #expect(operations.map { $0.name == nil } == [false, false, true])
  }

  /// A chain of fragments and many operations that each spread it: the result is bounded.
  @Test(.timeLimit(.minutes(5))) func fragmentChainsAreFollowedFast() throws {
    let chain = (0..<5_000).map { "fragment F\($0) on User { ...F\($0 + 1) }" }
    let operations = (0..<2_000).map { "query Q\($0) { me { ...F0 } }" }
    let text = (chain + operations + ["fragment F5000 on User { age }"]).joined(separator: "\n")
    let new = Self.schema.replacing("age: Int", with: "")
    let result = try uses("FIELD_REMOVED", old: Self.schema, new: new, Array(text.utf8))
    let use = try #require(result.usage.uses(of: result.change).first)
    #expect(result.usage.operations(of: use).count == SchemaUsage.maximumOperations)
  }

  @Test func invalidOperationsAreAccepted() throws {
    let new = Self.schema.replacing("age: Int", with: "")
    let text = """
      query A($x: Gone) { gone { a { b } } me { ... on Gone { age } ...Nowhere age(a: {b: [$x]}) @gone(a: 1) } }
      subscription S { age } fragment F on Gone { age } fragment G on Colour { RED }
      """
    #expect(
      try uses("FIELD_REMOVED", old: Self.schema, new: new, Array(text.utf8)).places.count == 1)
  }

  /// Many changes that each affect as many positions: the search stops at the limit.
  @Test(.timeLimit(.minutes(5))) func manyAffectedPositionsAreFoundFast() throws {
    let arguments = (0..<20_000).map { "a\($0): Int!" }.joined(separator: " ")
    let new = Self.schema.replacing("me: User", with: "me(\(arguments)): User")
    let text = "{ \((0..<20_000).map { "s\($0): me { id }" }.joined(separator: " ")) }"
    var symbols = SymbolTable()
    var sources = SourceMap()
    func document(_ text: String) throws -> Document {
      try Document.parse(
        try sources.add(path: "text", bytes: Array(text.utf8)), symbols: &symbols)
    }
    let before = try Schema([try document(Self.schema)], symbols: &symbols, sources: &sources)
    let after = try Schema([try document(new)], symbols: &symbols, sources: &sources)
    let operations = ExecutableDocument([try document(text)])
    let changes = SchemaDiff.changes(from: before, to: after, symbols: symbols, sources: sources)
    let usage = SchemaUsage(of: changes, in: operations, old: before, new: after)
    #expect(changes.count == 20_000)
    #expect(changes.allSatisfy { usage.uses(of: $0, limit: 1).count == 1 })
    #expect(usage.uses(of: changes[0]).count == 20_000)
  }
}
