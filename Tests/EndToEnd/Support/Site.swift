// A separate site for each test: no test affects another one.

import AuthGenHorizon
import AuthGenRuntime
import AuthGenSessions
import AuthGenTestServers
import AuthGenTestSupport
import Foundation
import HorizonAPI
import Testing

/// A site of the live server, an app that uses it, and the server's records about both.
struct Site: Sendable, Witness {
  private let server: HorizonTestServer
  private let name = "shop-\(UUID().uuidString)"
  let endpoint: URL
  let transcript: Transcript
  let client: GraphQLClient
  let sessions: SessionManager<CustomerSession>
  let login: SocialLogin

  init(
    store: any SecretStore = InMemoryStore(), identityStore: any SecretStore = InMemoryStore(),
    _ configure: (inout ClientConfiguration) -> Void = { _ in }
  ) throws {
    let live = try #require(LiveServer.current)
    transcript = live.transcript
    server = live.server
    endpoint = live.server.endpoint(site: name)
    var configuration = ClientConfiguration.patient(endpoint)
    configure(&configuration)
    client = GraphQLClient(configuration, interceptors: [Recorder(transcript: transcript)])
    sessions = SessionManager(store: store)
    login = SocialLogin(
      client: client, sessions: sessions, identityStore: identityStore, formLocation: "welcome")
  }

  var account: CustomerAccount { CustomerAccount(client: client, sessions: sessions) }

  /// Logs in as one of the server's accounts.
  @discardableResult
  func signIn(
    _ provider: PretendProvider = .googleOnIOS, as account: String
  ) async throws -> SocialLoginState {
    seen(try await login.signIn(with: provider.authenticate(as: account)))
  }

  /// Returns the error that a call throws, and records it.
  func failure<Value>(of call: () async throws -> Value) async -> (any Error)? {
    do {
      seen(try await call())
      return nil
    } catch {
      return seen(error)
    }
  }

  // MARK: The server's view

  /// A request that the server received.
  struct Received: Sendable {
    let operationName: String
    let method: String
    let headers: [String: String]
    /// By path, such as `input.accessToken`, without nulls.
    let variables: [String: String]
    let query: String?
  }

  func requests() async throws -> [Received] {
    let list = try #require(try await get("requests") as? [[String: Any]])
    return list.map { request in
      Received(
        operationName: request["operationName"] as? String ?? "",
        method: request["method"] as? String ?? "",
        headers: request["headers"] as? [String: String] ?? [:],
        variables: Dictionary(
          uniqueKeysWithValues: flattened(request["variables"] ?? [:], under: "")),
        query: request["query"] as? String)
    }
  }

  func requests(of operationName: String) async throws -> [Received] {
    try await requests().filter { $0.operationName == operationName }
  }

  /// The tokens in the sent emails, oldest first.
  func emails(to address: String) async throws -> [Secret] {
    try await server.emailedTokens(site: name, to: address)
  }

  /// Makes the site behave differently; see the server's `script.py`.
  func script(_ changes: [String: any Sendable]) async throws {
    let request = HTTPRequest(
      url: control("script"), headers: ["Content-Type": "application/json"],
      body: try JSONSerialization.data(withJSONObject: changes))
    #expect(try await URLSessionTransport().send(request).status == 200)
  }

  /// Makes the site offer one provider.
  func offerOnly(_ code: String) async throws {
    let texts = ["colour": "#FF9900", "iconUrl": "/icon.svg", "loginUrl": "/login"]
    try await script(["providers": [texts.merging(["code": code, "name": code]) { $1 }]])
  }

  private func get(_ name: String) async throws -> Any {
    let response = try await URLSessionTransport().send(
      HTTPRequest(method: .get, url: control(name)))
    return try JSONSerialization.jsonObject(with: response.body)
  }

  private func control(_ name: String) -> URL {
    endpoint.deletingLastPathComponent().appending(path: name)
  }

  private func flattened(_ value: Any, under path: String) -> [(String, String)] {
    if let members = value as? [String: Any] {
      return members.flatMap { name, member in
        flattened(member, under: path.isEmpty ? name : "\(path).\(name)")
      }
    }
    if value is NSNull { return [] }
    return [(path, (value as? String) ?? "\(value)")]
  }
}

/// Records requests and responses as an app's own logging would print them.
struct Recorder: Interceptor {
  let transcript: Transcript

  func intercept(
    _ request: HTTPRequest, _ call: CallContext, next: Next
  ) async throws -> HTTPResponse {
    transcript.note(request, of: "request of \(call.operationName)")
    transcript.note(request.headers, of: "headers of \(call.operationName)")
    return transcript.note(try await next(request), of: "response to \(call.operationName)")
  }
}

/// The values of states, for tests that expect one of them.
extension SocialLoginState {
  var signedIn: SignedIn? { if case .signedIn(let it) = self { it } else { nil } }
  var missingInformation: MissingInformation? {
    if case .missingInformation(let it) = self { it } else { nil }
  }
  var linkPending: LinkPending? { if case .linkPending(let it) = self { it } else { nil } }
  var confirmation: AccountConfirmation? {
    if case .confirmingAccount(let it) = self { it } else { nil }
  }
  var failure: SocialLoginFailure? { if case .failed(let it) = self { it } else { nil } }
  var providers: [LoginProvider]? {
    if case .choosingProvider(let it) = self { it } else { nil }
  }
}

extension ClientConfiguration {
  /// A configuration for a server that shares a busy machine with many others.
  static func patient(_ endpoint: URL) -> ClientConfiguration {
    ClientConfiguration(endpoint: endpoint, timeout: .seconds(15 * 60))
  }
}
