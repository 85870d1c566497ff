// The session of a Prelude login: its stored data, its refresh and its end.

public import AuthGenRuntime
public import AuthGenSessions
public import AuthGenWebLogin
public import Foundation
import PreludeAPI

/// A user's tokens. Both are bound to a key of this device (RFC 9449).
public struct PreludeSession: StoredSession {
  public let accessToken: Secret
  public let expiresAt: Date?
  public let refreshToken: Secret?
  public let refreshTokenExpiresAt: Date?
  public let userID: String

  public var userIdentity: String? { userID }
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

extension PreludeAuthClient: AccountLogin {
  /// Returns the current user; nil if the user is logged out.
  ///
  /// - Throws: ``PreludeAuthError/unavailable(_:)`` if the state of the session is unknown now.
  public func user() async throws(PreludeAuthError) -> PreludeUser? {
    switch await sessions.state {
    case .signedIn(let session), .needsLogin(let session, _): session.user
    case .signedOut: nil
    case .unavailable(let error):
      throw .unavailable(CredentialUnavailable(error))
    }
  }

  /// Ends the session on this device, and at Prelude (best effort). Ends the challenges that wait for a code.
  ///
  /// - Returns: the errors, if any.
  @discardableResult
  public func logOut() async -> LogOut {
    endChallenges()
    return await sessions.logOut(
      removing: key, keyUses,
      revoke: { token throws(PreludeAuthError) in
        try await PreludeAuthError.sent { () async throws(RequestError) in
          _ = try await self.prelude.revokeSession(refreshToken: token)
        }
      })
  }

  /// The errors of a logout.
  public typealias LogOut = KeyBoundLogOut<PreludeAuthError>

  /// What the client keeps of the user besides the session: pending logins, the key, and the device's
  /// identifier, which Prelude knows together with the user. For `SessionManager.deleteAccount`.
  public nonisolated var localData: [LocalData] {
    [pending.localData(environment.now)] + sessions.localData(of: key, keyUses)
      + [LocalData("device identifier") { [device] in try await device.remove() }]
  }
}

extension PreludeClient<GraphQLClient> {
  /// Requests new tokens for a session.
  ///
  /// - Returns: nil if the server refuses the session's refresh token.
  /// - Throws: why there are no new tokens.
  func refresh(
    _ session: PreludeSession, now: @Sendable () -> Date
  ) async throws -> PreludeSession? {
    guard let token = session.refreshToken else { return nil }
    let newer: PreludeSession?
    do throws(RequestError) {
      let response = try await response(to: RefreshSessionMutation(refreshToken: token))
      let data = try response.completeData(of: RefreshSessionMutation.operationName)
      newer = PreludeSession(data.refreshSession, response.tokenResponse(at: now()))
    } catch {
      switch PreludeAuthError(request: error) {
      // The token is unknown, expired, revoked, already used, or bound to a key that no longer exists.
      case .refused(.unauthorized), .refused(.tokenReused), .refused(.dpopKeyMismatch):
        return nil
      default:
        throw FailedRefresh(error: error)
      }
    }
    guard let newer, newer.userID.hasSameBytes(as: session.userID) else {
      throw WrongPreludeUser()
    }
    return newer
  }
}

/// The tokens of a refresh belong to another user, or name no user.
private struct WrongPreludeUser: TokenRequestError {
  var tokenRefusal: TokenRefusal? { nil }
  var trustFailure: TrustFailure? { TrustFailure("the access token belongs to another user") }
}

/// A refresh that failed. Prelude's codes refuse a token; a gateway's status does not.
private struct FailedRefresh: TokenRequestError, RedactedDescription {
  let error: RequestError

  var tokenRefusal: TokenRefusal? { error.tokenRefusal }
  var description: String { "\(PreludeAuthError(request: error))" }
}
