// Runs the inputs of Tests/Fixtures/Reports that are responses of servers. The README there has the outcomes.

import AuthGenOpenID
@_spi(Generated) import AuthGenRuntime
import AuthGenTestSupport
import Foundation
import HorizonAPI
import OpenIDAPI
import Testing

@Suite struct ResponseReportsTests {
  private static let folder = Checkout.root.appending(path: "Tests/Fixtures/Reports")

  private static let outcomes: [String: @Sendable (URL) async throws -> Void] = [
    "public/01-expires-in-string": checkTokens,
    "public/03-userinfo-email-verified-string": checkUserInfo,
    "public/09-bom-in-rest-json": checkByteOrderMarks,
    "public/10-error-without-message": checkErrors,
    "public/12-top-level-error-members": checkMembers,
    "public/19-media-type": checkMediaTypes,
  ]

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
      let session = try #require(await pretend.session)
      #expect(
        session.expiresAt?.timeIntervalSince(PretendLogin.start) == report["seconds"]?.double,
        "\(report)")
      let unreadable = report["unreadable"]?.array?.compactMap(\.string) ?? []
      #expect(pretend.unreadable.withLock { $0 } == unreadable, "\(report)")
    }
  }

  @Sendable private static func checkUserInfo(_ folder: URL) async throws {
    let pretend = try await PretendLogin.loggedIn()
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
    let error = await #expect(throws: WebLoginError.self) { try await pretend.logIn() }
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
    let pretend = try await PretendLogin.loggedIn()
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
}
