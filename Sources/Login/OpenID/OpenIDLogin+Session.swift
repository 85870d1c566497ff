// Who is logged in, and the end of that: on the device, at the server, and in the browser.

import AuthGenRuntime
import AuthGenSessions
import AuthGenWebLogin
import Foundation
import OpenIDAPI

extension OpenIDLogin {
  /// The user's claims as the server has them now.
  ///
  /// - Throws: ``WebLoginError``: ``WebLoginError/Reason/wrongUser`` where they are another user's
  ///   (OpenID Connect Core, section 5.3.2).
  public func userInfo() async throws(WebLoginError) -> UserInfoQuery.Data.UserInfo {
    let session: OpenIDSession?
    do throws(CredentialUnavailable) {
      session = try await tokens.currentSession()
    } catch {
      throw WebLoginError(.unavailable(error))
    }
    guard let session else { throw WebLoginError(.notSignedIn) }
    let user = try await endpoint.userInfo(tokens)
    guard session.subject.map({ $0 == user.sub }) ?? true else { throw WebLoginError(.wrongUser) }
    return user
  }

  /// Ends the session: on this device for certain, and on the server as well as that can be done. The
  /// browser stays logged in: see ``logoutPage(returnTo:)``.
  ///
  /// - Returns: what went wrong, if anything.
  @discardableResult
  public func logOut() async -> LogOut {
    let end = await tokens.logOut(
      revoke: { [endpoint] token throws(WebLoginError) in try await endpoint.revoke(token) },
      removeKey: { () throws(DPoPKeyError) in try await self.removeKey() })
    return LogOut(
      serverError: end.revocationError ?? end.unavailable.map { WebLoginError(.unavailable($0)) },
      keyError: end.keyError, storeError: end.storeError)
  }

  /// Removes the key, unless a login has begun that is bound to it.
  private func removeKey() async throws(DPoPKeyError) {
    guard let key else { return }
    // What comes of a renewal that is under way is revoked, with a proof by the same key.
    await tokens.settle()
    let before = keyUses
    forgetExpiredLogins()
    guard await tokens.sessions.state.session == nil, keyUses.isIdle(since: before),
      pending.isEmpty
    else { return }
    try await key.remove()
  }

  /// What went wrong with ending a session.
  public struct LogOut: Sendable {
    /// The refresh token could not be revoked, or not be read: it may be valid for a while yet.
    public let serverError: WebLoginError?
    /// The key is still on the device, and bound to nothing.
    public let keyError: DPoPKeyError?
    /// The session could not be removed from its store: log out again.
    public let storeError: StoreError?
  }

  /// The page that logs the browser out. While the session is there, a page of OpenID Connect is told
  /// whose it is, by its ID token: without one, a server has to ask the user (OpenID Connect
  /// RP-Initiated Logout, section 2). So the browser is logged out first, and ``logOut()`` comes after.
  /// The address is for the browser alone: who reads it reads the ID token.
  ///
  /// - Parameter redirectURI: where the browser goes then; it must be registered for that. Nil for
  ///   nowhere.
  /// - Returns: nil where the provider has no such page, or one that is neither https nor on this
  ///   machine.
  public func logoutPage(returnTo redirectURI: RedirectURI? = nil) async -> URL? {
    guard let page = provider.logoutEndpoint, page.isTrustworthyPage else { return nil }
    var parameters = [(name: "client_id", value: endpoint.clientID)]
    if provider.logoutParameters.includesIDToken,
      let idToken = await tokens.sessions.state.session?.idToken
    {
      parameters.append(("id_token_hint", idToken.reveal()))
    }
    if let redirectURI {
      parameters.append((provider.logoutParameters.redirectURI, redirectURI.description))
    }
    return page.adding(parameters)
  }

  /// Shows the page that logs the browser out, until it comes back to the app; see
  /// ``logoutPage(returnTo:)``. The session stays, for ``logOut()`` to end.
  ///
  /// - Parameter redirectURI: where the browser comes back to.
  /// - Throws: ``WebLoginError``: ``WebLoginError/Reason/unsupported`` where the provider has no such
  ///   page.
  public func logOutOfBrowser(returnTo redirectURI: RedirectURI) async throws(WebLoginError) {
    let presentation = try await presentation(redirectURI)
    guard let page = await logoutPage(returnTo: presentation.redirectURI) else {
      throw WebLoginError(.unsupported)
    }
    _ = try await callback(of: presentation, from: page, prefersEphemeralSession: false)
  }
}

extension TokenEndpoint {
  /// What comes of renewing a session.
  func outcome(
    ofRefreshing session: OpenIDSession
  ) async -> RefreshOutcome<OpenIDSession> {
    // Without its key, a bound session cannot be renewed by anybody.
    guard let token = session.refreshToken, session.tokenType == .bearer || tokenType == .dpop
    else { return .refused }
    do throws(WebLoginError) {
      return .refreshed(try await refresh(session, with: token))
    } catch {
      // RFC 6749, section 5.2: the token is invalid, expired, revoked, or another client's.
      switch error.reason {
      case .refused(let why) where why.code == .invalidGrant: return .refused
      // These tokens are not for this session, which has no others any more.
      case .idToken(.wrongSubject): return .refused
      default:
        return .failed(CredentialUnavailable("the session cannot be renewed now: \(error)"))
      }
    }
  }
}
