// The stored data of a Prelude login.

import AuthGenRuntime
import AuthGenSessions
import AuthGenWebLogin
import Foundation
import PreludeAPI

/// A user's tokens. Both are bound to a key of this device (RFC 9449).
public struct PreludeSession: StoredSession {
  public let accessToken: Secret
  public let expiresAt: Date?
  public let refreshToken: Secret?
  public let refreshTokenExpiresAt: Date?
  public let userID: String

  public var credential: Credential { Credential(scheme: "DPoP", token: accessToken) }

  public var user: PreludeUser { PreludeUser(profile: .init(userID: userID)) }

  /// Creates a session from the server's tokens. The response corrects the device's clock.
  ///
  /// - Returns: nil if the access token does not contain the user's identifier.
  init?(_ tokens: SessionTokens, _ response: TokenResponse) {
    // The token comes directly from the server, so its signature is not verified.
    guard let userID = JSONWebToken(tokens.accessToken)?.claims?["sub"]?.string, !userID.isEmpty
    else { return nil }
    accessToken = tokens.accessToken
    expiresAt = response.expiry(at: tokens.expiresAt)
    refreshToken = tokens.refreshToken
    refreshTokenExpiresAt = response.expiry(at: tokens.refreshTokenExpiresAt)
    self.userID = userID
  }
}
