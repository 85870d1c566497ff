// The service in the app's own process. `GettingStartedSnippets` call it with a generated client.

import AuthGenRuntime
import AuthGenTestSupport
import AuthGenTesting
import Foundation
import Testing

@Suite struct DemoServiceTests {
  private let clock: Shared<Date>
  private let service: DemoService

  init() {
    let clock = Shared(Date(timeIntervalSince1970: 1_800_000_000))
    self.clock = clock
    service = DemoService(tokenLifetime: .seconds(60), now: { clock.withLock { $0 } })
  }

  /// The response's body.
  private func call(
    _ document: String, _ variables: JSON.Object = [:], token: String? = nil
  ) async throws -> JSON {
    var request = HTTPRequest(url: DemoService.endpoint)
    request.headers["Authorization"] = token.map { "Bearer \($0)" }
    request.body = JSON.object(["query": .string(document), "variables": .object(variables)]).data
    let response = try await service.send(request)
    #expect(response.status == 200)
    return try #require(JSON(response.body))
  }

  private func logIn(
    _ email: String = "ada@example.com", _ password: String = "correct horse"
  ) async throws -> JSON? {
    let document = """
      mutation LogIn($email:String!$password:String!){logIn(email:$email password:$password)
      {accessToken refreshToken expiresIn}}
      """
    return try await call(document, ["email": .string(email), "password": .string(password)])[
      "data"]?["logIn"]
  }

  private func refresh(_ tokens: JSON?) async throws -> JSON {
    try await call(
      "mutation Refresh($token:String!){refresh(refreshToken:$token){accessToken refreshToken}}",
      ["token": tokens?["refreshToken"] ?? .null])
  }

  private func name(with tokens: JSON?) async throws -> JSON {
    try await call("query Me{me{name}}", token: tokens?["accessToken"]?.string)
  }

  private func isRefused(_ response: JSON, _ field: String = "me") -> Bool {
    response["data"] == .null
      && response["errors"]?.array?.first?["extensions"]?["code"] == .string("UNAUTHENTICATED")
      && response["errors"]?.array?.first?["path"] == .array([.string(field)])
  }

  @Test(
    arguments: [
      ("query Hello($name:String){hello(name:$name)}", [:], ["hello": "Hello!"]),
      ("query Hello($name:String){hello(name:$name)}", ["name": "Ada"], ["hello": "Hello, Ada!"]),
      ("query Hello($name:String=\"Eve\"){hello(name:$name)}", [:], ["hello": "Hello, Eve!"]),
      (
        "query Hello($name:String=\"Eve\"@a(b:{c:[1]})){hello(name:$name)}", [:],
        ["hello": "Hello, Eve!"]
      ),
      (
        "query A @a(b: [{c: \")\"}]) { a: hello(name: \"Bo\") @include(if: true), b: hello }", [:],
        ["a": "Hello, Bo!", "b": "Hello!"]
      ),
      ("{ # a comment\r\n hello }", [:], ["hello": "Hello!"]),
      ("{ # a comment }\n hello(name: \"\"\"Cy\"\"\") }", [:], ["hello": "Hello, Cy!"]),
      (
        "{ hello(name: \"\\u0044i\", other: {list: [$a, 1.5e3, RED], a: null}) }", [:],
        ["hello": "Hello, Di!"]
      ),
    ] as [(String, [ExactString: String], [ExactString: String])])
  func fieldsHaveTheirArguments(
    _ document: String, _ variables: [ExactString: String], _ data: [ExactString: String]
  ) async throws {
    let response = try await call(document, variables.mapValues { .string($0) })
    #expect(response == .object(["data": .object(data.mapValues { .string($0) })]))
  }

  @Test(arguments: [
    "", "query", "query A(", "query A($", "query A($a:String=", "{", "{ hello(", "{ hello(name:",
    "{ hello(name: [", "{ hello(name: {", "{ hello @", "{ hello {", "{ a:", "{ shop }", "{ ...A }",
    "query A[", "{ hello(name = 1) }",
  ])
  func otherDocumentsAreErrors(_ document: String) async throws {
    let response = try await call(document)
    #expect(response["data"] == .null && response["errors"]?.array?.count == 1)
  }

  @Test(arguments: ["[", "{a:"])
  func deeplyNestedValueIsAnError(_ start: String) async throws {
    let response = try await call(
      "{ hello(name: " + String(repeating: start, count: 100_000))
    #expect(response["data"] == .null && response["errors"]?.array?.count == 1)
  }

  /// The token may be a password.
  @Test func errorOmitsTheTokensOfTheDocument() async throws {
    let response = try await call("{ logIn(email: \"planted-1\" \"planted-2\") }")
    let message = try #require(response["errors"]?.array?.first?["message"]?.string)
    #expect(message.contains("Syntax Error") && !message.contains("planted"))
  }

  @Test func requestWithoutADocumentIsAnError() async throws {
    let response = try await service.send(HTTPRequest(url: DemoService.endpoint))
    #expect(JSON(response.body)?["errors"] != nil)
  }

  @Test func accountIsReadWithItsTokenAlone() async throws {
    let (ada, grace) = (try await logIn(), try await logIn("grace@example.com", "battery staple"))
    #expect(try await name(with: ada)["data"]?["me"]?["name"]?.string == "Ada Lovelace")
    #expect(try await name(with: grace)["data"]?["me"]?["orders"]?.array?.count == 1)
    #expect(isRefused(try await name(with: nil)))
    for token in ["", "x", "e30=", ada?["refreshToken"]?.string ?? ""] {
      #expect(isRefused(try await call("{me{id}}", token: token)), "\(token)")
    }
    var request = HTTPRequest(url: DemoService.endpoint)
    request.headers["Authorization"] = "Basic \(ada?["accessToken"]?.string ?? "")"
    request.body = JSON.object(["query": .string("{me{id}}")]).data
    let other = try await service.send(request)
    #expect(isRefused(try #require(JSON(other.body))))
  }

  @Test func wrongPasswordHasNoTokens() async throws {
    #expect(try await logIn("ada@example.com", "battery staple") == .null)
    #expect(try await logIn("eve@example.com", "correct horse") == .null)
  }

  @Test func accessTokenExpires() async throws {
    let tokens = try await logIn()
    #expect(tokens?["expiresIn"]?.integer == 60)
    clock.withLock { $0 += 59 }
    #expect(try await name(with: tokens)["errors"] == nil)
    clock.withLock { $0 += 1 }
    #expect(isRefused(try await name(with: tokens)))
  }

  @Test func refreshTokenIsValidOnce() async throws {
    let tokens = try await logIn()
    clock.withLock { $0 += 3_600 }
    let newer = try await refresh(tokens)["data"]?["refresh"]
    #expect(try await name(with: newer)["errors"] == nil)
    #expect(isRefused(try await refresh(tokens), "refresh"))
    #expect(try await refresh(newer)["errors"] == nil)
    let access = JSON.object(["refreshToken": newer?["accessToken"] ?? .null])
    #expect(isRefused(try await refresh(access), "refresh"))
  }

  @Test func logoutEndsOneLogin() async throws {
    let (ended, other) = (try await logIn(), try await logIn())
    let logOut = "mutation LogOut { out: logOut }"
    #expect(isRefused(try await call(logOut), "out"))
    let response = try await call(logOut, token: ended?["accessToken"]?.string)
    #expect(response["data"]?["out"] == .boolean(true))
    #expect(isRefused(try await name(with: ended)))
    #expect(isRefused(try await refresh(ended), "refresh"))
    #expect(try await name(with: other)["errors"] == nil)
  }

  /// A session that the app has stored works after a restart of the app.
  @Test func tokensWorkInAnotherProcess() async throws {
    let tokens = try await logIn()
    let next = DemoServiceTests()
    #expect(try await next.name(with: tokens)["errors"] == nil)
    #expect(try await next.refresh(tokens)["errors"] == nil)
  }
}
