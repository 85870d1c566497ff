// What is kept of a login with Prelude.

import AuthGenRuntime
import AuthGenSessions
import AuthGenWebLogin
import Foundation
import PreludeAPI

/// The tokens of a user. Both are bound to a key of this device (RFC 9449).
public struct PreludeSession: RefreshableSession {
  public let accessToken: Secret
  public let expiresAt: Date?
  public let refreshToken: Secret?
  public let refreshTokenExpiresAt: Date?
  public let userID: String

  public var credential: Credential { Credential(scheme: "DPoP", token: accessToken) }

  public var user: PreludeUser { PreludeUser(profile: .init(userID: userID)) }

  /// - Returns: nil where the access token does not say whose it is.
  init?(_ tokens: SessionTokens) {
    // It comes from the server itself: its signature is not looked at.
    guard let userID = JSONWebToken(tokens.accessToken)?.claims?["sub"]?.string, !userID.isEmpty
    else { return nil }
    accessToken = tokens.accessToken
    expiresAt = tokens.expiresAt.date
    refreshToken = tokens.refreshToken
    refreshTokenExpiresAt = tokens.refreshTokenExpiresAt?.date
    self.userID = userID
  }
}
