// Tests how schemas are printed.

import AuthGenLanguage
import AuthGenTypeSystem
import Testing

@Suite struct SchemaPrinterTests {
  /// Every element that a schema may have, in its printed form.
  static let everything = #"""
    """A schema"""
    schema @link(url: "https://example.com", import: ["@a", {name: "@b"}]) {
      query: Query
      subscription: Events
    }

    """
    Two
      lines
    """
    directive @cached(seconds: Int! = 60, scope: Scope = PUBLIC) repeatable on FIELD

    directive @described(
      """The reason"""
      reason: String
    ) on OBJECT | FIELD_DEFINITION

    directive @everywhere on
      | QUERY
      | MUTATION
      | SUBSCRIPTION
      | FIELD
      | FRAGMENT_DEFINITION
      | FRAGMENT_SPREAD

    directive @labelled(name: String) @internal @old(by: "x") repeatable on FIELD

    directive @longArguments(
      first: [String!]! = ["abcdefghijklmnopqrstuvwxyz", "0123456789"]
      second: Int
    ) repeatable on QUERY | MUTATION

    """A point in time"""
    scalar Date @specifiedBy(url: "https://example.com/date")

    type Events {
      changed: Date
    }

    input Filter @oneOf {
      name: String

      """
      The "role"
      """
      role: Role @deprecated
      limit: Float = -1.50e3
      nested: Filter = {name: null, role: ADMIN, in: [[], {}, true]}
      text: String = "say \"hi\"\n\u0001\u007F\\ é😀"
    }

    interface Named implements Node {
      id: ID!
    }

    interface Node {
      id: ID!
    }

    type Query implements Named & Node @key(fields: "id") {
      id: ID!

      """A short one"""
      short(a: Int, b: [Int!] = [1, 2] @deprecated(reason: "no")): Int @cached

      """
      A description which is too long to be on the same line as its six quotes are
      """
      long(
        first: Int
        after: String
        orderBy: Order = {field: NAME, direction: ASC}
      ): [[Query!]!]! @deprecated(reason: "x")
      described(
        a: Int

        """Of b"""
        b: Int
        c: Int
      ): Int
    }

    union Result = Query | Events

    union Results @tagged =
      | FirstVeryLongNameOfAType
      | SecondVeryLongNameOfAType
      | ThirdVeryLongNameOfAType

    enum Role {
      """All"""
      ADMIN

      "A control character: \u0007"
      USER @deprecated
    }

    """
    Ends with \""" and "
    """
    scalar Zone

    """#

  @Test func printingThePrintedFormChangesNothing() throws {
    let sorted = try SchemaWorkspace().printed(Self.everything)
    #expect(sorted == Self.everything)
    let unsorted = try SchemaWorkspace().printed(Self.everything, sorted: false)
    #expect(unsorted == Self.everything)
  }

  @Test func sourceLayoutIsIgnored() throws {
    let text = """
      type Query implements & A&B{"d"a(b:Int=1,c:[Int]):Int @x(y:1,z:[1 2])# comment
      e:Int}
      enum E{A,B}union U=|Query directive@x on|FIELD
      """
    #expect(
      try SchemaWorkspace().printed(text) == """
        directive @x on FIELD

        enum E {
          A
          B
        }

        type Query implements A & B {
          \"""d\"""
          a(b: Int = 1, c: [Int]): Int @x(y: 1, z: [1, 2])
          e: Int
        }

        union U = Query

        """)
  }

  @Test func definitionsAreSortedByDefault() throws {
    let text = "scalar b directive @z on FIELD scalar B directive @a on FIELD scalar a_ scalar a1"
    #expect(
      try SchemaWorkspace().printed(text).split(separator: "\n") == [
        "directive @a on FIELD", "directive @z on FIELD", "scalar B", "scalar a1", "scalar a_",
        "scalar b",
      ])
    #expect(
      try SchemaWorkspace().printed(text, sorted: false).split(separator: "\n") == [
        "directive @z on FIELD", "directive @a on FIELD", "scalar b", "scalar B", "scalar a_",
        "scalar a1",
      ])
  }

  @Test func builtInsAreLeftOutUnlessRedefined() throws {
    #expect(try SchemaWorkspace().printed("{ a }") == "")
    #expect(try SchemaWorkspace().printed("scalar Int") == "")
    #expect(
      try SchemaWorkspace().printed("directive @skip(if: Boolean!) on FIELD")
        == "directive @skip(if: Boolean!) on FIELD\n")
  }

  @Test func extensionsArePrintedWithTheirType() throws {
    #expect(
      try SchemaWorkspace().printed("type Query { a: Int } extend type Query @b { c: Int }")
        == "type Query @b {\n  a: Int\n  c: Int\n}\n")
  }

  @Test func typeWithoutMembersHasNoBraces() throws {
    #expect(
      try SchemaWorkspace().printed("type A interface B union C enum D input E @f")
        == "type A\n\ninterface B\n\nunion C\n\nenum D\n\ninput E @f\n")
  }

  // MARK: The schema definition

  private static let types = "type Query { a: Int } type M { a: Int }"

  private func schemaDefinition(_ text: String, _ types: String = Self.types) throws -> String? {
    let printed = try SchemaWorkspace().printed("\(text) \(types)")
    let again = try SchemaWorkspace().printed(printed)
    #expect(printed == again)
    return printed.split(separator: "\n").first.flatMap {
      $0.contains("schema") || $0.hasPrefix("\"") ? String($0) : nil
    }
  }

  @Test func defaultSchemaDefinitionIsLeftOut() throws {
    #expect(try schemaDefinition("") == nil)
    #expect(try schemaDefinition("schema { query: Query }") == nil)
    #expect(try schemaDefinition("\"\" schema { query: Query }") == nil)
    #expect(try schemaDefinition("", "scalar A") == nil)
  }

  @Test func otherSchemaDefinitionIsPrinted() throws {
    #expect(try schemaDefinition("schema { query: M }") == "schema {")
    #expect(try schemaDefinition("schema { query: Query mutation: M }") == "schema {")
    #expect(try schemaDefinition("extend schema { mutation: M }") == "schema {")
    #expect(try schemaDefinition("schema @d { query: Query }") == "schema @d {")
    #expect(try schemaDefinition("extend schema @d(a: 1) @e") == "schema @d(a: 1) @e {")
    #expect(try schemaDefinition("\"d\" schema { query: Query }") == "\"\"\"d\"\"\"")
  }

  /// Without the schema definition, the type would become a root.
  @Test func schemaDefinitionIsPrintedIfAnotherTypeHasARootsName() throws {
    #expect(
      try schemaDefinition(
        "schema { query: Query }", "type Query { a: Int } type Mutation { a: Int }")
        == "schema {")
  }

  @Test func schemaWithoutRootsKeepsItsDirectives() throws {
    #expect(try schemaDefinition("extend schema @d", "scalar A") == "extend schema @d")
  }

  // MARK: Descriptions

  @Test func emptyDescriptionsAreLeftOut() throws {
    #expect(
      try SchemaWorkspace().printed("\"\" scalar A \"\"\"\n \n\"\"\" enum B { \"\" C D }")
        == "scalar A\n\nenum B {\n  C\n  D\n}\n")
  }

  @Test(arguments: [
    "\n starts with a blank line", "  two\n  lines, both indented", "a\rb", "\u{7}",
  ])
  func textThatNoBlockStringCanHoldIsQuoted(_ text: String) throws {
    let workspace = SchemaWorkspace()
    let escaped = text.replacing("\n", with: "\\n").replacing("\r", with: "\\r").replacing(
      "\u{7}", with: "\\u0007")
    #expect(try workspace.printed("\"\(escaped)\" scalar A") == "\"\(escaped)\"\nscalar A\n")
  }

  @Test func widthIsCountedInCharacters() throws {
    let short = String(repeating: "é", count: 74)
    #expect(
      try SchemaWorkspace().printed("\"\(short)\" scalar A") == "\"\"\"\(short)\"\"\"\nscalar A\n")
    #expect(
      try SchemaWorkspace().printed("\"\(short)e\" scalar A")
        == "\"\"\"\n\(short)e\n\"\"\"\nscalar A\n")
  }
}
