// Tests what the ready interceptor logs, and what it never logs.

import AuthGenLogging
@_spi(Generated) @testable import AuthGenRuntime
import AuthGenTestSupport
import Foundation
import HorizonAPI
import OryAPI
import Testing

@Suite struct LoggingInterceptorTests {
  private let entries = Shared<[LoggingInterceptor.Entry]>([])
  private let credential = Credential(scheme: "Bearer", token: "abc")
  private static let password = #"päss "w<o>rd" & more"#
  private let login = LoginMutation(
    input: LoginInput(username: "ada@example.com", password: Secret(password)))

  private func client(
    _ bodies: LoggingInterceptor.Bodies, _ transport: any Transport
  ) throws -> GraphQLClient {
    let logging = LoggingInterceptor(bodies: bodies) { [entries] entry in
      entries.withLock { $0.append(entry) }
    }
    return try scriptedClient(
      transport, endpoint: "https://api.example.com/graphql?key=k3y", interceptors: [logging]
    ) { $0.retry = .never }
  }

  /// The last entry of a call, which is a login or needs one.
  @discardableResult
  private func entry(
    _ bodies: LoggingInterceptor.Bodies, _ response: HTTPResponse, isLogin: Bool = false
  ) async throws -> LoggingInterceptor.Entry {
    let client = try client(bodies, InMemoryTransport { _ in response })
    if isLogin {
      _ = try? await client.execute(login)
    } else {
      _ = try? await client.authenticated(by: credential).execute(SocialLinksQuery())
    }
    return try #require(entries.withLock { $0.last })
  }

  private var logged: String { entries.withLock { $0.map(\.line).joined(separator: "\n") } }

  @Test func callIsLoggedWithoutItsBodies() async throws {
    let client = try client(.none, InMemoryTransport { _ in .json(#"{"data":{"customer":null}}"#) })
    _ = try await client.authenticated(by: credential).execute(
      SocialLinksQuery(status: .linked), options: CallOptions(headers: ["X-Trace": "trace-me"]))
    let entries = entries.withLock { $0 }
    #expect(entries.map(\.level) == [.debug, .debug])
    #expect(entries[0].message == "SocialLinks: POST https://api.example.com:443")
    #expect(entries[1].message == "SocialLinks: HTTP status 200 (26 bytes)")
    #expect(entries[1].metadata["status"] == "200" && entries[1].metadata["bytes"] == "26")
    #expect(entries[1].metadata["response"] == nil && entries[1].metadata["seconds"] != nil)
    for secret in ["abc", "trace-me", "k3y", "linked"] { #expect(!logged.contains(secret)) }
  }

  @Test func bodyOfAFailureIsVisible() async throws {
    let page = "<h1>ValueError</h1> at /graphql: no connection to the database (row 7)"
    let last = try await entry(.ofFailures, .json(page, status: 500, type: "text/html"))
    #expect(last.level == .error && last.metadata["response"] == page)
  }

  @Test func errorsOfAServerAreVisibleAndItsDataIsNot() async throws {
    let body = #"""
      {"data":{"customer":{"id":"ada-42"}},"errors":[{"message":"no such link","path":["customer"],"extensions":{"code":"NOT_FOUND"}}]}
      """#
    let text = try #require(try await entry(.ofFailures, .json(body)).metadata["response"])
    #expect(text.contains("no such link") && text.contains("NOT_FOUND"))
    #expect(text.contains("<text>") && !text.contains("ada-42"))
  }

  /// A server's page for developers may repeat the request.
  @Test(arguments: [
    password,
    "p&#xE4;ss &quot;w&lt;o&gt;rd&quot; &amp; more".replacingOccurrences(of: "&#xE4;", with: "ä"),
    #"{"input":{"password":"päss \"w<o>rd\" & more"}}"#,
    "password: other-5ecret", #"{"access_token":"tiny1"}"#, "'HTTP_AUTHORIZATION': 'Bearer abc'",
    "Authorization: Bearer abc", "Cookie=sid&quot;", "authorization&quot;: &quot;abc&quot;",
    "used Bearer abc1 for it", "eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.c2ln",
    "0123456789abcdef0123456789abcdef", "session 'd41d8cd98f00b204' is unknown",
    #"{"newPassword": ["tiny1 is too common"], "otp": {"value": 123456}, "recoveryCodes": ["ab-1"]}"#,
    "password: it's-tiny1", "password=p&tiny1!", "'password': b'tiny1'", "pwd=tiny1",
    #"<input name="password" value="tiny1">"#, "<Token><![CDATA[tiny1]]>", "password%3Dtiny1",
    #""password":"ab\"tiny1""#, "Invalid value for token 'tiny1'",
  ])
  func secretsOfARepeatedRequestAreRemoved(_ repeated: String) async throws {
    for (status, type) in [(500, "text/html"), (400, "application/json")] {
      let json = String(decoding: try JSONEncoder().encode(["detail": repeated]), as: UTF8.self)
      let body = type == "text/html" ? "<p>\(repeated)</p>" : json
      try await entry(.all, .json(body, status: status, type: type), isLogin: true)
    }
    for secret in [
      Self.password, "123456", "ab-1", "d41d8", "w<o>rd", "&lt;o&gt;", "other-5ecret", "tiny1",
      "abc", "sid", "eyJzdWIi",
      "0123456789abcdef", "ada@example.com",
    ] {
      #expect(!logged.contains(secret), "\(secret) in \(logged)")
    }
  }

  /// In pages and in JSON, with other escapes, in other letter case, and across the end of what is shown.
  @Test(arguments: [
    ("482913", #"{"errors":[{"message":"no","extensions":{"input":{"value":482913}}}]}"#),
    ("482913", #"{"errors":[{"message":"no","path":["a",482913]}]}"#),
    ("0482913", #"{"errors":[{"message":"no","path":["a",482913]}]}"#),
    ("Correct", #"{"errors":[{"message":"no","extensions":{"CORRECT":"unknown"}}]}"#),
    ("Correct", #"{"data":{"seen":{"CORRECT":1}},"errors":[{"message":"no"}]}"#),
    ("päss wörd", "bad: p\\u00e4ss w\\u00f6rd"), ("a b&c", "bad: a+b%26c"),
    ("a b&c", "bad: a%20b%2526c"), ("w<o>", "bad: w&#60;o&#x3E;"), ("Correct", "bad: CORRECT"),
    (String(repeating: "pqrst ", count: 300), String(repeating: "pqrst ", count: 3_000) + "|"),
    (String(repeating: "pqrst ", count: 300), String(repeating: "pqrst ", count: 6_000)),
  ])
  func secretsInOtherFormsAreRemoved(_ secret: String, _ repeated: String) async throws {
    let response: HTTPResponse =
      repeated.hasPrefix("{") ? .json(repeated) : .json(repeated, status: 500, type: "text/html")
    let body = try JSONEncoder().encode(["variables": ["password": secret]])
    let call = CallContext(
      operationName: "Change", kind: .mutation, attempt: 1, sendsSecrets: true,
      returnsSecrets: false)
    let logging = LoggingInterceptor(bodies: .ofFailures) { [entries] entry in
      entries.withLock { $0.append(entry) }
    }
    let request = HTTPRequest(url: URL(filePath: "/"), body: body)
    _ = try await logging.intercept(request, call) { _ in response }
    let text = try #require(entries.withLock { $0.last?.metadata["response"] })
    #expect(text.contains("<secret>"))
    for part in [secret, "482913", "u00e4", "%26", "#60", "CORRECT", "pqrst"] {
      #expect(!text.contains(part), "\(text)")
    }
  }

  @Test func controlsOfAServersTextAreEscaped() async throws {
    let page = "boom\r\n2026-11-29 ERROR user root\u{1B}[2J\u{202E}\u{2028}end"
    let line = try await entry(.ofFailures, .json(page, status: 500, type: "text/plain")).line
    #expect(line.contains(#"boom\u{D}\u{A}2026"#))
    #expect(line.contains(#"\u{1B}[2J\u{202E}\u{2028}end"#))
  }

  /// A service's response in JSON, with the names of secrets.
  @Test func membersWithTheNamesOfSecretsAreRemoved() async throws {
    let body = #"""
      {"password":["tiny1 is too common"],"otp":{"value":123456},"detail":"wrong","access_token":"tiny1","items":[{"pin":1234}]}
      """#
    let response = HTTPResponse.json(body, status: 400)
    let text = try #require(try await entry(.ofFailures, response).metadata["response"])
    #expect(text.contains(#""detail":"wrong""#))
    for secret in ["tiny1", "123456", "1234"] { #expect(!text.contains(secret), "\(text)") }
    // The body is hidden if the URL contains a secret, which may be any text.
    let submit = SubmitLoginFlowMutation(action: "https://api.example.com/?id=wrong", method: .totp)
    _ = try? await client(.ofFailures, InMemoryTransport { _ in response }).execute(submit)
    let last = try #require(entries.withLock { $0.last })
    #expect(last.message.contains("400") && last.metadata["response"] == nil)
  }

  /// A search that goes back and forth in such a body would take hours.
  @Test(arguments: [
    ("token", 1_000_000), ("a1", 1_000_000), ("token\",\"", 100_000), ("token\",\"", 3_000),
  ])
  func hugeAndHostileBodiesAreCut(_ part: String, _ count: Int) async throws {
    let repeated = String(repeating: part, count: count)
    let body = part.contains("\"") ? "[\"\(repeated)\"]" : repeated
    let last = try await entry(.all, .json(body, status: 500, type: "text/plain"))
    #expect(last.level == .error && last.metadata["response"]?.count ?? 0 < 4_100)
  }

  @Test func responseThatMayHaveTokensIsShownAsJSONAlone() async throws {
    let body = #"{"data":{"login":{"token":"tiny1","pin":"1234"}},}"#
    for status in [200, 500] {
      try await entry(.all, .json(body, status: status), isLogin: true)
    }
    #expect(!logged.contains("tiny1") && !logged.contains("1234"))
  }

  @Test func missingResponseIsAnErrorWithItsReason() async throws {
    let transport = InMemoryTransport { _ throws(TransportError) in
      throw TransportError(.cannotConnect, wasSent: false)
    }
    _ = try? await client(.all, transport).execute(login)
    let last = entries.withLock { $0.last }
    #expect(last?.level == .error && last?.metadata["attempt"] == "1")
    #expect(last?.message.hasPrefix("Login: no response: ") == true)
    #expect(!logged.contains("ada@example.com"))
  }

  @Test func longBodyIsCut() async throws {
    let long = String(repeating: "gateway ", count: 10_000)
    let response = HTTPResponse.json(long, status: 502, type: "text/plain")
    let text = try #require(try await entry(.ofFailures, response).metadata["response"])
    #expect(text.count < 4_100 && text.hasSuffix("(80000 characters)"))
  }

  @Test func unreadableFieldsAreAWarning() {
    let logging = LoggingInterceptor { [entries] entry in entries.withLock { $0.append(entry) } }
    logging.unreadableFields([], of: "Me")
    #expect(entries.withLock { $0.map(\.level) } == [.warning])
  }
}
