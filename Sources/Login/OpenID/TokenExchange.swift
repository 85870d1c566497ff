// Login with a token that the app has from another issuer (RFC 8693).

public import AuthGenRuntime
import AuthGenSessions
import AuthGenWebLogin

extension OpenIDLogin {
  /// Logs in with a token of another issuer, for example of a sign-in in the system's own sheet, and keeps
  /// the session. There is no browser.
  ///
  /// ```swift
  /// let user = try await login.logIn(exchanging: .idToken(credential.identityToken))
  /// ```
  ///
  /// The provider verifies the token. Its own ID token is verified like that of another login, but answers no
  /// request with a nonce. If the provider sends none, the login has no claims until the first refresh.
  ///
  /// - Parameters:
  ///   - token: the token. Most issuers' tokens are accepted once.
  ///   - scopes: the requested access. Default: `openid profile email`.
  ///   - audience: the API that the access token is for. Default: nil.
  /// - Throws: ``WebLoginError``. The reason is ``WebLoginError/Reason/refused(_:)`` if the provider does not
  ///   accept the token, or tokens of its type.
  @discardableResult
  public func logIn(
    exchanging token: SubjectToken, scopes: [String] = ["openid", "profile", "email"],
    audience: String? = nil
  ) async throws(WebLoginError) -> LoggedIn {
    if let name = token.reservedParameter { throw WebLoginError(.reservedParameter(name)) }
    let start = await sessions.loginStart
    let scopes = scopes.separateScopes
    return try await signedIn(since: start, scopes) { () async throws(WebLoginError) in
      try await endpoint.exchange(token, since: start, scopes: scopes, audience: audience)
    }
  }
}

/// A token of another issuer, which a provider exchanges for its own (RFC 8693, section 2.1). Its description
/// shows nothing of it.
public struct SubjectToken: Sendable {
  let token: Secret
  /// The URI of the token's type.
  let type: String
  /// The claim `nonce` of the token, if it is an ID token with one.
  let nonce: Secret?
  private let parameters: [String: String]

  /// Creates a token of any type.
  ///
  /// - Parameters:
  ///   - token: the token.
  ///   - type: the URI of its type (RFC 8693, section 3), or one that the provider defines.
  ///   - parameters: additional parameters of the request, by name, such as `subject_issuer` for Keycloak.
  ///     Default: none.
  public init(_ token: Secret, type: String, parameters: [String: String] = [:]) {
    self.init(token, type: type, nonce: nil, parameters: parameters)
  }

  private init(_ token: Secret, type: String, nonce: Secret?, parameters: [String: String]) {
    self.token = token
    self.type = type
    self.nonce = nonce
    self.parameters = parameters
  }

  /// An ID token of another issuer.
  ///
  /// - Parameters:
  ///   - token: the ID token.
  ///   - nonce: its claim `nonce`. An ID token of the provider with another one is rejected. Default: nil,
  ///     for a token without one.
  ///   - parameters: additional parameters of the request, by name. Default: none.
  public static func idToken(
    _ token: Secret, nonce: Secret? = nil, parameters: [String: String] = [:]
  ) -> SubjectToken {
    SubjectToken(
      token, type: "urn:ietf:params:oauth:token-type:id_token", nonce: nonce,
      parameters: parameters)
  }

  /// The additional parameters, in the order of their names.
  var sorted: [(name: String, value: String)] {
    parameters.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// The first name of a parameter that callers may not set.
  var reservedParameter: String? {
    let reserved: Set<String> = [
      "grant_type", "client_id", "client_secret", "subject_token", "subject_token_type", "scope",
      "audience", "resource", "actor_token", "actor_token_type",
    ]
    return sorted.map(\.name).first(where: reserved.contains)
  }
}

extension SubjectToken: RedactedDescription {}
