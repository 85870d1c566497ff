// The session of an Ory login: its stored data, its use and its end.

public import AuthGenRuntime
public import AuthGenSessions
import AuthGenWebLogin
public import Foundation
public import OryAPI

/// An Ory session. It cannot be refreshed: when it has expired, the user logs in again.
public struct OrySession: StoredSession, RedactedDescription {
  public let token: Secret
  public let id: String
  /// Nil if the server sends none: it withholds the identity of a session that lacks a second factor.
  public let identityID: String?
  /// The latest expiry from the server, from the login or ``OryLogin/whoAmI()``. Nil if the server
  /// sends none.
  public let expiresAt: Date?
  /// By how many factors the user is authenticated, as the server last said.
  public let assuranceLevel: AssuranceLevel?

  public init(
    token: Secret, id: String, identityID: String? = nil, expiresAt: Date? = nil,
    assuranceLevel: AssuranceLevel? = nil
  ) {
    self.token = token
    self.id = id
    self.identityID = identityID
    self.expiresAt = expiresAt
    self.assuranceLevel = assuranceLevel
  }

  public var userIdentity: String? { identityID }

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
        guard let identity, token == nil else { throw OryLoginError(.unexpectedResponse) }
        throw OryLoginError(.registeredWithoutSession(identityID: identity.id))
      }
      return OrySession(
        token: token, id: session.id, identityID: session.identity?.id,
        expiresAt: response.expiry(at: session.expiresAt), assuranceLevel: session.assuranceLevel)
    }
  }
}

extension OryLogin: AccountLogin {
  /// Fetches the session and its identity from the server. If the server has extended the session, or raised
  /// its level, the stored session changes, too.
  ///
  /// - Throws: ``OryLoginError``. The reason is ``OryLoginError/Reason/notSignedIn`` if there is no
  ///   session. The stored session ends if it has expired, or if the server has ended it. All other
  ///   errors leave it unchanged.
  public func whoAmI() async throws(OryLoginError) -> Session {
    let (found, response) = try await OryLoginError.sent { () async throws(RequestError) in
      let whole = try await OryClient(client).response(to: WhoAmIQuery())
      let found = try whole.completeData(of: WhoAmIQuery.operationName).whoAmI
      return (found, whole.tokenResponse(at: environment.now()))
    }
    if let session = await sessions.state.session, session.id.hasSameBytes(as: found.id) {
      let newer = session.updated(
        identityID: found.identity?.id, expiresAt: response.expiry(at: found.expiresAt),
        assuranceLevel: found.assuranceLevel)
      // Best effort: a session that cannot be stored stays in use, and the result is complete.
      if newer != session { await sessions.update(session, to: newer) }
    }
    return found
  }

  /// Ends the session on this device, and on the server (best effort).
  ///
  /// The request to the server continues even if the calling task is cancelled, for example when a
  /// screen closes with the session.
  ///
  /// - Returns: the errors, if any.
  @discardableResult
  public func logOut() async -> LogOut {
    await sessions.logOut(
      onServer: { [calls] session throws(RequestError) in
        _ = try await calls.client.logout(sessionToken: session.token)
        return ()
      })
  }

  /// The errors of a logout.
  public typealias LogOut = AuthGenSessions.LogOut<Void, RequestError>

  /// What the login keeps of the user besides the session: pending logins. For
  /// `SessionManager.deleteAccount`.
  public nonisolated var localData: [LocalData] { [pending.localData(environment.now)] }
}

extension OrySession {
  /// The session with what the server says of it now. What it withholds stays.
  func updated(
    identityID newID: String?, expiresAt newExpiry: Date?, assuranceLevel newLevel: AssuranceLevel?
  ) -> OrySession {
    // The server's clock is known to a second.
    let isExtended = newExpiry.map { new in
      expiresAt.map { abs($0.timeIntervalSince(new)) > 2 } ?? true
    }
    return OrySession(
      token: token, id: id, identityID: identityID ?? newID,
      expiresAt: isExtended == true ? newExpiry : expiresAt,
      assuranceLevel: newLevel ?? assuranceLevel)
  }
}
