// The stored data of an Ory login.

import AuthGenRuntime
import AuthGenSessions
import Foundation
import OryAPI

/// An Ory session. It cannot be refreshed: when it has expired, the user logs in again.
public struct OrySession: StoredSession {
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

  /// Whether the session has expired.
  public func hasExpired(at date: Date) -> Bool {
    expiresAt.map { $0 <= date } ?? false
  }
}

extension OrySession: RedactedDescription {
  public var description: String { "OrySession" }
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
        expiresAt: session.expiresAt?.date)
    }
  }
}

/// The credential of an ``OryLogin``'s session, until the session expires. The first use after the
/// expiry ends the session, as if the server had ended it. The expiry is checked with the device's
/// clock.
///
/// ```swift
/// let backend = GraphQLClient(configuration).authenticated(by: login.credentials)
/// ```
public struct OryCredentials: CredentialSource {
  let sessions: SessionManager<OrySession>
  let now: @Sendable () -> Date

  /// The session's credential, or nil if the user is signed out.
  ///
  /// - Throws: `CredentialUnavailable` if the store cannot be read now.
  public func credential() async throws(CredentialUnavailable) -> Credential? {
    if let session = await sessions.state.session, session.hasExpired(at: now()) {
      await sessions.sessionHasEnded(session.credential)
    }
    return try await sessions.credential()
  }

  public func sessionHasEnded(_ credential: Credential) async {
    await sessions.sessionHasEnded(credential)
  }
}

extension OryCredentials: RedactedDescription {
  public var description: String { "OryCredentials" }
}
