// What a login at Ory leaves behind.

import AuthGenRuntime
import AuthGenSessions
import Foundation
import OryAPI

/// A session at Ory. There is nothing to refresh: when it has expired, the user logs in again.
public struct OrySession: StoredSession {
  public let token: Secret
  public let id: String
  /// Nil where the server does not say.
  public let identityID: String?
  /// As the server said last, at the login or in ``OryLogin/whoAmI()``; nil where it does not say.
  public let expiresAt: Date?

  public init(token: Secret, id: String, identityID: String? = nil, expiresAt: Date? = nil) {
    self.token = token
    self.id = id
    self.identityID = identityID
    self.expiresAt = expiresAt
  }

  /// `X-Session-Token: <token>`.
  public var credential: Credential { Credential(.header("X-Session-Token"), token: token) }

  /// Whether the session can no longer be used.
  public func hasExpired(at date: Date) -> Bool {
    expiresAt.map { $0 <= date } ?? false
  }
}

extension OrySession: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String { "OrySession" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
}

extension OryGrant {
  /// The session as it is kept.
  ///
  /// - Throws: ``OryLoginError`` where there is none, or none that could be used.
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

/// The credential of the session that an ``OryLogin`` keeps, until the session expires: then the
/// session ends here as if the server had said so, at the first use after that. It goes by the
/// device's clock.
///
/// ```swift
/// let backend = GraphQLClient(configuration).authenticated(by: login.credentials)
/// ```
public struct OryCredentials: CredentialSource {
  let sessions: SessionManager<OrySession>
  let now: @Sendable () -> Date

  /// The session's credential, or nil where nobody is signed in (any more).
  ///
  /// - Throws: `CredentialUnavailable` where the store cannot be read now.
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

extension OryCredentials: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String { "OryCredentials" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
}
