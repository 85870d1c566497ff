// The stored data of an Ory login.

import AuthGenRuntime
import AuthGenSessions
import Foundation
import OryAPI

/// An Ory session. It cannot be refreshed: when it has expired, the user logs in again.
public struct OrySession: StoredSession, RedactedDescription {
  public let token: Secret
  public let id: String
  /// Nil if the server sends none.
  public let identityID: String?
  /// The latest expiry from the server, from the login or ``OryLogin/whoAmI()``. Nil if the server
  /// sends none.
  public let expiresAt: Date?

  public init(token: Secret, id: String, identityID: String? = nil, expiresAt: Date? = nil) {
    self.token = token
    self.id = id
    self.identityID = identityID
    self.expiresAt = expiresAt
  }

  /// `X-Session-Token: <token>`.
  public var credential: Credential { Credential(.header("X-Session-Token"), token: token) }
}

extension OryGrant {
  /// The session in its stored form.
  ///
  /// - Throws: ``OryLoginError`` if there is no usable session.
  var storedSession: OrySession {
    get throws(OryLoginError) {
      guard let token, !token.isEmpty, let session else {
        guard let identity, token == nil else { throw OryLoginError(.unexpectedAnswer) }
        throw OryLoginError(.registeredWithoutSession(identityID: identity.id))
      }
      return OrySession(
        token: token, id: session.id, identityID: session.identity?.id,
        expiresAt: response.expiry(at: session.expiresAt))
    }
  }
}
