// Tests schemas: merging, roots, lookup, abstract types.

import AuthGenLanguage
import AuthGenTypeSystem
import Testing

@Suite struct SchemaTests {
  private let workspace = Workspace()

  // MARK: Definitions

  @Test func builtInTypesAndDirectivesComeFirst() throws {
    let schema = try workspace.schema("type Query { a: Int } directive @b on FIELD")
    let types = schema.types.map { workspace.symbols[$0.name.symbol] }
    #expect(types.prefix(5) == ["Int", "Float", "String", "Boolean", "ID"])
    #expect(types[5..<schema.builtInTypeCount].allSatisfy { $0.hasPrefix("__") })
    #expect(types.dropFirst(schema.builtInTypeCount) == ["Query"])
    #expect(
      schema.directives.map { workspace.symbols[$0.name.symbol] } == [
        "skip", "include", "deprecated", "specifiedBy", "oneOf", "b",
      ])
    #expect(schema.builtInDirectiveCount == 5)
    #expect(schema.isBuiltIn(try workspace.id("String", in: schema)))
    #expect(schema.isBuiltIn(try workspace.id("__Type", in: schema)))
    #expect(!schema.isBuiltIn(try workspace.id("Query", in: schema)))
  }

  @Test func unknownNamesAreNotFound() throws {
    let schema = try workspace.schema("type Query { a: Missing }")
    #expect(schema.typeID(try workspace.symbol("Missing")) == nil)
    #expect(schema.type(try workspace.symbol("Missing")) == nil)
    #expect(schema.directive(try workspace.symbol("Missing")) == nil)
    let later = workspace.symbols.intern("Later")
    #expect(schema.typeID(later) == nil)
    #expect(schema.type(.queryType)?.kind == .object)
  }

  @Test func extensionOfAnUnknownTypeDefinesNone() throws {
    let schema = try workspace.schema(
      "extend type Missing { a: Int } extend directive @missing @b extend directive @skip @b")
    #expect(schema.directive(.skip)?.directives.isEmpty == true)
    #expect(schema.typeID(try workspace.symbol("Missing")) == nil)
    #expect(try schema.directive(workspace.symbol("missing")) == nil)
  }

  @Test func redefinedDirectiveIsNotBuiltIn() throws {
    let schema = try workspace.schema("directive @skip(unless: Int) on FIELD scalar Int")
    #expect(schema.builtInDirectiveCount == 4)
    #expect(schema.directives.count == 5)
    #expect(schema.isBuiltIn(try workspace.id("Int", in: schema)))
  }

  // MARK: Roots

  @Test func typesWithTheDefaultNamesAreTheRoots() throws {
    let schema = try workspace.schema("type Query { a: Int } type Subscription { a: Int }")
    #expect(schema.root(.query) == (try workspace.id("Query", in: schema)))
    #expect(schema.root(.mutation) == nil)
    #expect(schema.root(.subscription) == (try workspace.id("Subscription", in: schema)))
    #expect(schema.description == nil)
  }

  @Test func schemaDefinitionNamesTheRoots() throws {
    let schema = try workspace.schema(
      "\"d\" schema { query: Q } extend schema { mutation: Missing, query: Mutation }",
      "type Q { a: Int } type Mutation { a: Int }")
    #expect(schema.root(.query) == (try workspace.id("Q", in: schema)))
    #expect(schema.root(.mutation) == nil)
    #expect(schema.rootName(.mutation).map { workspace.symbols[$0.symbol] } == "Missing")
    #expect(schema.rootName(.mutation).map { workspace.sources.place($0.position) } == "1:51")
    #expect(schema.rootName(.subscription) == nil)
    #expect(schema.definitions.count == 2)
    #expect(schema.description.map { workspace.sources.text(of: $0) } == "d")
  }

  @Test func schemaExtensionAddsToTheDefaultRoots() throws {
    let schema = try workspace.schema(
      "extend schema { mutation: M } type Query { a: Int } type M { a: Int }")
    #expect(schema.root(.query) == (try workspace.id("Query", in: schema)))
    #expect(schema.root(.mutation) == (try workspace.id("M", in: schema)))
  }

  // MARK: Fields

  @Test func metaFieldsFollowTheSpecification() throws {
    let schema = try workspace.schema(
      "type Query { a: Int } type A { a: Int } union U = A interface I { a: Int } input In { a: Int }"
    )
    let type = { (field: Symbol, name: String) in
      schema.field(field, of: try workspace.id(name, in: schema)).map {
        $0.type.text(workspace.symbols)
      }
    }
    for name in ["Query", "A", "U", "I"] { #expect(try type(.typename, name) == "String!") }
    for name in ["In", "Int"] { #expect(try type(.typename, name) == nil) }
    #expect(try type(.schemaField, "Query") == "__Schema!")
    #expect(try type(.typeField, "Query") == "__Type")
    #expect(try type(.schemaField, "A") == nil)
    #expect(try type(.typeField, "U") == nil)
    let query = try workspace.id("Query", in: schema)
    #expect(schema.fieldIndex(.typename, of: query) == nil)
  }

  /// Types with many members use another search than small types.
  @Test(arguments: [3, 24, 25, 200])
  func membersAreFoundInSmallAndLargeTypes(_ count: Int) throws {
    let fields = (0..<count).map { "f\($0): Int" }.joined(separator: " ")
    let values = (0..<count).map { "f\($0)" }.joined(separator: " ")
    let schema = try workspace.schema(
      "type A { \(fields) f0: ID } input In { \(fields) } enum E { \(values) } scalar other")
    let type = try workspace.id("A", in: schema)
    let input = try workspace.id("In", in: schema)
    let enumeration = try workspace.id("E", in: schema)
    for index in 0..<count {
      let name = try workspace.symbol("f\(index)")
      #expect(schema.fieldIndex(name, of: type) == index)
      #expect(schema.field(name, of: type)?.name.symbol == name)
      #expect(schema.inputField(name, of: input)?.name.symbol == name)
      #expect(schema.hasValue(name, of: enumeration))
    }
    let other = try workspace.symbol("other")
    #expect(schema.field(other, of: type) == nil)
    #expect(schema.inputField(other, of: input) == nil)
    #expect(!schema.hasValue(other, of: enumeration))
    let first = schema.field(try workspace.symbol("f0"), of: type)
    #expect(first?.type.text(workspace.symbols) == "Int")
  }

  // MARK: Abstract types

  private static let animals = """
    interface Node { id: ID } interface Pet implements Node { id: ID }
    type Dog implements Pet & Node { id: ID } type Cat implements Pet & Node { id: ID }
    type Stone { id: ID } extend type Stone implements Node type Air { id: ID }
    union Any = Stone | Dog | Dog | Missing | Pet union Empty
    scalar S
    """

  @Test(arguments: [
    ("Node", ["Dog", "Cat", "Stone"]), ("Pet", ["Dog", "Cat"]), ("Any", ["Dog", "Stone"]),
    ("Dog", ["Dog"]), ("Empty", []),
  ])
  func possibleTypesAreTheObjectTypes(_ type: String, _ possible: [String]) throws {
    let schema = try workspace.schema(Self.animals)
    let id = try workspace.id(type, in: schema)
    let names = schema.possibleTypes(id).map { workspace.symbols[schema[$0].name.symbol] }
    #expect(names == possible)
    for name in ["Dog", "Cat", "Stone", "Air"] {
      #expect(
        schema.isPossible(try workspace.id(name, in: schema), as: id) == possible.contains(name))
    }
  }

  @Test(arguments: [
    ("Dog", "Dog", true), ("Pet", "Node", true), ("Dog", "Pet", true), ("Dog", "Any", true),
    ("Node", "Pet", false), ("Cat", "Any", false), ("S", "Dog", false),
  ])
  func subtypesAreMembersAndImplementations(
    _ type: String, _ other: String, _ isSubtype: Bool
  ) throws {
    let schema = try workspace.schema(Self.animals)
    let (type, other) = (try workspace.id(type, in: schema), try workspace.id(other, in: schema))
    #expect(schema.isSubtype(type, of: other) == isSubtype)
  }

  @Test(arguments: [
    ("Pet", "Any", true), ("Node", "Pet", true), ("Dog", "Any", true), ("Empty", "Empty", true),
    ("Cat", "Any", false), ("Dog", "Cat", false), ("Empty", "Node", false), ("Air", "Node", false),
  ])
  func typesOverlapInCommonObjectTypes(
    _ first: String, _ second: String, _ overlap: Bool
  ) throws {
    let schema = try workspace.schema(Self.animals)
    let first = try workspace.id(first, in: schema)
    let second = try workspace.id(second, in: schema)
    #expect(schema.overlaps(first, second) == overlap)
    #expect(schema.overlaps(second, first) == overlap)
  }

  // MARK: Deprecation

  @Test func deprecationHasAReason() throws {
    let schema = try workspace.schema(
      "type A { b: Int c: Int @deprecated d: Int @other @deprecated(reason: \"\"\"Use c\"\"\") }")
    let reasons = schema[try workspace.id("A", in: schema)].fields.map {
      $0.directives.deprecationReason(workspace.sources)
    }
    #expect(reasons == [nil, "No longer supported", "Use c"])
  }
}
