// An app that logs in with the in-memory Ory project, and the reasons of its failures.

import AuthGenOry
import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import AuthGenWebLogin
import Foundation
import Testing

/// The app. Its user logs in on each page that its browser shows.
struct OryApp: Sendable {
  let ory: OryFake
  let login: OryLogin
  let store: any SecretStore
  /// The device's clock.
  let time = Shared(OryFake.start)
  let redirectURI: RedirectURI
  /// The user's account with the provider; nil to decline.
  let user = Shared<OryAccount?>(.ada)
  /// The shown pages.
  let pages = Shared<[URL]>([])

  init(
    ory: OryFake = OryFake(), redirectURI: String = "com.example.shop:/callback",
    store: any SecretStore = InMemoryStore(), pendingStore: (any SecretStore)? = nil,
    interceptors: [any Interceptor] = [], browser: (any WebAuthenticationSession)? = nil,
    redirects: RedirectRegistry = RedirectRegistry()
  ) throws {
    self.ory = ory
    self.redirectURI = try RedirectURI(redirectURI, allowsLocalhost: true)
    self.store = store
    let (pages, user, time) = (pages, user, time)
    let usual = HeadlessWebAuthenticationSession { page, _ in
      pages.withLock { $0.append(page) }
      return ory.visit(page, as: user.withLock { $0 })
    }
    var environment = LoginEnvironment(
      transport: ory.transport, interceptors: interceptors, now: { time.withLock { $0 } })
    environment.redirects = redirects
    login = OryLogin(
      configuration: ClientConfiguration(endpoint: try #require(URL(string: OryFake.origin))),
      store: store, pendingStore: pendingStore, browser: browser ?? usual,
      environment: environment)
  }

  var session: OrySession? { get async { await login.sessions.state.session } }

  /// The redirect that completes an attempt.
  func callback(of attempt: OryAttempt) throws -> URL {
    try #require(ory.visit(attempt.page, as: user.withLock { $0 }))
  }

  func form(_ kind: OryFlowKind = .login) async throws -> OryForm {
    try await login.form(for: kind, redirectURI: redirectURI)
  }

  /// A form without a browser.
  func nativeForm(_ kind: OryFlowKind = .login) async throws -> OryForm {
    try await login.form(for: kind, redirectURI: nil)
  }

  func begin() async throws -> OryAttempt {
    try await login.begin(try await form(), with: "google")
  }

  @discardableResult
  func logIn() async throws -> OrySession {
    try await login.submit(try await form(), with: "google")
  }

  /// Logs in with an ID token.
  @discardableResult
  func logIn(
    _ kind: OryFlowKind = .login, as account: OryAccount, nonce: Secret? = nil
  ) async throws -> OrySession {
    try await login.submit(
      try await nativeForm(kind), with: "apple", idToken: ory.idToken(of: account), nonce: nonce)
  }

  /// Why a login fails, in words.
  func failure() async -> String? { await failure { _ in try await logIn() } }

  /// Why a call fails: the reason's case, with what tells it from others. Nil if the call succeeds.
  func failure<Value>(_ call: (OryLogin) async throws -> Value) async -> String? {
    await reason(call)?.words
  }

  /// Expects a call to fail for a reason, as ``failure(_:)`` words it.
  func expect<Value>(
    _ expected: String, sourceLocation: SourceLocation = #_sourceLocation,
    from call: (OryLogin) async throws -> Value
  ) async {
    let found = await failure(call)
    #expect(found == expected, sourceLocation: sourceLocation)
  }

  /// The reason of a failed call. The error must not show secrets or the server's texts.
  func reason<Value>(
    _ call: (OryLogin) async throws -> Value
  ) async -> OryLoginError.Reason? {
    do {
      _ = try await call(login)
      return nil
    } catch let error as OryLoginError {
      for text in shapes(of: error) { #expect(!text.contains("s3cret"), "\(text)") }
      #expect("\(error)".count > 15)
      return error.reason
    } catch {
      Issue.record(error)
      return nil
    }
  }

  /// The form of a registration that lacks data.
  func incomplete<Value>(_ call: (OryLogin) async throws -> Value) async throws -> OryForm {
    let reason = await reason(call)
    guard case .incomplete(let form) = reason else { throw Unexpected(words: reason?.words) }
    return form
  }

  struct Unexpected: Error {
    let words: String?
  }
}

extension OryLoginError.Reason {
  var words: String {
    let details: [String] =
      switch self {
      case .refused(let messages): messages.map { "\($0.id)" }
      case .callback(let error): ["\(error)"]
      case .registeredWithoutSession(let id): [id ?? "nil"]
      case .request(let error):
        switch error.reason {
        case .notSent(.foreignOrigin): ["foreignOrigin"]
        case .service(let failure): ["\(failure.http.status)"]
        default: []
        }
      default: []
      }
    let name = Mirror(reflecting: self).children.first?.label ?? "\(self)"
    return ([name] + details).joined(separator: " ")
  }
}
