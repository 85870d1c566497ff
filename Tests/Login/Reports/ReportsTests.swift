// Runs the inputs of Tests/Fixtures/Reports, whose README says what each outcome is.

import AuthGenHorizon
import AuthGenOpenID
@_spi(Generated) import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import AuthGenWebLogin
import Foundation
import HorizonAPI
import OpenIDAPI
import Testing

@Suite struct ReportsTests {
  private static let folder = Checkout.root.appending(path: "Tests/Fixtures/Reports")

  private static let outcomes: [String: @Sendable (URL) async throws -> Void] = [
    "public/01-expires-in-string": checkTokens,
    "public/03-userinfo-email-verified-string": checkUserInfo,
    "public/09-bom-in-rest-json": checkByteOrderMarks,
    "public/10-error-without-message": checkErrors,
    "public/12-top-level-error-members": checkMembers,
    "public/14-introspection-default-values": checkDefaults,
    "public/16-schema-in-operations-folder": {
      try await checkGenerated($0, "out/A.graphql.swift", "struct AQuery:")
    },
    "public/18-two-schemas-one-target": { folder in
      let clash = "both declare LoginQuery, S"
      try await checkRefused(folder.appending(path: "by-hand"), ["generate", "--no-cache"], clash)
      try await checkRefused(folder.appending(path: "build-plugin"), build, clash)
    },
    "public/19-media-type": checkMediaTypes,
    "public/20-federation-subgraph": { try await checkSchema($0) },
    "generator/14-no-query": { try await checkSchema($0, warning: "the schema has no query type") },
    "generator/30-federation-2": { try await checkSchema($0) },
    "generator/31-federation-entities": { try await checkSchema($0) },
    "generator/32-federation-1-extends": { try await checkSchema($0) },
    "generator/34-relay-arguments": {
      for name in ["arguments", "argumentDefinitions"] {
        try await checkRefused($0, generate, "@\(name) is a directive of Relay, which")
      }
    },
    "generator/40-client-directive-defined": { folder in
      for (name, client) in [("client", "Apollo Client"), ("arguments", "Relay")] {
        try await checkRefused(folder, generate, "@\(name) is a directive of \(client), which")
      }
    },
    "generator/41-connect-and-federation": { try await checkSchema($0) },
    "generator/64-case-insensitive": {
      try await checkRefused($0, generate, "would both generate a.x.graphql.swift")
    },
    "generator/65-build-two-clients": { try await checkRefused($0, build, "both declare E") },
    "backends/01-init-django": checkInit,
    "backends/07-platform-store-shared": { folder in
      for client in ["Shop", "Gql"] {
        try await checkGenerated(
          folder, "out/\(client)/\(client).Session.swift",
          #"store: store.store(of: "\#(client)", by: client)"#)
      }
    },
    "backends/09-ended-value-not-in-enum": {
      try await checkRefused(
        $0, ["validate"],
        "the enum AuthProblemCode of AuthProblem.code has no value \"EXPIRED\"", line: 65)
    },
    "backends/10-invalid-send-header": {
      try await checkRefused(
        $0, ["validate"], "expected a name as in an HTTP header, found \"Authorization:\"", line: 70
      )
    },
    "backends/11-messages-beforeExecution": {
      try await checkGenerated(
        $0, "out/Shop.Session.swift",
        #".message(in: ["Signature has expired"], beforeExecution: true)"#)
    },
    "backends/06-two-clients-one-target": {
      try await checkRefused($0, build, "both declare MeQuery, RefreshTokenMutation")
    },
  ]

  private static let build = ["build", "--output", "out", "--output-file", "AuthGen.Other.swift"]

  private static let generate = [
    "generate", "--schema", "schema.graphql", "--operations", "ops", "--output", "out",
  ]

  /// The folders that SessionReportsTests runs.
  private static let ofSessions = [
    "backends/02-logout-expired-access", "backends/04-mutation-nonnull-root-not-resent",
    "backends/08-signed-out-text-while-signed-in", "backends/13-logout-success-false",
  ]

  @Test func everyFolderHasAnOutcome() throws {
    let found = try ["public", "generator", "backends"].flatMap { kind in
      try FileManager.default.contentsOfDirectory(atPath: Self.folder.appending(path: kind).path)
        .map { "\(kind)/\($0)" }
    }.filter {
      // The others are cases for OddProviderTests.
      !FileManager.default.fileExists(
        atPath: Self.folder.appending(path: "\($0)/cases.json").path)
    }
    #expect(Set(found) == Set(Self.outcomes.keys).union(Self.ofSessions))
  }

  @Test(arguments: outcomes.keys.sorted()) func reportHasItsOutcome(_ name: String) async throws {
    try await Self.outcomes[name]?(Self.folder.appending(path: name))
  }

  private static func json(_ url: URL) throws -> JSON {
    try JSONDecoder().decode(JSON.self, from: Data(contentsOf: url))
  }

  private static func data(_ json: JSON?) throws -> Data {
    try JSONEncoder().encode(json)
  }

  // MARK: OpenID Connect

  @Sendable private static func checkTokens(_ folder: URL) async throws {
    for report in try json(folder.appending(path: "tokens.json")).array ?? [] {
      let object = try JSONSerialization.jsonObject(with: try data(report["tokens"]))
      let tokens = try #require(object as? [String: any Sendable])
      let pretend = try await PretendLogin()
      #expect(try await pretend.reason(tokens: tokens) == nil)
      let session = try #require(await pretend.login.sessions.state.session)
      #expect(
        session.expiresAt?.timeIntervalSince(PretendLogin.start) == report["seconds"]?.double,
        "\(report)")
      let unreadable = report["unreadable"]?.array?.compactMap(\.string) ?? []
      #expect(pretend.unreadable.withLock { $0 } == unreadable, "\(report)")
    }
  }

  @Sendable private static func checkUserInfo(_ folder: URL) async throws {
    let pretend = try await PretendLogin()
    #expect(try await pretend.reason() == nil)
    let body = try Data(contentsOf: folder.appending(path: "userinfo.json"))
    await pretend.server.respond(to: "/userinfo") { _ in PretendServer.response(200, body) }
    let user = try await pretend.login.userInfo()
    #expect(user.emailVerified == true && user.email == "bob@example.com")
    #expect(user.name == nil && user.nickname == "7")
    #expect(pretend.unreadable.withLock { $0 } == ["name"])
  }

  private static let mark = Data([0xEF, 0xBB, 0xBF])

  @Sendable private static func checkByteOrderMarks(_ folder: URL) async throws {
    let pretend = try await PretendLogin()
    let keys = try JSONSerialization.data(
      withJSONObject: ["keys": [["kid": "no type"], pretend.key(pretend.signer)]])
    await pretend.server.respond(to: "/.well-known/jwks.json") { _ in
      PretendServer.response(200, mark + keys)
    }
    #expect(try await pretend.reason() == nil)
    #expect(pretend.unreadable.withLock { $0 } == ["keys.0"])
    let refusal = try Data(contentsOf: folder.appending(path: "error.json"))
    #expect(refusal.starts(with: mark))
    await pretend.server.respond(to: "/oauth/token") { _ in
      PretendServer.response(400, refusal)
    }
    let attempt = try await pretend.login.begin(pretend.options())
    let callback = try #require(
      PretendLogin.redirect(from: attempt.page, to: attempt.redirectURI))
    let error = await #expect(throws: WebLoginError.self) {
      try await pretend.login.finish(attempt, callback: callback)
    }
    #expect("\(try #require(error))".contains("invalid_grant"))
    let metadata = [
      "issuer": PretendServer.origin, "authorization_endpoint": "\(PretendServer.origin)/authorize",
      "token_endpoint": "\(PretendServer.origin)/token", "jwks_uri": "\(PretendServer.origin)/keys",
    ]
    let discovery = try JSONSerialization.data(
      withJSONObject: metadata.merging(["scopes_supported": "openid email"]) { $1 })
    await pretend.server.respond(to: "/.well-known/openid-configuration") { _ in
      PretendServer.response(200, mark + discovery)
    }
    let provider = try await OpenIDProvider.discover(
      issuer: PretendServer.origin, transport: pretend.server.transport)
    #expect(provider.tokenEndpoint.path == "/token")
  }

  // MARK: GraphQL

  private struct Item: ResponseObject {
    let title: String?

    init(fields: inout FieldReader) { title = fields.optionalString("title") }
    func encode(into fields: FieldWriter) { fields.optionalString("title", title) }
  }

  private struct Items: ResponseObject {
    let item: Item?

    init(fields: inout FieldReader) { item = fields.optionalObject("item") }
    func encode(into fields: FieldWriter) { fields.optionalObject("item", item) }
  }

  @Sendable private static func checkErrors(_ folder: URL) async throws {
    for report in try json(folder.appending(path: "responses.json")).array ?? [] {
      let response = try GraphQLResponse<Items>(json: try data(report["response"]))
      #expect((response.data == nil) == (report["title"] == nil), "\(report)")
      #expect(response.data?.item?.title ?? "" == report["title"]?.string ?? "", "\(report)")
      let expected = report["errors"]?.array ?? []
      try #require(response.errors.count == expected.count, "\(report)")
      for (error, expected) in zip(response.errors, expected) {
        #expect(error.message == expected["message"]?.string, "\(report)")
        #expect(error.path.count == expected["path"]?.integer ?? 0, "\(report)")
        guard let member = expected["member"]?.string else { continue }
        let found = try #require(error.members[member], "\(report)")
        #expect(expected["value"] == nil || found == expected["value"], "\(report)")
      }
    }
  }

  @Sendable private static func checkMembers(_ folder: URL) async throws {
    let body = try Data(contentsOf: folder.appending(path: "response.json"))
    let error = try #require(try GraphQLResponse<Items>(json: body).errors.first)
    #expect(error.members["errorType"]?.string == "UnauthorizedException")
    #expect(error.members["errorInfo", "a"] == .integer(1))
    struct Source: CredentialSource {
      let ended = Shared(false)
      var refusals: [RefusalRule] { [.errorMember("errorType", in: ["UnauthorizedException"])] }
      func credential() -> Credential? { Credential(scheme: "Bearer", token: "a") }
      func credential(insteadOf refused: Credential) -> Credential? {
        Credential(scheme: "Bearer", token: "b")
      }
      func sessionHasEnded(_ credential: Credential) { ended.withLock { $0 = true } }
    }
    let source = Source()
    let client = try client(
      HTTPResponse(status: 200, headers: ["Content-Type": "application/json"], body: body))
    await #expect(throws: RequestError.self) {
      try await HorizonClient(client.authenticated(by: source)).getSocialProviders()
    }
    #expect(source.ended.withLock { $0 })
  }

  private static func client(_ response: HTTPResponse) throws -> GraphQLClient {
    let endpoint = try #require(URL(string: "https://api.example.com/graphql"))
    return GraphQLClient(
      ClientConfiguration(endpoint: endpoint, retry: .never),
      transport: InMemoryTransport { _ in response })
  }

  @Sendable private static func checkMediaTypes(_ folder: URL) async throws {
    let graphQL = #"{"data":{"socialLoginProviders":[]}}"#
    let rest = #"{"sub":"user-1"}"#
    let pretend = try await PretendLogin()
    #expect(try await pretend.reason() == nil)
    for report in try json(folder.appending(path: "responses.json")).array ?? [] {
      func response(_ text: String) -> HTTPResponse {
        let headers: HTTPHeaders = report["type"]?.string.map { ["Content-Type": $0] } ?? [:]
        return HTTPResponse(
          status: 200, headers: headers, body: Data((report["body"]?.string ?? text).utf8))
      }
      let client = HorizonClient(try client(response(graphQL)))
      let response = response(rest)
      await pretend.server.respond(to: "/userinfo") { _ in response }
      if report["isRead"] == .boolean(true) {
        _ = try await client.getSocialProviders()
        #expect(try await pretend.login.userInfo().sub == "user-1", "\(report)")
      } else {
        let error = await #expect(throws: RequestError.self) {
          try await client.getSocialProviders()
        }
        #expect("\(try #require(error))".contains("expected JSON; check the endpoint"), "\(report)")
        await #expect(throws: WebLoginError.self) { try await pretend.login.userInfo() }
      }
    }
  }

  // MARK: Schemas

  @Sendable private static func checkDefaults(_ folder: URL) async throws {
    let all = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let schemas = all.filter { !$0.hasSuffix(".graphql") }
    #expect(schemas.count == 10)
    for schema in schemas {
      // The number in place of its text is right.
      let warning = schema == "numberdefault" ? "" : "a default value cannot be read"
      for document in ["q.graphql"] + (schema.hasSuffix("-used") ? ["qc.graphql"] : []) {
        try await generate(
          folder.appending(path: "\(schema)/schema.json"), folder.appending(path: document), warning
        )
      }
    }
  }

  private static func checkSchema(_ folder: URL, warning: String = "") async throws {
    try await generate(
      folder.appending(path: "schema.graphql"), folder.appending(path: "operations.graphql"),
      warning)
  }

  /// `authgen init` writes the files of the folder.
  @Sendable private static func checkInit(_ input: URL) async throws {
    let folder = try copy(input)
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.removeItem(at: folder.appending(path: "authgen.json"))
    let result = try await runProcess(
      builtTool, ["init", "--schema", "schema.graphql"], in: folder)
    #expect(result.exitCode == 0, "\(result.text)")
    for (name, path) in [
      ("authgen.json", "authgen.json"), ("Session.graphql", "GraphQL/operations/Session.graphql"),
    ] {
      let expected = try String(contentsOf: input.appending(path: name), encoding: .utf8)
      let found = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
      #expect(found == expected)
    }
    let generated = try await runProcess(builtTool, ["generate"], in: folder)
    #expect(generated.exitCode == 0, "\(generated.text)")
  }

  /// The tool generates a file with a text.
  private static func checkGenerated(_ input: URL, _ path: String, _ text: String) async throws {
    let folder = try copy(input)
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try await runProcess(builtTool, ["generate", "--no-cache"], in: folder)
    #expect(result.exitCode == 0, "\(result.text)")
    let generated = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
    #expect(generated.contains(text), "\(generated)")
  }

  /// A copy of a folder.
  private static func copy(_ input: URL) throws -> URL {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "authgen-report-\(UUID().uuidString)")
    try FileManager.default.copyItem(at: input, to: folder)
    return folder
  }

  /// The tool refuses a copy of the input, and writes nothing.
  ///
  /// - Parameter line: the line of the configuration in the error; nil for any place.
  private static func checkRefused(
    _ input: URL, _ arguments: [String], _ message: String, line: Int? = nil
  ) async throws {
    let folder = try copy(input)
    defer { try? FileManager.default.removeItem(at: folder) }
    let before = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
    let result = try await runProcess(builtTool, arguments, in: folder)
    #expect(result.exitCode == 1 && result.text.contains(message), "\(result.text)")
    if let line { #expect(result.text.contains("authgen.json:\(line):"), "\(result.text)") }
    #expect(try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted() == before)
  }

  private static func generate(_ schema: URL, _ operations: URL, _ warning: String) async throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "authgen-report-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try await runProcess(
      builtTool,
      [
        "generate", "--schema", schema.path, "--operations", operations.path, "--output", "out",
        "--no-cache",
      ], in: folder)
    #expect(result.exitCode == 0, "\(schema.path): \(result.text)")
    #expect(warning.isEmpty || result.text.contains(warning), "\(schema.path): \(result.text)")
    let files = try FileManager.default.contentsOfDirectory(
      atPath: folder.appending(path: "out").path)
    #expect(files.contains { $0.hasSuffix(".graphql.swift") || $0.contains("Operations") })
  }
}
