// An OpenID Connect server without a network, controlled by tests.

import AuthGenOpenID
import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import AuthGenTesting
import AuthGenWebLogin
import Foundation
import OpenIDAPI
import Testing

/// Responds by path and counts the requests.
actor PretendServer {
  static let origin = "https://login.example"
  static let clientID = "client-1"

  typealias Handler = @Sendable (HTTPRequest) async throws(TransportError) -> HTTPResponse

  private var handlers: [String: Handler] = [:]
  private(set) var requests: [HTTPRequest] = []

  func respond(to path: String, _ handler: @escaping Handler) {
    handlers[path] = handler
  }

  func respond(to path: String, status: Int = 200, _ body: [String: any Sendable]) throws {
    let body = try JSONSerialization.data(withJSONObject: body)
    handlers[path] = { _ in Self.response(status, body) }
  }

  /// Loses the connection of all requests for a path.
  func disconnect(_ path: String) {
    handlers[path] = { _ throws(TransportError) in
      throw TransportError(.connectionLost, wasSent: true)
    }
  }

  static func response(
    _ status: Int, _ body: Data = Data(), headers: HTTPHeaders = [:]
  ) -> HTTPResponse {
    var headers = headers
    headers["Content-Type"] = "application/json"
    return HTTPResponse(status: status, headers: headers, body: body)
  }

  func count(_ path: String) -> Int { requests.count { $0.url.path == path } }

  /// The members of the last body sent to a path.
  func lastBody(_ path: String) -> [String: String] {
    guard let body = requests.last(where: { $0.url.path == path })?.body else { return [:] }
    if let members = try? JSONDecoder().decode([String: String].self, from: body) { return members }
    var form = URLComponents()
    form.percentEncodedQuery = String(decoding: body, as: UTF8.self)
    return Dictionary((form.queryItems ?? []).map { ($0.name, $0.value ?? "") }) { _, last in last }
  }

  /// The current handler of requests for a path.
  func handler(for path: String) -> Handler? { handlers[path] }

  private func take(_ request: HTTPRequest) -> Handler? {
    requests.append(request)
    return handlers[request.url.path]
  }

  nonisolated var transport: MockTransport {
    .server(of: [
      OpenIDConfigurationQuery.self, JSONWebKeySetQuery.self, ExchangeCodeMutation.self,
      RefreshTokensMutation.self, RevokeTokenMutation.self, UserInfoQuery.self,
      PushAuthorizationRequestMutation.self, RequestDeviceCodeMutation.self,
      ExchangeDeviceCodeMutation.self, ExchangeTokenMutation.self, RequestTokensMutation.self,
      AuthenticatorsQuery.self, AssociateAuthenticatorMutation.self,
      ChallengeAuthenticatorMutation.self, StartPasswordlessMutation.self,
      ChallengePasskeyMutation.self, RegisterPasskeyMutation.self, ExchangePasskeyMutation.self,
    ]) { request throws(TransportError) in
      guard let handler = await self.take(request) else { return Self.response(404) }
      return try await handler(request)
    }
  }
}

/// Remembers the fields that could not be read.
private struct FieldLog: Interceptor {
  let fields = Shared<[String]>([])

  func intercept(
    _ request: HTTPRequest, _ call: CallContext, next: Next
  ) async throws -> HTTPResponse {
    try await next(request)
  }

  func unreadableFields(_ fields: [ResponseDecodingError], of operationName: String) {
    self.fields.withLock { $0 += fields.map { $0.path.joined(separator: ".") } }
  }
}

/// A test's server, store, and app that logs in.
struct PretendLogin {
  let server = PretendServer()
  let store: any SecretStore
  let login: OpenIDLogin
  let signer: TokenSigner
  /// The clock of both app and server.
  let clock: Shared<Date>
  /// The fields of responses that could not be read.
  let unreadable: Shared<[String]>

  static let start = Date(timeIntervalSince1970: 1_800_000_000)

  /// - Parameters:
  ///   - redirectURI: the app's redirect URI.
  ///   - redirects: the redirect URIs of other logins.
  ///   - secret: the client's secret.
  ///   - waits: remembers the waits of the login, which then take no time, in seconds.
  ///   - change: changes the server's metadata, which is Auth0's by default.
  ///   - browser: the browser.
  ///   - visit: the actions in the default browser, which returns with a code.
  init(
    signer: Task<TokenSigner, any Error> = TokenSigner.rsa,
    clientID: String = PretendServer.clientID,
    redirectURI: String = "shop://callback", redirects: RedirectRegistry = RedirectRegistry(),
    store: any SecretStore = InMemoryStore(), pendingStore: (any SecretStore)? = nil,
    key: (any DPoPKey)? = nil,
    browser: (any WebAuthenticationSession)? = nil, secret: String? = nil,
    waits: Shared<[Double]>? = nil, _ change: (inout OpenIDProvider) -> Void = { _ in },
    visit: @escaping @Sendable (URL, RedirectURI) async throws(WebAuthenticationError) -> URL? = {
      page, redirectURI in PretendLogin.redirect(from: page, to: redirectURI)
    }
  ) async throws {
    var provider = try OpenIDProvider.auth0(domain: "login.example")
    change(&provider)
    self.store = store
    self.signer = try await signer.value
    let clock = Shared(Self.start)
    self.clock = clock
    let log = FieldLog()
    unreadable = log.fields
    var environment = LoginEnvironment(
      transport: server.transport, interceptors: [log], now: { clock.withLock { $0 } },
      clock: waits.map { waits in
        RunningClock { step in
          try Task.checkCancellation()
          waits.withLock { $0.append(step / .seconds(1)) }
        }
      })
    environment.redirects = redirects
    login = OpenIDLogin(
      provider: provider, clientID: clientID,
      redirectURI: try RedirectURI(redirectURI), nonconfidentialSecret: secret,
      store: store, pendingStore: pendingStore,
      browser: browser ?? HeadlessWebAuthenticationSession(visit: visit), key: key,
      environment: environment)
    try await server.respond(to: "/.well-known/jwks.json", ["keys": [self.key(self.signer)]])
  }

  /// A login of a user who is logged in, with a server that revokes tokens.
  static func loggedIn(
    store: any SecretStore = InMemoryStore(), key: (any DPoPKey)? = nil,
    _ change: (inout OpenIDProvider) -> Void = { _ in }
  ) async throws -> PretendLogin {
    let pretend = try await PretendLogin(store: store, key: key, change)
    let type = key == nil ? "Bearer" : "DPoP"
    #expect(try await pretend.reason(tokens: ["token_type": type]) == nil)
    await pretend.server.respond(to: "/oauth/revoke") { _ in HTTPResponse(status: 200) }
    return pretend
  }

  var session: OpenIDSession? { get async { await login.sessions.state.session } }

  /// Logins at another tenant, and of another client.
  static func elsewhere() async throws -> [PretendLogin] {
    let other = try OpenIDProvider.auth0(domain: "other.example")
    return [try await PretendLogin { $0 = other }, try await PretendLogin(clientID: "client-2")]
  }

  func key(_ signer: TokenSigner, id: String = "key-1") -> [String: String] {
    signer.publicKey.merging(["kid": id, "use": "sig"]) { $1 }
  }

  static func redirect(
    from page: URL, to redirectURI: RedirectURI, _ more: [String: String?] = ["code": "code-1"]
  ) -> URL? {
    var parameters: [String: String?] = ["state": parameters(of: page)["state"]]
    parameters.merge(more) { $1 }
    return URL(string: "\(redirectURI)")?.adding(
      parameters.compactMap { name, value in value.map { (name, $0) } })
  }

  static func parameters(of page: URL) -> [String: String] {
    let items = URLComponents(url: page, resolvingAgainstBaseURL: false)?.queryItems ?? []
    return Dictionary(items.map { ($0.name, $0.value ?? "") }) { first, _ in first }
  }

  func options(
    scopes: [String] = ["openid", "offline_access"],
    _ change: (inout LoginOptions) -> Void = { _ in }
  ) throws -> LoginOptions {
    var options = LoginOptions(scopes: scopes)
    change(&options)
    return options
  }

  var claims: [String: any Sendable] {
    let now = clock.withLock { Int($0.timeIntervalSince1970) }
    return [
      "iss": "https://login.example/", "sub": "user-1", "aud": PretendServer.clientID,
      "iat": now, "exp": now + 3600,
    ]
  }

  /// Makes the server issue tokens for each code, with an ID token with these claims.
  ///
  /// - Parameter more: added to the claims of a valid token, or replacing them; `nonce` is the login's, and
  ///   left out if it is `NSNull`.
  func grant(
    _ tokens: [String: any Sendable] = [:], idToken more: [String: (any Sendable)?] = [:],
    header: [String: any Sendable] = ["kid": "key-1"], signer: TokenSigner? = nil,
    nonce: @escaping @Sendable () -> String? = { nil }
  ) async {
    let claims = claims
    let signer = signer ?? self.signer
    await server.respond(to: "/oauth/token") { _ throws(TransportError) in
      var all = claims
      all["nonce"] = nonce()
      for (name, value) in more { all[name] = value }
      let token = try? await signer.token(all, header: header).reveal()
      var body: [String: any Sendable] = [
        "access_token": "access-1", "refresh_token": "refresh-1", "token_type": "Bearer",
        "expires_in": 600, "id_token": token ?? "",
      ]
      body.merge(tokens) { $1 }
      return PretendServer.response(
        200, (try? JSONSerialization.data(withJSONObject: body)) ?? Data())
    }
  }

  /// Logs in with the server's response from ``grant(_:idToken:header:signer:nonce:)``.
  @discardableResult
  func logIn(_ options: LoginOptions? = nil) async throws -> OpenIDLogin.LoggedIn {
    try await finish(try await login.begin(try options ?? self.options()))
  }

  /// Finishes a login with the redirect of its page.
  @discardableResult
  func finish(
    _ attempt: AuthorizationAttempt, _ parameters: [String: String?] = ["code": "code-1"]
  ) async throws -> OpenIDLogin.LoggedIn {
    try await login.finish(attempt, callback: try attempt.redirect(parameters))
  }

  /// The reason why a login with a changed ID token fails.
  func reason(
    idToken more: [String: (any Sendable)?] = [:], tokens: [String: any Sendable] = [:],
    header: [String: any Sendable] = ["kid": "key-1"], signer: TokenSigner? = nil,
    keepsNonce: Bool = true, _ options: LoginOptions? = nil
  ) async throws -> WebLoginError.Reason? {
    let options = try options ?? self.options()
    let attempt = try await login.begin(options)
    let nonce = attempt.parameters["nonce"]
    await grant(
      tokens, idToken: more, header: header, signer: signer,
      nonce: { keepsNonce ? nonce : nil })
    let callback = try attempt.redirect()
    do throws(WebLoginError) {
      _ = try await login.finish(attempt, callback: callback)
      return nil
    } catch {
      return error.reason
    }
  }
}

/// Returns the reason why a step of a login fails.
func reasonOfFailure<Value>(
  sourceLocation: SourceLocation = #_sourceLocation, _ step: () async throws -> Value
) async -> WebLoginError.Reason? {
  await #expect(throws: WebLoginError.self, sourceLocation: sourceLocation) {
    _ = try await step()
  }?.reason
}

/// Expects that a step of a login fails.
///
/// - Parameter reason: the beginning of the reason's description.
func expectFailure<Value>(
  _ reason: String, sourceLocation: SourceLocation = #_sourceLocation,
  _ step: () async throws -> Value
) async {
  let found = await reasonOfFailure(sourceLocation: sourceLocation, step)
  let text = found.map { "\($0)" } ?? "none"
  #expect(text.hasPrefix(reason), sourceLocation: sourceLocation)
}

extension AuthorizationAttempt {
  /// The parameters of the page.
  var parameters: [String: String] { PretendLogin.parameters(of: page) }

  /// The redirect to the app.
  func redirect(_ parameters: [String: String?] = ["code": "code-1"]) throws -> URL {
    try #require(PretendLogin.redirect(from: page, to: redirectURI, parameters))
  }
}

extension WebLoginError.Reason {
  /// The continuation of a login that needs a second factor.
  var secondFactor: SecondFactor? {
    if case .secondFactor(let factor) = self { factor } else { nil }
  }

  /// The server's error code for a rejected request.
  var refusal: OpenIDErrorCode? {
    if case .refused(let request) = self { request.code } else { nil }
  }

  /// The server's error code for a refused code.
  var refusedCode: OpenIDErrorCode? {
    if case .wrongCode(let request) = self { request.code } else { nil }
  }

  var denial: DeniedLogin? {
    if case .denied(let denial) = self { denial } else { nil }
  }

  var idTokenError: IDTokenError? {
    if case .idToken(let error) = self { error } else { nil }
  }

  var callbackError: CallbackError? {
    if case .callback(let error) = self { error } else { nil }
  }
}
