// Tests introspection responses of all editions of the specification.

import AuthGenLanguage
import AuthGenTypeSystem
import Testing

@Suite struct IntrospectionTests {
  /// A response to the newest introspection query, with every kind of element.
  static let complete = #"""
    {"data": {"__schema": {
      "description": "A \"schema\"",
      "queryType": {"name": "Root", "kind": "OBJECT"},
      "mutationType": null,
      "subscriptionType": {"name": "Events"},
      "types": [
        {"kind": "OBJECT", "name": "Root", "description": "The root\nof all", "isOneOf": null,
         "specifiedByURL": null, "inputFields": null, "enumValues": null, "possibleTypes": null,
         "interfaces": [{"kind": "INTERFACE", "name": "Node", "ofType": null}],
         "fields": [
          {"name": "id", "description": null, "args": [], "isDeprecated": false,
           "deprecationReason": null,
           "type": {"kind": "NON_NULL", "name": null,
            "ofType": {"kind": "SCALAR", "name": "ID", "ofType": null}}},
          {"name": "users", "description": "", "isDeprecated": true,
           "deprecationReason": "Use \"people\"",
           "args": [
            {"name": "first", "description": "How many", "defaultValue": "10",
             "type": {"kind": "SCALAR", "name": "Int"}, "isDeprecated": false,
             "deprecationReason": null},
            {"name": "by", "defaultValue": "{name: \"a\\u00e9\", roles: [ADMIN]}",
             "type": {"kind": "INPUT_OBJECT", "name": "Filter"}, "isDeprecated": true,
             "deprecationReason": "No longer supported"},
            {"name": "nothing", "defaultValue": "null", "type": {"kind": "SCALAR", "name": "Int"}}],
           "type": {"kind": "LIST", "ofType": {"kind": "NON_NULL",
            "ofType": {"kind": "UNION", "name": "Any"}}}}]},
        {"kind": "INTERFACE", "name": "Node", "interfaces": [], "possibleTypes": [{"name": "Root"}],
         "fields": [{"name": "id", "args": [], "type": {"kind": "NON_NULL",
          "ofType": {"kind": "SCALAR", "name": "ID"}}}]},
        {"kind": "OBJECT", "name": "Events", "interfaces": [],
         "fields": [{"name": "changed", "args": [], "type": {"kind": "SCALAR", "name": "Date"}}]},
        {"kind": "UNION", "name": "Any", "possibleTypes": [{"name": "Root"}, {"name": "Events"}]},
        {"kind": "ENUM", "name": "Role", "enumValues": [
          {"name": "ADMIN", "description": "All", "isDeprecated": false},
          {"name": "USER", "isDeprecated": true, "deprecationReason": null}]},
        {"kind": "INPUT_OBJECT", "name": "Filter", "isOneOf": true, "inputFields": [
          {"name": "name", "type": {"kind": "SCALAR", "name": "String"}, "defaultValue": null},
          {"name": "roles", "deprecationReason": "why",
           "type": {"kind": "LIST", "ofType": {"kind": "ENUM", "name": "Role"}}}]},
        {"kind": "SCALAR", "name": "Date", "specifiedByURL": "https://example.com/\u0064ate"},
        {"kind": "SCALAR", "name": "String", "description": "Built in"},
        {"kind": "OBJECT", "name": "__Schema", "fields": null}],
      "directives": [
        {"name": "include", "locations": ["FIELD"], "args": "not looked at"},
        {"name": "cached", "description": "Keeps", "isRepeatable": true,
         "locations": ["FIELD", "INPUT_OBJECT"],
         "args": [{"name": "seconds", "type": {"kind": "SCALAR", "name": "Int"},
          "defaultValue": "60"}]},
        {"name": "old", "isDeprecated": true, "deprecationReason": "Use @cached",
         "locations": ["DIRECTIVE_DEFINITION"], "args": []}]
    }}}
    """#

  @Test func responseGivesTheSchemaItDescribes() throws {
    let printed = try SchemaWorkspace().printed(Self.complete, sorted: false)
    #expect(
      printed == #"""
        """
        A "schema"
        """
        schema {
          query: Root
          subscription: Events
        }

        """Keeps"""
        directive @cached(seconds: Int = 60) repeatable on FIELD | INPUT_OBJECT

        directive @old @deprecated(reason: "Use @cached") on DIRECTIVE_DEFINITION

        """
        The root
        of all
        """
        type Root implements Node {
          id: ID!
          users(
            """How many"""
            first: Int = 10
            by: Filter = {name: "aé", roles: [ADMIN]} @deprecated
            nothing: Int = null
          ): [Any!] @deprecated(reason: "Use \"people\"")
        }

        interface Node {
          id: ID!
        }

        type Events {
          changed: Date
        }

        union Any = Root | Events

        enum Role {
          """All"""
          ADMIN
          USER @deprecated
        }

        input Filter @oneOf {
          name: String
          roles: [Role] @deprecated(reason: "why")
        }

        scalar Date @specifiedBy(url: "https://example.com/date")

        """#)
  }

  @Test func positionsAreInTheJSON() throws {
    let workspace = SchemaWorkspace()
    let schema = try workspace.schema(Self.complete)
    let root = schema[try workspace.id("Root", in: schema)]
    let users = root.fields[1]
    let excerpt = { (position: Position) in workspace.excerpt(position, 9) }
    #expect(excerpt(root.position) == #"7: {"kind": "#)
    #expect(excerpt(root.name.position) == #"7: Root", "d"#)
    #expect(root.description.map { excerpt($0.position) } == #"7: "The root"#)
    #expect(excerpt(root.interfaces[0].position) == #"9: Node", "o"#)
    #expect(excerpt(users.type.name.position) == #"26: Any"}}}}]"#)
    #expect(users.directives.first.map { excerpt($0.position) } == #"16: "Use \"pe"#)
    let filter = try #require(users.arguments[1].defaultValue)
    #expect(excerpt(filter.position) == #"21: {name: \""#)
    guard case .object(let fields) = filter.kind, case .list(let roles) = fields[1].value.kind
    else {
      Issue.record("no object")
      return
    }
    #expect(excerpt(fields[0].value.position) == #"21: \"a\\u00e"#)
    #expect(excerpt(roles[0].position) == #"21: ADMIN]}","#)
    #expect(schema.rootName(.query).map { excerpt($0.position) } == #"3: Root", "k"#)
  }

  @Test func responsesToQueriesBefore2016AreRead() throws {
    let text = """
      {"__schema": {"queryType": {"name": "Query"}, "types": [
        {"kind": "OBJECT", "name": "Query", "interfaces": [], "fields": [
          {"name": "a", "args": [], "type": {"kind": "SCALAR", "name": "Int", "ofType": null}}]},
        {"kind": "INTERFACE", "name": "I", "interfaces": null, "fields": [
          {"name": "a", "args": [], "type": {"kind": "SCALAR", "name": "Int"}}]}],
       "directives": [
        {"name": "a", "args": [], "onOperation": true, "onFragment": false, "onField": true},
        {"name": "b", "args": [], "onOperation": false, "onFragment": true, "onField": false},
        {"name": "c", "args": [], "onOperation": false, "onFragment": false, "onField": false}]}}
      """
    #expect(
      try SchemaWorkspace().printed(text) == """
        directive @a on QUERY | MUTATION | SUBSCRIPTION | FIELD

        directive @b on FRAGMENT_DEFINITION | FRAGMENT_SPREAD | INLINE_FRAGMENT

        interface I {
          a: Int
        }

        type Query {
          a: Int
        }

        """)
  }

  @Test(arguments: ["specifiedByURL", "specifiedByUrl", "specifiedBy"])
  func specifiedByURLIsReadUnderAllItsNames(_ key: String) throws {
    let text = """
      {"__schema": {"queryType": {"name": "Q"}, "types": [
        {"kind": "SCALAR", "name": "Q", "\(key)": "x:y"}]}}
      """
    #expect(try SchemaWorkspace().printed(text).hasSuffix("scalar Q @specifiedBy(url: \"x:y\")\n"))
  }

  @Test func schemaInJSONEqualsTheSchemaInSDL() throws {
    let workspace = SchemaWorkspace()
    let printed = try workspace.printed(Self.complete)
    #expect(try SchemaWorkspace().printed(printed) == printed)
  }

  @Test func jsonIsDistinguishedFromGraphQL() throws {
    var sources = SourceMap()
    let isIntrospection = { (text: String) in
      try sources.add(path: "a", bytes: Array(text.utf8)).isIntrospection
    }
    for text in ["{\"data\": 1}", "\u{FEFF} \r\n\t{\n\"a\"", "{}", "{ }"] {
      #expect(try isIntrospection(text))
    }
    for text in [
      "", "{", "{ a }", "{ ...F }", "# {\"a\"\ntype A", "\"{\" type A", "type A { \"b\" c: D }",
      "[]",
    ] {
      #expect(try !isIntrospection(text))
    }
  }
}
