// Logins whose page the app presents itself.

import AuthGenRuntime
import AuthGenWebLogin
import Foundation

/// A pending login or registration, from ``OryLogin/begin(_:with:)`` to
/// ``OryLogin/finish(_:callback:)``. It keeps the first half of a code secret, and uses it once:
/// copies of an attempt share it. To cancel an attempt, release it.
public struct OryAttempt: Sendable {
  /// The page to open in the system's browser. It uses https, or is on this machine.
  public let page: URL
  /// The URI to which the browser redirects.
  public let redirectURI: RedirectURI
  /// When the login expires on the server, by the server's clock.
  public let expiresAt: Date
  /// Binds the redirect to this attempt.
  let state: Secret
  let initCode: OneTimeValue<Secret>
}

extension OryAttempt: RedactedDescription {
  // The page's URL is omitted: only the browser may see it.
  public var description: String { "OryAttempt" }
}

extension OryLogin {
  /// Submits a form with a provider, for an app that opens the page itself. Such an app receives
  /// the redirect through a Universal Link or an Android App Link. Any number of logins may be
  /// pending, independently of each other.
  ///
  /// ```swift
  /// let attempt = try await login.begin(form, with: "google")
  /// open(attempt.page)
  /// // Later, where the app is opened by a link:
  /// let session = try await login.finish(attempt, callback: url)
  /// ```
  ///
  /// - Parameters:
  ///   - form: the form that the app has shown.
  ///   - provider: the identifier of one of the form's providers.
  /// - Throws: ``OryLoginError``.
  public func begin(
    _ form: OryForm, with provider: String
  ) async throws(OryLoginError) -> OryAttempt {
    guard let redirectURI = form.redirectURI else { throw OryLoginError(.noRedirectURI) }
    let (begun, answer) = try await calls.submit(form, with: provider)
    switch answer {
    case .page(let address):
      guard let page = URL(string: address.reveal()), page.isTrustworthyPage else {
        throw OryLoginError(.insecurePage)
      }
      guard let state = begun.state, let initCode = begun.flow.sessionTokenExchangeCode,
        !initCode.isEmpty
      else { throw OryLoginError(.noExchangeCode) }
      return OryAttempt(
        page: page, redirectURI: redirectURI, expiresAt: begun.flow.expiresAt.date, state: state,
        initCode: OneTimeValue(initCode))
    case .refused(let flow): throw OryLoginError(.refused(flow.allMessages))
    case .granted, .unknown: throw OryLoginError(.unexpectedAnswer)
    }
  }

  /// Completes a login with the redirect that opened the app.
  ///
  /// A redirect that does not belong to this attempt, or has no code, sends nothing and leaves the
  /// attempt pending, because any app or page can open a link to the app.
  ///
  /// - Returns: the session, which ``sessions`` also keeps.
  /// - Throws: ``OryLoginError``, with the reason ``OryLoginError/Reason/alreadyFinished`` if the
  ///   attempt has already exchanged a code, whatever the result.
  @discardableResult
  public func finish(
    _ attempt: OryAttempt, callback: URL
  ) async throws(OryLoginError) -> OrySession {
    let parameters: Callback
    do throws(CallbackError) {
      parameters = try Callback(callback, to: attempt.redirectURI)
    } catch {
      throw OryLoginError(.callback(error))
    }
    return try await finish(attempt, parameters)
  }

  func finish(
    _ attempt: OryAttempt, _ callback: Callback
  ) async throws(OryLoginError) -> OrySession {
    do throws(CallbackError) {
      try callback.check(attempt.state)
    } catch {
      throw OryLoginError(.callback(error))
    }
    guard callback["error"] == nil else { throw OryLoginError(.errorInCallback) }
    guard let returnToCode = callback.secret("code"), !returnToCode.isEmpty else {
      throw OryLoginError(.callback(.missing("code")))
    }
    guard let initCode = await attempt.initCode.take(at: now()) else {
      throw OryLoginError(.alreadyFinished)
    }
    switch try await calls.exchange(initCode, returnToCode, attempt.expiresAt) {
    case .granted(let grant): return try await signIn(grant)
    // The browser returns a code even if the login failed.
    case .refused(let flow): throw OryLoginError(flow.outcome(at: now()))
    case .page, .unknown: throw OryLoginError(.unexpectedAnswer)
    }
  }
}
