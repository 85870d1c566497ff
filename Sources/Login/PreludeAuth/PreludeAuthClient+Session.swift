// Who is logged in, and the end of that.

import AuthGenRuntime
import AuthGenSessions
import AuthGenWebLogin
import PreludeAPI

extension PreludeAuthClient {
  /// Who is logged in; nil for nobody.
  ///
  /// - Throws: ``PreludeAuthError/unavailable(_:)`` where that cannot be told now.
  public func user() async throws(PreludeAuthError) -> PreludeUser? {
    switch await tokens.sessions.state {
    case .signedIn(let session): session.user
    case .signedOut: nil
    case .unavailable(let error):
      throw .unavailable(CredentialUnavailable(error.description))
    }
  }

  /// Ends the session: on this device for certain, and at Prelude as well as that can be done.
  ///
  /// - Returns: what went wrong, if anything.
  @discardableResult
  public func logOut() async -> LogOut {
    let end = await tokens.logOut(
      revoke: { [prelude] token throws(RequestError) in
        _ = try await prelude.revokeSession(refreshToken: token)
      },
      removeKey: { () throws(DPoPKeyError) in try await self.removeKey() })
    return LogOut(
      serverError: end.revocationError.map { PreludeAuthError($0) }
        ?? end.unavailable.map { .unavailable($0) },
      keyError: end.keyError, storeError: end.storeError)
  }

  /// Removes the key, unless a login is being ended with it.
  private func removeKey() async throws(DPoPKeyError) {
    guard let key else { return }
    // What comes of a renewal that is under way is revoked, with a proof by the same key.
    await tokens.settle()
    let before = keyUses
    guard await tokens.sessions.state.session == nil, keyUses.isIdle(since: before) else { return }
    try await key.remove()
  }

  /// What went wrong with ending a session.
  public struct LogOut: Sendable {
    /// Prelude was not told, or did not do it: the refresh token may be valid for a while yet.
    public let serverError: PreludeAuthError?
    /// The key is still on the device, and bound to nothing.
    public let keyError: DPoPKeyError?
    /// The session could not be removed from its store: log out again.
    public let storeError: StoreError?
  }
}

extension PreludeClient<GraphQLClient> {
  /// What comes of renewing a session.
  func outcome(
    ofRefreshing session: PreludeSession
  ) async -> RefreshOutcome<PreludeSession> {
    guard let token = session.refreshToken else { return .refused }
    do throws(RequestError) {
      let tokens = try await refreshSession(refreshToken: token).refreshSession
      guard let newer = PreludeSession(tokens), newer.userID == session.userID else {
        return .failed(CredentialUnavailable("\(PreludeAuthError.unexpectedResponse)"))
      }
      return .refreshed(newer)
    } catch {
      let error = PreludeAuthError(error)
      switch error {
      // The token is unknown, expired, revoked, used before, or bound to a key that is gone.
      case .refused(.unauthorized), .refused(.tokenReused), .refused(.dpopKeyMismatch):
        return .refused
      default: return .failed(CredentialUnavailable("the session cannot be renewed now: \(error)"))
      }
    }
  }
}
