// Tests schema coordinates: their syntax and the elements they refer to.

import AuthGenLanguage
import AuthGenTypeSystem
import Testing

@Suite struct SchemaCoordinateTests {
  @Test(arguments: ["User", "User.name", "Query.user(id:)", "@skip", "@skip(if:)"])
  func coordinateHasFiveForms(_ text: String) {
    #expect(SchemaCoordinate(text) != nil)
  }

  @Test(
    arguments: [
      "", " User", "1User", "User ", "User.", "User.1", "User . name", "User.name.first",
      "User.näme", "User(id:)", "User.name(", "User.name()", "User.name(id)", "User.name(id:",
      "User.name(id: 1)", "User.name(id:)x", "User.name(:)", "User.name(a(b:)", "@", "@skip.if",
      "@skip(if:)(", "@skip.if(if:)", ":)", "😀",
    ])
  func otherTextIsNoCoordinate(_ text: String) {
    #expect(SchemaCoordinate(text) == nil)
  }

  // MARK: Resolving

  private static let schema = """
    type Query { user(id: ID!, name: String): User search: Result }
    interface Named { name(short: Boolean): String }
    type User implements Named { name(short: Boolean): String }
    enum Role { ADMIN USER }
    input Filter { role: Role name: String }
    union Result = User
    scalar Date
    directive @cached(seconds: Int) on FIELD
    """

  /// The kind and the coordinate of the element.
  private func resolve(_ text: String) throws -> String {
    let workspace = SchemaWorkspace()
    let schema = try workspace.schema(Self.schema)
    let element = try #require(SchemaCoordinate(text))
      .resolve(in: schema, workspace.symbols)
    let kind: String
    switch element {
    case .type: kind = "type"
    case .field: kind = "field"
    case .inputField: kind = "input field"
    case .enumValue: kind = "enum value"
    case .argument: kind = "argument"
    case .directive: kind = "directive"
    case .directiveArgument: kind = "directive argument"
    case .schema, .root, .member, .directiveLocation: kind = "element without a coordinate"
    }
    return "\(kind) \(element.coordinate(workspace.symbols))"
  }

  @Test func coordinateRefersToAnElement() throws {
    #expect(try resolve("User") == "type User")
    #expect(try resolve("Result") == "type Result")
    #expect(try resolve("String") == "type String")
    #expect(try resolve("User.name") == "field User.name")
    #expect(try resolve("Named.name") == "field Named.name")
    #expect(try resolve("Filter.role") == "input field Filter.role")
    #expect(try resolve("Role.ADMIN") == "enum value Role.ADMIN")
    #expect(try resolve("Query.user(id:)") == "argument Query.user(id:)")
    #expect(try resolve("Named.name(short:)") == "argument Named.name(short:)")
    #expect(try resolve("@cached") == "directive @cached")
    #expect(try resolve("@cached(seconds:)") == "directive argument @cached(seconds:)")
    #expect(try resolve("@deprecated(reason:)") == "directive argument @deprecated(reason:)")
  }

  @Test func errorSuggestsExistingNames() throws {
    let types = [
      "Int", "Float", "String", "Boolean", "ID", "Query", "Named", "User", "Role", "Filter",
      "Result", "Date",
    ]
    let expected: [(String, String, [String])] = [
      ("Users", "the schema has no type \"Users\"", types),
      ("Users.name", "the schema has no type \"Users\"", types),
      ("Users.name(short:)", "the schema has no type \"Users\"", types),
      ("User.nam", "User has no field \"nam\"", ["name"]),
      ("User.nam(short:)", "User has no field \"nam\"", ["name"]),
      ("Query.id", "Query has no field \"id\"", ["user", "search"]),
      ("Role.admin", "Role has no enum value \"admin\"", ["ADMIN", "USER"]),
      ("Filter.ADMIN", "Filter has no input field \"ADMIN\"", ["role", "name"]),
      ("Date.year", "Date has no member \"year\"", []),
      ("Result.User", "Result has no member \"User\"", []),
      ("Query.user(ids:)", "Query.user has no argument \"ids\"", ["id", "name"]),
      ("Query.search(id:)", "Query.search has no argument \"id\"", []),
      ("Filter.role(id:)", "Filter.role has no argument \"id\"", []),
      ("Role.ADMIN(id:)", "Role.ADMIN has no argument \"id\"", []),
      (
        "@cache", "the schema has no directive \"cache\"",
        ["skip", "include", "deprecated", "specifiedBy", "oneOf", "cached"]
      ),
      ("@cached(minutes:)", "@cached has no argument \"minutes\"", ["seconds"]),
      ("@oneOf(if:)", "@oneOf has no argument \"if\"", []),
    ]
    for (text, description, candidates) in expected {
      let error = #expect(throws: UnknownSchemaElement.self) { try resolve(text) }
      #expect(error?.description == description)
      #expect(error?.candidates == candidates)
    }
  }

  @Test(arguments: ["__Type", "__Type.name", "User.__typename", "Query.__schema"])
  func introspectionHasNoCoordinates(_ text: String) {
    #expect(throws: UnknownSchemaElement.self) { try resolve(text) }
  }
}
