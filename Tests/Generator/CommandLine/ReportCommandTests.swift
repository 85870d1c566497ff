// Tests `authgen report`: its content, its page and its exit codes.

import AuthGenTestSupport
import Foundation
import Testing

@Suite struct ReportCommandTests {
  private static let schema = """
    directive @authenticated on FIELD_DEFINITION
    directive @rateLimit(bucket: String!) on FIELD_DEFINITION
    directive @weight(value: Int!) on FIELD_DEFINITION
    type Query {
      me: User! @authenticated @weight(value: 30)
      node(id: ID!): Node
      shops: [Shop!]
    }
    type Mutation {
      logIn(input: LogInInput!): Tokens! @weight(value: 50) @rateLimit(bucket: "LOGIN")
      refresh(token: String!): Tokens!
      logOut: Boolean @authenticated
    }
    interface Node { id: ID! }
    type User implements Node {
      id: ID! name: String! team: Team nick: String @deprecated(reason: "use <name>")
    }
    type Team implements Node { id: ID! size: Int! }
    type Shop { name: String! }
    type Tokens { access: String! refresh: String! }
    input LogInInput { email: String! secondary: LogInInput password: String! }

    """
  private static let operations = [
    "ops/Session.graphql": """
    "Signs the user in."
    mutation LogIn($input: LogInInput!) { logIn(input: $input) { ...Pair } }
    mutation Refresh($token: String!) { refresh(token: $token) { ...Pair } }
    mutation LogOut { logOut }
    fragment Pair on Tokens { access refresh }
    """,
    "ops/Me.graphql": """
    query Me { me { ...Person team { size } } }
    query Find($id: ID!) { node(id: $id) { id ...Person } }
    fragment Person on User { ...Named nick }
    fragment Named on User { name }
    """,
  ]
  private static let session = """
    {
      "authenticated": ["Query.me", "Mutation.logOut"],
      "secrets": ["LogInInput.password", "Tokens.access", "Tokens.refresh", "Mutation.refresh(token:)"],
      "maximumWeight": 100,
      "session": {
        "logIn": ["LogIn"], "refresh": { "operation": "Refresh", "token": "token" },
        "logOut": "LogOut", "accessToken": ["Tokens.access"], "refreshToken": ["Tokens.refresh"],
        "ended": [{ "status": 401 }, { "extension": "code", "values": ["A", "B"], "beforeExecution": true }]
      }
    }
    """

  private func bench(_ more: [String: String] = [:]) throws -> Workbench {
    try Workbench(
      [
        "authgen.json": Sample.configuration(Sample.client(authentication: Self.session)),
        "schema.graphql": Self.schema,
      ].merging(Self.operations) { $1 }.merging(more) { $1 })
  }

  /// The content of a report, by way of its JSON form.
  private struct Content: Decodable {
    struct Client: Decodable {
      struct Module: Decodable {
        let name: String
        let operations: [Operation]
      }
      struct Operation: Decodable {
        struct Weighing: Decodable, Equatable {
          let coordinate: String
          let fieldWeight: Int
        }
        struct Deprecated: Decodable, Equatable {
          let coordinate: String
          let reason: String
        }
        let name, kind, description, place, swiftType, swiftProtocol: String
        let needsSession: Bool
        let sessionFields, secretsSent, secretsReceived: [String]
        let weight: Int
        let heaviestFields: [Weighing]
        let rateLimitBuckets: [String]
        let deprecatedFields: [Deprecated]
        let criticalFields, fragments: [String]
        let hash, request: String?
      }
      struct Fragment: Decodable {
        let name, swiftType, type, module, place: String
        let spreads, operations: [String]
      }
      struct Session: Decodable, Equatable {
        let swiftType: String
        let logIn, secondStep, replaceTokens: [String]
        let refresh, logOut, deleteAccount: String?
        let placement: String
        let endings, stored: [String]
      }
      struct Coverage: Decodable {
        struct Field: Decodable {
          let name: String
          let isDeprecated: Bool
          let selectedBy: [String]
        }
        let name: String
        let usedCount: Int
        let fields: [Field]
      }
      struct Changes: Decodable {
        struct Change: Decodable {
          let coordinate, criticality: String
          let swift: [String]
        }
        let changes: [Change]
      }
      let name: String
      let maximumWeight: Int?
      let totals: [String: Int]
      let modules: [Module]
      let fragments: [Fragment]
      let session: Session?
      let types: [Coverage]
      let changes: Changes?

      func operation(_ name: String) throws -> Operation {
        try #require(modules.flatMap(\.operations).first { $0.name == name })
      }
    }
    let clients: [Client]
  }

  private func client(_ bench: Workbench, _ arguments: String...) async throws -> Content.Client {
    let result = try await bench.run(["report", "--format", "json"] + arguments)
    #expect(result.exitCode == 0, "\(result.errors)")
    let content = try JSONDecoder().decode(Content.self, from: Data(result.output.utf8))
    return try #require(content.clients.first)
  }

  // MARK: Content

  @Test func operationHasItsSessionSecretsAndCosts() async throws {
    let client = try await client(try bench())
    let logIn = try client.operation("LogIn")
    #expect(!logIn.needsSession && logIn.sessionFields.isEmpty)
    #expect(logIn.swiftType == "LogInMutation" && logIn.swiftProtocol == "AnonymousOperation")
    #expect(logIn.description == "Signs the user in.")
    #expect(logIn.place == "ops/Session.graphql:2:10")
    #expect(logIn.secretsSent == ["LogInInput.password"])
    #expect(logIn.secretsReceived == ["Tokens.access", "Tokens.refresh"])
    #expect(logIn.weight == 50)
    #expect(logIn.heaviestFields == [.init(coordinate: "Mutation.logIn", fieldWeight: 50)])
    #expect(logIn.rateLimitBuckets == ["LOGIN"])
    #expect(logIn.hash?.count == 64 && logIn.request == nil)
    let refresh = try client.operation("Refresh")
    #expect(refresh.secretsSent == ["$token"])
    let me = try client.operation("Me")
    #expect(me.needsSession && me.sessionFields == ["Query.me"])
    #expect(me.swiftProtocol == "AuthenticatedOperation")
    #expect(me.deprecatedFields == [.init(coordinate: "User.nick", reason: "use <name>")])
    #expect(client.maximumWeight == 100)
    #expect(
      client.totals == [
        "operations": 5, "needSession": 2, "haveSecrets": 2, "selectDeprecated": 2,
        "canLoseAllData": 3, "largestWeight": 50, "fragments": 3, "fields": 16, "usedFields": 14,
      ])
  }

  @Test func criticalFieldsAreThoseWithoutANullableFieldAroundThem() async throws {
    let client = try await client(try bench())
    // User.team is nullable, and so is User.nick.
    #expect(try client.operation("Me").criticalFields == ["Query.me", "User.name"])
    #expect(try client.operation("Find").criticalFields.isEmpty)
    #expect(
      try client.operation("LogIn").criticalFields
        == ["Mutation.logIn", "Tokens.access", "Tokens.refresh"])
  }

  @Test func fragmentsNameWhatTheySpreadAndTheirOperations() async throws {
    let client = try await client(try bench())
    #expect(try client.operation("Find").fragments == ["Person", "Named"])
    let named = try #require(client.fragments.first { $0.name == "Named" })
    #expect(named.operations == ["Me", "Find"] && named.spreads.isEmpty)
    let person = try #require(client.fragments.first { $0.name == "Person" })
    #expect(person.spreads == ["Named"] && person.type == "User")
    #expect(person.swiftType == "PersonFragment" && person.place == "ops/Me.graphql:3:10")
  }

  @Test func coverageNamesTheDefinitionsThatSelectAField() async throws {
    let client = try await client(try bench())
    func field(_ type: String, _ name: String) throws -> Content.Client.Coverage.Field {
      try #require(
        client.types.first { $0.name == type }?.fields.first { $0.name == name })
    }
    #expect(try field("User", "name").selectedBy == ["Named"])
    #expect(try field("Team", "size").selectedBy == ["Me"])
    // Find selects it on the interface.
    #expect(try field("Team", "id").selectedBy == ["Find"])
    #expect(try field("Query", "shops").selectedBy.isEmpty)
    #expect(try field("User", "nick").isDeprecated)
    #expect(client.types.first { $0.name == "Shop" }?.usedCount == 0)
    #expect(!client.types.contains { $0.name.hasPrefix("__") })
  }

  @Test func sessionHasItsOperationsAndItsEndings() async throws {
    let client = try await client(try bench())
    #expect(
      client.session
        == Content.Client.Session(
          swiftType: "ShopSession", logIn: ["LogIn"], secondStep: [], replaceTokens: [],
          refresh: "Refresh", logOut: "LogOut", deleteAccount: nil,
          placement: "Authorization: Bearer TOKEN",
          endings: ["status 401", "extensions.code is A or B, before execution"],
          stored: ["accessToken: Secret", "refreshToken: Secret?"]))
  }

  @Test func operationsAreListedByTheTargetThatHasThem() async throws {
    let client = Sample.client(
      operations: "Sources/App/GraphQL", authentication: #"{"authenticated": []}"#)
    let bench = try Workbench([
      "authgen.json": Sample.configuration(
        client.replacing(
          #""output""#, with: #""module": "App", "usedBy": ["Cart/GraphQL"], "output""#)),
      "schema.graphql": Self.schema,
      "Sources/App/GraphQL/Me.graphql": "query Me { node(id: 1) { id } }",
      "Cart/GraphQL/Shops.graphql": "query Shops { shops { name } }",
      "Cart/authgen.json": "{}",
    ])
    let modules = try await self.client(bench).modules
    #expect(modules.map(\.name) == ["App", "Cart"])
    #expect(modules.map { $0.operations.map(\.name) } == [["Me"], ["Shops"]])
  }

  @Test func changesOfTwoSchemasAreAmongTheirClient() async throws {
    let bench = try bench([
      "new.graphql": Self.schema.replacing("size: Int!", with: "size: Float!")
    ])
    let client = try await client(bench, "schema.graphql", "new.graphql")
    let changes = try #require(client.changes?.changes)
    #expect(changes.map(\.coordinate) == ["Team.size"])
    #expect(changes.map(\.criticality) == ["breaking"])
    #expect(changes.first?.swift.isEmpty == false)
  }

  // MARK: Page

  /// The tags of a page with the names of their attributes, without the texts between them.
  private func tags(_ page: String) -> [String] {
    let page = page.replacing(/<(style|script)>[\s\S]*?<\/\1>/, with: "")
    return page.matches(of: /<[^>]*>/).map { String($0.output).replacing(/"[^"]*"/, with: "") }
  }

  /// Texts of a schema cannot add tags or attributes, nor end the script.
  @Test(arguments: [
    "<script>alert(1)</script>", "</style><b>", "\\\"><img src=x onerror=alert(1)>", "'onload='x",
    "{{name}}{{{name}}}", "&lt;b&gt;", "<!--", "]]>", "\\u202Eevil", "</script>",
  ])
  func textsOfASchemaAreNoMarkup(_ text: String) async throws {
    func page(_ text: String) async throws -> String {
      let bench = try bench([
        "schema.graphql": Self.schema.replacing("use <name>", with: text)
          .replacing("LOGIN", with: text),
        "ops/Session.graphql": try #require(Self.operations["ops/Session.graphql"])
          .replacing("Signs the user in.", with: text),
      ])
      let result = try await bench.run("report")
      #expect(result.exitCode == 0, "\(result.errors)")
      return result.output
    }
    let hostile = try await page(text)
    #expect(tags(hostile) == tags(try await page("plain")))
    #expect(!hostile.contains("\u{202E}"))
  }

  @Test func pageRunsOnlyItsOwnScript() async throws {
    let page = try await bench().run("report").output
    let policy = try #require(
      page.firstMatch(of: /http-equiv="Content-Security-Policy" content="([^"]*)"/))
    let script = try #require(page.firstMatch(of: /<script>([\s\S]*?)<\/script>/)?.output.1)
    let style = try #require(page.firstMatch(of: /<style>([\s\S]*?)<\/style>/)?.output.1)
    func hash(_ text: Substring) async throws -> String {
      try await runProcess(
        "/bin/sh", ["-c", "openssl dgst -sha256 -binary | openssl base64 -A"],
        in: Checkout.root, input: String(text)
      ).output
    }
    #expect(
      policy.output.1 == """
        default-src 'none'; style-src 'sha256-\(try await hash(style))'; script-src \
        'sha256-\(try await hash(script))'; base-uri 'none'; form-action 'none'
        """)
  }

  /// A name of the template that the JSON form lacks would print nothing.
  @Test func templateUsesOnlyNamesOfTheJSONForm() async throws {
    let bench = try bench([
      "new.graphql": Self.schema.replacing("size: Int!", with: "size: Float!")
    ])
    let json = try await bench.run("report", "--format", "json", "schema.graphql", "new.graphql")
    let members = json.output.matches(of: /"(\w+)":/).map { String($0.output.1) }
    // Those of the drawings, of the page, and of a list of uses that is cut off.
    var known = Set(members).union([
      "style", "script", "styleHash", "scriptHash", "fragmentDrawing", "sessionDrawing", "width",
      "height", "boxes", "x", "y", "boxWidth", "boxHeight", "textX", "textY", "text", "arrows",
      "more", "anchor", "title", "shownText", "path", "labelX", "labelY", "label", "omitted",
    ])
    known.formUnion(
      known.flatMap {
        ["has\($0.prefix(1).uppercased())\($0.dropFirst())", "\($0)Count", "\($0)Text"]
      })
    let names = try FileManager.default.contentsOfDirectory(
      atPath: Checkout.root.appending(path: "Templates/report").path)
    for name in names where name.hasSuffix(".mustache") {
      let template = try Checkout.text("Templates/report/\(name)")
      for match in template.matches(of: /{{{?[#^\/&]?\s*([\w.]+)\s*}}/) {
        for part in match.output.1.split(separator: ".") {
          #expect(known.contains(String(part)), "\(name) names \(match.output.1)")
        }
      }
    }
  }

  private func drawings(in page: String) -> [Substring] {
    page.split(separator: "<svg").dropFirst().compactMap { $0.split(separator: "</svg>").first }
  }

  @Test func drawingHasTheMostUsedFragmentsAndCountsTheOthers() async throws {
    let count = 70
    let chain = (1...count).map { number in
      "fragment F\(number) on User { \(number < count ? "...F\(number + 1)" : "id") }"
    }
    let bench = try bench([
      "ops/Chain.graphql": "query Chain { me { ...F1 } }\n" + chain.joined(separator: "\n")
    ])
    let page = try await bench.run("report").output
    let drawing = try #require(drawings(in: page).first)
    #expect(drawing.split(separator: "<rect ").count == 61)
    // Person and Named are used twice, and the chain once.
    #expect(drawing.contains(">Person</text>") && drawing.contains(">Named</text>"))
    #expect(page.contains("and so are 12 more"))
  }

  @Test func statesOfASessionNameItsOperations() async throws {
    let page = try await bench().run("report").output
    let drawing = try #require(drawings(in: page).last)
    let texts = ["signed out", "signed in", "refreshing", "needs login"]
    for text in texts + ["LogIn", "Refresh", "LogOut"] {
      #expect(drawing.contains(text), "no \(text)")
    }
  }

  /// `UPDATE_SNAPSHOTS=1 swift test` writes the files again, and fails once.
  @Test(arguments: ["json", "html"]) func fixturesReportIsTheRecordedOne(
    _ format: String
  ) async throws {
    let folder = "Tests/EndToEnd/ReportPage/Fixture"
    let result = try await runProcess(
      builtTool,
      [
        "report", "--config", "\(folder)/authgen.json", "--format", format,
        "\(folder)/schema.graphql", "\(folder)/schema-next.graphql",
      ], in: Checkout.root)
    #expect(result.exitCode == 0, "\(result.errors)")
    let path = "Tests/Generator/CommandLine/Recorded/report.\(format)"
    #expect(
      Golden.text(of: path, expecting: result.output) == result.output,
      "\(path) is stale: run UPDATE_SNAPSHOTS=1 swift test")
  }

  // MARK: Files and problems

  @Test func pageIsWrittenToAFile() async throws {
    let bench = try bench()
    let result = try await bench.run("report", "--output", "out/page.html")
    #expect(result.exitCode == 0 && result.output == "the report is in out/page.html\n")
    #expect(try bench.text("out/page.html").hasPrefix("<!doctype html>"))
    #expect(try bench.names("out") == ["page.html"])
  }

  @Test func deviceIsWrittenToAndNotReplaced() async throws {
    let result = try await bench().run("report", "--output", "/dev/null")
    #expect(result.exitCode == 0)
    let type = try FileManager.default.attributesOfItem(atPath: "/dev/null")[.type]
    #expect(type as? FileAttributeType == .typeCharacterSpecial)
  }

  @Test func problemsOfTheInputAreReportedInPlaceOfAPage() async throws {
    let bench = try bench(["ops/Wrong.graphql": "query Wrong { nothing }"])
    let result = try await bench.run("report", "--output", "page.html")
    #expect(result.exitCode == 1 && result.output.isEmpty)
    #expect(result.errors.contains("ops/Wrong.graphql:1:15"))
    #expect(!bench.exists("page.html"))
  }

  @Test func schemaWithoutOperationsIsRefused() async throws {
    let result = try await bench().run("report", "--schema", "schema.graphql")
    #expect(result.exitCode == 64 && result.output.isEmpty)
    #expect(result.errors.contains("--schema requires --operations"))
  }

  @Test func pageThatCannotBeWrittenIsReported() async throws {
    let bench = try bench(["page.html/file": ""])
    let result = try await bench.run("report", "--output", "page.html")
    #expect(result.exitCode == 1)
    #expect(result.errors.contains("page.html"), "\(result.errors)")
    #expect(try bench.names("page.html") == ["file"])
  }
}
