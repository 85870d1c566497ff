// What is kept of a login with OpenID Connect.

import AuthGenRuntime
import AuthGenSessions
import Foundation
import OpenIDAPI

/// The tokens of a user, and who that is.
public struct OpenIDSession: RefreshableSession {
  /// How the access token is shown (RFC 6749, section 7.1).
  public enum TokenType: String, Codable, Hashable, Sendable {
    /// RFC 6750
    case bearer = "Bearer"
    /// Bound to a key of this device: RFC 9449.
    case dpop = "DPoP"
  }

  public let accessToken: Secret
  public let tokenType: TokenType
  public let refreshToken: Secret?
  /// The latest ID token, which was checked.
  public let idToken: Secret?
  public let expiresAt: Date?
  /// What was granted.
  public let scopes: [String]
  /// `sub` of the login's ID token; nil where `openid` was not asked for.
  public let subject: String?

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
  /// What a token endpoint gave.
  ///
  /// - Parameters:
  ///   - idToken: one that was checked.
  ///   - subject: whose tokens they are.
  ///   - scopes: what was asked for; granted, where the server says nothing else (RFC 6749, section
  ///     5.1).
  ///   - before: the session that these tokens renew: what is not among them stays.
  init(
    _ tokens: TokenSet, _ tokenType: TokenType, idToken: Secret?, subject: String?,
    scopes: [String], now: Date, before: OpenIDSession? = nil
  ) {
    self.init(
      accessToken: tokens.accessToken, tokenType: tokenType,
      refreshToken: tokens.refreshToken ?? before?.refreshToken,
      idToken: idToken,
      expiresAt: tokens.expiresIn.map { now.addingTimeInterval(TimeInterval($0)) },
      scopes: tokens.scope.map { $0.split(separator: " ").map(String.init) } ?? scopes,
      subject: subject)
  }
}
