// The stored data of an OpenID Connect login.

public import AuthGenRuntime
public import AuthGenSessions
public import Foundation
import OpenIDAPI

/// A user's tokens and identity.
public struct OpenIDSession: StoredSession {
  /// The type of an access token (RFC 6749, section 7.1).
  public enum TokenType: String, Codable, Hashable, Sendable {
    /// RFC 6750
    case bearer = "Bearer"
    /// Bound to a key of this device (RFC 9449).
    case dpop = "DPoP"
  }

  public let accessToken: Secret
  public let tokenType: TokenType
  public private(set) var refreshToken: Secret?
  /// The latest verified ID token.
  public let idToken: Secret?
  public let expiresAt: Date?
  /// The granted scopes.
  public let scopes: [String]
  /// `sub` of the session's ID token; nil if `openid` was not requested. After a login on another device,
  /// some providers send the first ID token with a refresh.
  public let subject: String?
  /// The access tokens for single APIs; nil for none. See ``OpenIDLogin/tokens(audience:scopes:)``.
  private(set) var apiTokens: [APIToken]?

  /// The issuer and the subject of the ID token: a subject identifies a user at one issuer (OpenID Connect
  /// Core, section 2). Nil without an ID token.
  public var userIdentity: String? { claims.map { "\($0.issuer) \($0.subject)" } }

  public init(
    accessToken: Secret, tokenType: TokenType, refreshToken: Secret?, idToken: Secret?,
    expiresAt: Date?, scopes: [String], subject: String?
  ) {
    self.accessToken = accessToken
    self.tokenType = tokenType
    self.refreshToken = refreshToken
    self.idToken = idToken
    self.expiresAt = expiresAt
    self.scopes = scopes
    self.subject = subject
  }

  public var credential: Credential {
    Credential(scheme: tokenType.rawValue, token: accessToken)
  }
}

extension OpenIDSession {
  /// Creates a session from a token endpoint's response.
  ///
  /// - Parameters:
  ///   - idToken: a verified ID token.
  ///   - subject: the user to whom the tokens belong.
  ///   - scopes: the requested scopes. They count as granted if the server sends none (RFC 6749,
  ///     section 5.1).
  ///   - before: the session that these tokens refresh. It provides the values that are missing in `tokens`.
  init(
    _ tokens: TokenSet, _ tokenType: TokenType, idToken: Secret?, subject: String?,
    scopes: [String], now: Date, before: OpenIDSession? = nil
  ) {
    self.init(
      accessToken: tokens.accessToken, tokenType: tokenType,
      refreshToken: tokens.refreshToken ?? before?.refreshToken,
      idToken: idToken,
      expiresAt: tokens.lifetime.map { now.addingTimeInterval($0) },
      scopes: tokens.scope.map(\.separateScopes) ?? scopes,
      subject: subject)
    apiTokens = before?.apiTokens
  }

  /// Returns the session with another token for an API, and with the refresh token of the same response.
  ///
  /// - Parameter now: expired tokens for other APIs are removed.
  func adding(_ token: APIToken?, refreshToken: Secret?, now: Date) -> OpenIDSession {
    let others = (apiTokens ?? []).filter { $0.target != token?.target && !$0.isExpired(at: now) }
    var session = self
    session.refreshToken = refreshToken ?? self.refreshToken
    session.apiTokens = others.suffix(APIToken.maximumCount - 1) + (token.map { [$0] } ?? [])
    return session
  }

  func token(for target: APIToken.Target, _ type: TokenType) -> APIToken? {
    apiTokens?.first { $0.target == target && $0.tokenType == type }
  }
}

extension TokenSet {
  /// The seconds until the access token expires; nil if the response does not say, or if it is negative or
  /// over 36,600 days.
  var lifetime: TimeInterval? {
    expiresIn.flatMap { (0...100 * 366 * 86_400).contains($0) ? $0 : nil }
  }
}
