// The current session, and logout: on the device, on the server and in the browser.

import AuthGenRuntime
public import AuthGenSessions
public import AuthGenWebLogin
public import Foundation
public import OpenIDAPI

extension OpenIDLogin: AccountLogin {
  /// Fetches the user's current claims from the server.
  ///
  /// - Throws: ``WebLoginError``, with the reason ``WebLoginError/Reason/wrongUser`` if the claims
  ///   belong to another user (OpenID Connect Core, section 5.3.2).
  public func userInfo() async throws(WebLoginError) -> UserInfoQuery.Data.UserInfo {
    let start = await sessions.loginStart
    let found = try await Result { [sessions] () async throws(CredentialUnavailable) in
      try await sessions.session(since: start)
    }.mapError { WebLoginError(.unavailable($0)) }.get()
    guard let (session, start) = found else { throw WebLoginError(.notSignedIn) }
    let user = try await endpoint.userInfo(sessions.source(since: start))
    guard session.subject?.hasSameBytes(as: user.sub) ?? true else {
      throw WebLoginError(.wrongUser)
    }
    return user
  }

  /// Ends the session on this device, and on the server (best effort). The browser stays logged in:
  /// see ``logoutPage(returnTo:)``.
  ///
  /// - Returns: the errors, if any.
  @discardableResult
  public func logOut() async -> LogOut {
    await sessions.logOut(
      removing: key, keyUses, unless: hasPendingLogin,
      revoke: { [endpoint] token throws(WebLoginError) in try await endpoint.revoke(token) })
  }

  /// The errors of a logout.
  public typealias LogOut = KeyBoundLogOut<WebLoginError>

  /// What the login keeps of the user besides the session: pending logins, and the key. For
  /// `SessionManager.deleteAccount`.
  public nonisolated var localData: [LocalData] {
    [pending.localData(environment.now)]
      + sessions.localData(of: key, keyUses, unless: hasPendingLogin)
  }

  /// The page of a pending login names the key to which its tokens will be bound (RFC 9449, section 10).
  private nonisolated var hasPendingLogin: @Sendable () -> Bool {
    { [pending, environment] in pending.hasCurrent(at: environment.now()) }
  }

  /// The page that logs the browser out. An OpenID Connect page identifies the session by its ID
  /// token; without one, the server has to ask the user (OpenID Connect RP-Initiated Logout,
  /// section 2). So log the browser out first, and call ``logOut()`` afterwards. Open the URL only
  /// in the browser: it contains the ID token.
  ///
  /// - Parameter redirectURI: where the browser goes afterwards. It must be registered with the
  ///   provider. Default: nil, for no redirect.
  /// - Returns: nil if the provider has no such page, or if the page does not use https and is not
  ///   on this machine.
  public func logoutPage(returnTo redirectURI: RedirectURI? = nil) async -> URL? {
    logoutPage(returnTo: redirectURI, idToken: await sessions.state.session?.idToken)
  }

  private func logoutPage(returnTo redirectURI: RedirectURI?, idToken: Secret?) -> URL? {
    guard let page = provider.logoutEndpoint, page.isTrustworthyPage else { return nil }
    var parameters = [(name: "client_id", value: endpoint.clientID)]
    if provider.logoutParameters.includesIDToken, let idToken {
      parameters.append(("id_token_hint", idToken.reveal()))
    }
    if let redirectURI {
      parameters.append((provider.logoutParameters.redirectURI, redirectURI.description))
    }
    return page.adding(parameters)
  }

  /// Shows the page that logs the browser out, until the browser returns to the app; see
  /// ``logoutPage(returnTo:)``. Does not end the session: call ``logOut()`` for that.
  ///
  /// If the browser is opened with a program, as `LoopbackWebAuthenticationSession` does, the
  /// page's address does not contain the ID token. The server then asks the user, or does not return
  /// to the app: the call ends with a timeout.
  ///
  /// - Parameter redirectURI: the URI with which the browser returns to the app.
  /// - Throws: ``WebLoginError``, with the reason ``WebLoginError/Reason/unsupported`` if the
  ///   provider has no such page.
  public func logOutOfBrowser(returnTo redirectURI: RedirectURI) async throws(WebLoginError) {
    do throws(WebLoginError) {
      // Another user may sign in while the browser is prepared.
      let idToken = await sessions.state.session?.idToken
      let presentation = try await presenter.begin(redirectURI)
      let page = logoutPage(
        returnTo: presentation.redirectURI, idToken: presentation.hidesAddresses ? idToken : nil)
      guard let page else { throw WebLoginError(.unsupported) }
      _ = try await presentation.callback(from: page, prefersEphemeralSession: false)
    } catch {
      var error = error
      error.isFromLogout = true
      throw error
    }
  }
}
