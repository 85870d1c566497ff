// An in-memory Ory project, and an app that uses it.

import AuthGenOry
import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import AuthGenTesting
import AuthGenWebLogin
import Foundation
import OryAPI
import Testing

/// Responds as Kratos does on success, unless a test sets another response. Every secret contains `s3cret`,
/// and so do its texts for the user.
final class OryFake: Sendable {
  struct Request: Sendable {
    let line: String
    let query: [String: String]
    let headers: HTTPHeaders
    let body: [String: String]
    /// The body of a request that is not only texts.
    let json: JSON?
  }

  private struct State {
    var requests: [Request] = []
    var flows = 0
    /// The redirect URI of each flow.
    var returnTo: [String: String] = [:]
    var orders: [String: [Result<HTTPResponse, TransportError>]] = [:]
    var steps: [String: @Sendable () async -> Void] = [:]
  }

  static let origin = "https://shop.projects.oryapis.com"
  static let expiresAt = Date(timeIntervalSince1970: 1_800_000_600)
  private let state = Shared(State())

  var requests: [Request] { state.withLock { $0.requests } }
  var lines: [String] { requests.map(\.line) }

  /// Sets the response to the next request with this method and path.
  func respond(to line: String, _ status: Int, _ json: String, times: Int = 1) {
    let response = HTTPResponse(
      status: status, headers: ["Content-Type": "application/json"], body: Data(json.utf8))
    state.withLock {
      $0.orders[line, default: []] += Array(repeating: .success(response), count: times)
    }
  }

  /// Sets what happens before the next response to a request.
  func before(_ line: String, _ step: @escaping @Sendable () async -> Void) {
    state.withLock { $0.steps[line] = step }
  }

  func fail(_ line: String, _ error: TransportError) {
    state.withLock { $0.orders[line, default: []].append(.failure(error)) }
  }

  var transport: MockTransport {
    .server(of: [
      CreateLoginFlowMutation.self, SubmitLoginFlowMutation.self,
      CreateRegistrationFlowMutation.self, SubmitRegistrationFlowMutation.self,
      ExchangeSessionTokenMutation.self, WhoAmIQuery.self, LogoutMutation.self,
    ]) { [self] request throws(TransportError) in
      let line = "\(request.method.rawValue) \(request.url.path)"
      await state.withLock { $0.steps.removeValue(forKey: line) }?()
      return try respond(request)
    }
  }

  private func respond(_ http: HTTPRequest) throws(TransportError) -> HTTPResponse {
    let parts = URLComponents(url: http.url, resolvingAgainstBaseURL: true)
    let request = Request(
      line: "\(http.method.rawValue) \(parts?.path ?? "")",
      query: Dictionary(
        uniqueKeysWithValues: (parts?.queryItems ?? []).map { ($0.name, $0.value ?? "") }),
      headers: http.headers,
      body: http.body.flatMap { try? JSONDecoder().decode([String: String].self, from: $0) } ?? [:],
      json: http.body.flatMap { try? JSONDecoder().decode(JSON.self, from: $0) })
    let order = state.withLock { state in
      state.requests.append(request)
      let isOrdered = state.orders[request.line]?.isEmpty == false
      return isOrdered ? state.orders[request.line]?.removeFirst() : nil
    }
    if let order { return try order.get() }
    let (status, json) = usual(request)
    return HTTPResponse(
      status: status, headers: ["Content-Type": "application/json"], body: Data(json.utf8))
  }

  private func usual(_ request: Request) -> (Int, String) {
    switch request.line {
    case "GET /self-service/login/api", "GET /self-service/registration/api":
      let number = state.withLock { state in
        state.flows += 1
        state.returnTo["\(state.flows)"] = request.query["return_to"]
        return state.flows
      }
      let kind = request.line.contains("login") ? "login" : "registration"
      return (200, Self.flow(number, kind, initCode: "init-s3cret-\(number)"))
    case "POST /self-service/login", "POST /self-service/registration":
      let flow = request.query["flow"] ?? ""
      let page = URL(string: "https://provider.example/auth")?.adding([
        (name: "state", value: flow),
        (name: "to", value: state.withLock { $0.returnTo[flow] } ?? ""),
      ])
      return (422, Self.redirect(page?.absoluteString ?? ""))
    case "GET /sessions/token-exchange":
      let halves = (request.query["init_code"] ?? "", request.query["return_to_code"] ?? "")
      let numbers = (halves.0.split(separator: "-").last, halves.1.split(separator: "-").last)
      guard let number = numbers.0.flatMap({ Int($0) }), numbers.0 == numbers.1 else {
        return (404, Self.error(404))
      }
      return (200, Self.granted(number))
    case "GET /sessions/whoami":
      let number = request.headers["X-Session-Token"]?.split(separator: "-").last
      return (200, Self.session(number.flatMap { Int($0) } ?? 0))
    case "DELETE /self-service/logout/api": return (204, "")
    default: return (404, Self.error(404))
    }
  }

  static func flow(
    _ number: Int, _ kind: String = "login", initCode: String? = nil, messages: String = "",
    fields: String = ""
  ) -> String {
    let code = initCode.map { #""session_token_exchange_code": "\#($0)","# } ?? ""
    let node = #""type": "input", "group": "oidc""#
    return #"""
      {
        "id": "flow-\#(number)", "type": "api", \#(code) "expires_at": "2027-01-15T08:10:00Z",
        "ui": {
          "action": "\#(origin)/self-service/\#(kind)?flow=\#(number)",
          "messages": [\#(messages)],
          "nodes": [
            {\#(node), "messages": [], "meta": {"label": {"id": 1, "text": "Sign in with Google"}},
              "attributes": {"name": "provider", "value": "google"}},
            {\#(node), "messages": [], "meta": {},
              "attributes": {"name": "provider", "value": "apple"}},
            {"type": "input", "group": "saml", "messages": [], "meta": {},
              "attributes": {"name": "provider", "value": "office"}},
            {\#(node), "messages": [\#(fields)], "meta": {},
              "attributes": {"name": "traits.email", "value": null}}
          ]
        }
      }
      """#
  }

  static func message(_ id: Int, _ type: String = "error") -> String {
    #"{"id": \#(id), "type": "\#(type)", "text": "s3cret words"}"#
  }

  /// A flow with other nodes: the group, the name, the rest of the attributes, and the messages of each.
  static func flow(
    _ number: Int, _ kind: String = "login", state: String = "choose_method",
    messages: String = "", nodes: [(group: String, attributes: String, messages: String)]
  ) -> String {
    let nodes = nodes.map {
      #"""
      {"type": "input", "group": "\#($0.group)", "attributes": {\#($0.attributes)},
        "messages": [\#($0.messages)], "meta": {"label": {"id": 1, "text": "s3cret label"}}}
      """#
    }
    return #"""
      {
        "id": "flow-\#(number)", "type": "api", "expires_at": "2027-01-15T08:10:00Z",
        "state": "\#(state)",
        "ui": {
          "action": "\#(origin)/self-service/\#(kind)?flow=\#(number)",
          "messages": [\#(messages)], "nodes": [\#(nodes.joined(separator: ","))]
        }
      }
      """#
  }

  /// A flow that waits for a code.
  static func sentCode(
    _ number: Int, _ kind: String = "login", messages: String = message(1_010_014, "info")
  ) -> String {
    flow(
      number, kind, state: "sent_email", messages: messages,
      nodes: [
        ("default", #""name": "identifier", "type": "hidden", "value": "ada@example.com""#, ""),
        ("code", #""name": "code", "type": "text", "required": true"#, ""),
        ("code", #""name": "resend", "type": "submit", "value": "code""#, ""),
      ])
  }

  /// A flow for a second factor.
  static func secondFactor(_ number: Int, messages: String = "") -> String {
    flow(
      number, messages: messages,
      nodes: [
        ("code", #""name": "address", "type": "submit", "value": "ada@example.com""#, ""),
        ("totp", #""name": "totp_code", "type": "text", "value": "", "required": true"#, ""),
        ("totp", #""name": "method", "type": "submit", "value": "totp""#, ""),
        ("lookup_secret", #""name": "lookup_secret", "type": "text", "value": """#, ""),
        ("webauthn", #""name": "webauthn_login", "type": "hidden""#, ""),
      ])
  }

  static func redirect(_ page: String) -> String {
    #"{"error": {"id": "browser_location_change_required"}, "redirect_browser_to": "\#(page)"}"#
  }

  static func error(_ status: Int, _ id: String? = nil) -> String {
    let id = id.map { #""id": "\#($0)","# } ?? ""
    return #"{"error": {\#(id) "code": \#(status), "reason": "s3cret words", "message": "s3cret"}}"#
  }

  /// - Parameter identity: the number of the session's user; nil for one that is withheld.
  static func session(_ number: Int, level: String? = nil, identity: Int?) -> String {
    let level = level.map { #""authenticator_assurance_level": "\#($0)","# } ?? ""
    let identity = identity.map {
      #", "identity": {"id": "identity-\#($0)", "schema_id": "default"}"#
    }
    return #"""
      {"id": "session-\#(number)", "active": true, \#(level) "expires_at": "2027-01-15T08:10:00Z"
        \#(identity ?? "")}
      """#
  }

  static func session(_ number: Int) -> String { session(number, identity: number) }

  static func granted(_ number: Int) -> String { granted(number, identity: number) }

  static func granted(_ number: Int, level: String? = nil, identity: Int?) -> String {
    let session = session(number, level: level, identity: identity)
    return #"{"session_token": "token-s3cret-\#(number)", "session": \#(session)}"#
  }
}

/// The app. Its browser returns the part of the code that belongs to the page.
struct OryApp: Sendable {
  let ory = OryFake()
  let login: OryLogin
  let store: InMemoryStore
  let time: Shared<Date>
  let redirectURI: RedirectURI
  /// The shown pages.
  let pages: Shared<[URL]>

  init(
    redirectURI: String = "com.example.shop:/callback", store: InMemoryStore = InMemoryStore(),
    pendingStore: (any SecretStore)? = nil, browser: (any WebAuthenticationSession)? = nil
  ) throws {
    let time = Shared(OryFake.expiresAt.addingTimeInterval(-600))
    let pages = Shared<[URL]>([])
    let usual = HeadlessWebAuthenticationSession { page, _ in
      pages.withLock { $0.append(page) }
      return Self.callback(from: page)
    }
    self.redirectURI = try RedirectURI(redirectURI)
    self.store = store
    self.time = time
    self.pages = pages
    login = OryLogin(
      configuration: ClientConfiguration(endpoint: try #require(URL(string: OryFake.origin))),
      store: store, pendingStore: pendingStore, browser: browser ?? usual,
      environment: LoginEnvironment(transport: ory.transport, now: { time.withLock { $0 } }))
  }

  /// The redirect from a provider's page, with the second half of its flow's code.
  static func callback(from page: URL) -> URL? {
    let items = URLComponents(url: page, resolvingAgainstBaseURL: true)?.queryItems ?? []
    let code = "return-s3cret-\(items.first?.value ?? "")"
    return items.last?.value.flatMap { URL(string: $0) }?.adding([(name: "code", value: code)])
  }

  /// The redirect that completes an attempt.
  func callback(of attempt: OryAttempt) throws -> URL {
    try #require(Self.callback(from: attempt.page))
  }

  func form(_ kind: OryFlowKind = .login) async throws(OryLoginError) -> OryForm {
    try await login.form(for: kind, redirectURI: redirectURI)
  }

  func begin() async throws(OryLoginError) -> OryAttempt {
    try await login.begin(try await form(), with: "google")
  }

  func logIn() async throws(OryLoginError) -> OrySession {
    try await login.submit(try await form(), with: "google")
  }
}

/// Returns the reason of a failed call. The error must not show secrets or the server's texts.
func reason<Value>(
  of call: () async throws(OryLoginError) -> Value
) async -> OryLoginError.Reason? {
  do throws(OryLoginError) {
    _ = try await call()
    return nil
  } catch {
    for text in shapes(of: error) { #expect(!text.contains("s3cret"), "\(text)") }
    #expect("\(error)".count > 20)
    return error.reason
  }
}
