// An app that logs users in with OpenID Connect.

import AuthGenOpenID
import AuthGenRuntime
import AuthGenSessions
import AuthGenTestServers
import AuthGenTestSupport
import AuthGenWebLogin
import Foundation
import OpenIDAPI
import Testing

extension LoginEnvironment {
  /// An environment that shares its redirect URIs with no other test.
  static func recorded(
    by transcript: Transcript, now: @escaping @Sendable () -> Date = { Date() }
  ) -> Self {
    var environment = Self(interceptors: [Recorder(transcript: transcript)], now: now)
    environment.redirects = RedirectRegistry()
    return environment
  }
}

/// An app on its own device, and the browser there.
struct OpenIDApp: Sendable {
  let backend: Backend
  let login: OpenIDLogin
  let store: any SecretStore

  /// - Parameters:
  ///   - browser: the user logs in there, and stays logged in.
  ///   - now: the device's clock.
  init(
    _ backend: Backend, _ provider: OpenIDProvider, clientID: String = "ios-app",
    store: any SecretStore = InMemoryStore(), key: (any DPoPKey)? = nil,
    browser: Browser = Browser(), now: @escaping @Sendable () -> Date = { Date() }
  ) throws {
    self.backend = backend
    self.store = store
    login = OpenIDLogin(
      provider: provider, clientID: clientID,
      redirectURI: try RedirectURI("com.example.app:/callback"), store: store,
      browser: HeadlessWebAuthenticationSession { page, _ in
        try? await browser.open(page).url
      }, key: key,
      environment: .recorded(by: backend.transcript, now: now))
  }

  static func options(
    scopes: [String] = ["openid", "profile", "email"], prompt: String? = nil
  ) throws -> LoginOptions {
    LoginOptions(scopes: scopes, prompt: prompt)
  }

  @discardableResult
  func logIn(_ options: LoginOptions) async throws -> OpenIDLogin.LoggedIn {
    backend.seen(try await login.logIn(options))
  }

  /// Returns the reason of a failure, and records it.
  func failure<Value>(
    _ body: (OpenIDLogin) async throws -> Value
  ) async throws -> WebLoginError.Reason {
    let error = await #expect(throws: WebLoginError.self) { _ = try await body(login) }
    return backend.seen(try #require(error)).reason
  }
}

extension WebLoginError.Reason {
  /// The reason why the server rejected the login in the browser.
  var denial: OpenIDErrorCode? {
    if case .denied(let denial) = self { denial.code } else { nil }
  }

  /// The server's error code for a rejected request.
  var refusal: OpenIDErrorCode? {
    if case .refused(let error) = self { error.code } else { nil }
  }

  var idTokenError: IDTokenError? {
    if case .idToken(let error) = self { error } else { nil }
  }
}

extension URL {
  /// A parameter of the query.
  func parameter(_ name: String) -> String? {
    URLComponents(url: self, resolvingAgainstBaseURL: true)?.parameters[name]
  }

  /// The URL with another value of a parameter, or without one.
  func with(_ name: String, _ value: String?) throws -> URL {
    var components = try #require(URLComponents(url: self, resolvingAgainstBaseURL: true))
    components.queryItems?.removeAll { $0.name == name }
    if let value { components.queryItems?.append(URLQueryItem(name: name, value: value)) }
    return try #require(components.url)
  }
}
