// Access tokens for single APIs, from the refresh token of one login.

public import AuthGenRuntime
import AuthGenSessions
import AuthGenWebLogin
package import Foundation

extension OpenIDLogin {
  /// The access tokens for one API, as a credential source for its clients. They have fewer rights than the
  /// session's own token, or another audience, so that one API cannot use them at another.
  ///
  /// ```swift
  /// let billing = GraphQLClient(configuration)
  ///   .authenticated(by: login.tokens(audience: "https://billing.example.com", scopes: ["read"]))
  /// ```
  ///
  /// A token is requested with the session's refresh token at first use, stored with the session, and used
  /// until it expires. Requests for tokens and refreshes of the session are made one at a time, also among
  /// processes that share the session's store. Sources for the same API share their tokens.
  ///
  /// Without a refresh token, a call fails with `CredentialUnavailable`: request the scope `offline_access`.
  /// If the server refuses the audience or the scopes, calls fail too, and the session continues.
  ///
  /// - Parameters:
  ///   - audience: the API, as the server knows it. Default: nil, for the API of the login.
  ///   - scopes: the requested access, at most the session's. Default: none, for all of the session's.
  public nonisolated func tokens(audience: String? = nil, scopes: [String] = []) -> APITokens {
    APITokens(
      target: APIToken.Target(audience: audience, scopes: scopes), sessions: sessions,
      endpoint: endpoint)
  }
}

/// The access tokens for one API; see ``OpenIDLogin/tokens(audience:scopes:)``.
public final class APITokens: LoginSource {
  private let target: APIToken.Target
  private let sessions: SessionManager<OpenIDSession>
  private let endpoint: TokenEndpoint
  /// The logins of the last credentials.
  private let known = Locked(CredentialHistory())

  init(target: APIToken.Target, sessions: SessionManager<OpenIDSession>, endpoint: TokenEndpoint) {
    self.target = target
    self.sessions = sessions
    self.endpoint = endpoint
  }

  /// A valid token for the API; nil if the user is signed out.
  ///
  /// - Throws: `CredentialUnavailable` if the session or a new token is not available now.
  public func credential() async throws(CredentialUnavailable) -> Credential? {
    try await credential(of: Locked(nil))?.credential
  }

  /// The source for one call or stream: it returns the tokens of the login under which it was first asked.
  public func forOneCall() -> any CredentialSource { callSource(nil) }

  package func source(of login: UUID) -> any LoginBoundSource { callSource(.login(login)) }

  private func callSource(_ origin: CallOrigin?) -> LoginCallSource {
    LoginCallSource(of: self, origin) { origin throws(CredentialUnavailable) in
      try await self.credential(of: origin)
    }
  }

  private func credential(
    of origin: Locked<CallOrigin?>
  ) async throws(CredentialUnavailable) -> (credential: Credential, login: UUID)? {
    try await credential(of: try await sessions.bind(origin))
  }

  /// A valid token for the API; nil if another login has replaced the session.
  public func credential(
    after earlier: Credential
  ) async throws(CredentialUnavailable) -> Credential? {
    try await credential(of: origin(of: earlier))?.credential
  }

  private func origin(of credential: Credential) -> CallOrigin {
    .login(known.withLock { $0.login(of: credential) })
  }

  private func credential(
    of origin: CallOrigin
  ) async throws(CredentialUnavailable) -> (credential: Credential, login: UUID)? {
    let now = endpoint.environment.now
    do throws(CredentialUnavailable) {
      return try await credential(of: origin) { $0.renewsAt.map { now() < $0 } ?? true }
    } catch {
      // Until its expiry, a token is still valid.
      let token = await sessions.state.session?.token(for: target, endpoint.tokenType)
      guard let token, !token.isExpired(at: now()) else { throw error }
      return try await credential(of: origin) { !$0.isExpired(at: now()) }
    }
  }

  /// Another token than the refused one; nil if another login has replaced the session.
  public func credential(
    insteadOf refused: Credential
  ) async throws(CredentialUnavailable) -> Credential? {
    try await credential(of: origin(of: refused)) { $0.credential != refused }?.credential
  }

  /// Does nothing: the API's refusal of its token does not end the session.
  public func sessionHasEnded(_ credential: Credential) {}

  /// Reports each new token for the API, and the end of the login.
  public func observe(
    _ credential: Credential, _ report: @escaping @Sendable (CredentialChange) -> Void
  ) async -> CredentialObservation? {
    let login = known.withLock { $0.login(of: credential) }
    return await sessions.observe(
      login: login, { [target, endpoint] in $0.token(for: target, endpoint.tokenType)?.credential },
      since: credential, report)
  }

  /// Returns a token that satisfies `isUsable`.
  private func credential(
    of origin: CallOrigin, where isUsable: @escaping @Sendable (APIToken) -> Bool
  ) async throws(CredentialUnavailable) -> (credential: Credential, login: UUID)? {
    let change = SessionManager<OpenIDSession>.Change(
      id: target.description,
      isMade: { [target, endpoint] in
        $0.token(for: target, endpoint.tokenType).map(isUsable) ?? false
      },
      make: { [target, endpoint] in try await endpoint.session($0, adding: target) })
    guard let (session, login) = try await sessions.session(after: change, of: origin) else {
      return nil
    }
    guard let credential = session.token(for: target, endpoint.tokenType)?.credential else {
      throw CredentialUnavailable("the server refuses a token for this API")
    }
    known.withLock { $0.add(credential, of: login) }
    return (credential, login)
  }
}

/// An access token for one API.
struct APIToken: Codable, Hashable, Sendable {
  struct Target: Codable, Hashable, Sendable, CustomStringConvertible {
    let audience: String?
    let scopes: [String]

    /// - Parameters:
    ///   - audience: an empty string counts as nil.
    ///   - scopes: one element may contain several.
    init(audience: String?, scopes: [String]) {
      self.audience = audience?.isEmpty == true ? nil : audience
      self.scopes = scopes.separateScopes
    }

    var description: String { "\([audience ?? ""] + scopes)" }
  }

  let target: Target
  let accessToken: Secret
  let tokenType: OpenIDSession.TokenType
  let expiresAt: Date?
  /// When the next use requests a new token: half a minute before the expiry, or at half of a short life.
  let renewsAt: Date?

  /// The number of tokens of a session. The oldest are removed first.
  static let maximumCount = 32

  var credential: Credential { Credential(scheme: tokenType.rawValue, token: accessToken) }

  func isExpired(at now: Date) -> Bool { expiresAt.map { $0 <= now } ?? false }
}
