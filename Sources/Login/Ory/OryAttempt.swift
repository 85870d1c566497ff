// A login that the app presents by itself.

import AuthGenRuntime
import AuthGenWebLogin
import Foundation

/// A login or registration that goes on in a browser, from ``OryLogin/begin(_:with:)`` to
/// ``OryLogin/finish(_:callback:)``. It has the first half of a code, which it shows nobody and uses
/// once: copies of an attempt share it. To give up an attempt, let it go.
public struct OryAttempt: Sendable {
  /// The page to open in the system's browser: https, or on this machine.
  public let page: URL
  /// Where the browser comes back to.
  public let redirectURI: RedirectURI
  /// When the server gives up the login, by its own clock.
  public let expiresAt: Date
  let initCode: OryOnce<Secret>
}

extension OryAttempt: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  // The page's URL is for the browser alone.
  public var description: String { "OryAttempt" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
}

extension OryLogin {
  /// Submits a form with a provider, for an app that opens the page by itself, and gets the redirect by
  /// a Universal Link or an Android App Link. Any number may be under way; they share nothing.
  ///
  /// ```swift
  /// let attempt = try await login.begin(form, with: "google")
  /// open(attempt.page)
  /// // Later, where the app is opened by a link:
  /// let session = try await login.finish(attempt, callback: url)
  /// ```
  ///
  /// - Parameters:
  ///   - form: what the app has shown.
  ///   - provider: the identifier of one of its providers.
  /// - Throws: ``OryLoginError``.
  public func begin(
    _ form: OryForm, with provider: String
  ) async throws(OryLoginError) -> OryAttempt {
    guard let redirectURI = form.redirectURI else { throw OryLoginError(.noRedirectURI) }
    let (flow, answer) = try await calls.submit(form, with: provider)
    switch answer {
    case .page(let address):
      guard let page = URL(string: address), page.isTrustworthyPage else {
        throw OryLoginError(.insecurePage)
      }
      guard let initCode = flow.sessionTokenExchangeCode, !initCode.isEmpty else {
        throw OryLoginError(.noExchangeCode)
      }
      return OryAttempt(
        page: page, redirectURI: redirectURI, expiresAt: flow.expiresAt.date,
        initCode: OryOnce(initCode))
    case .refused(let flow): throw OryLoginError(.refused(flow.allMessages))
    case .granted, .unknown: throw OryLoginError(.unexpectedAnswer)
    }
  }

  /// Ends a login with the redirect that the app was opened by.
  ///
  /// A redirect that leads elsewhere, or has no code, sends nothing and leaves the attempt as it is:
  /// anybody can open an app by a link.
  ///
  /// - Returns: the session, which is in ``sessions`` then.
  /// - Throws: ``OryLoginError``; ``OryLoginError/Reason/alreadyFinished`` where a code was exchanged
  ///   before, whatever came of it.
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
    guard callback["error"] == nil else { throw OryLoginError(.errorInCallback) }
    guard let returnToCode = callback.secret("code"), !returnToCode.isEmpty else {
      throw OryLoginError(.callback(.missing("code")))
    }
    guard let initCode = await attempt.initCode.take() else {
      throw OryLoginError(.alreadyFinished)
    }
    switch try await calls.exchange(initCode, returnToCode, attempt.expiresAt, now: now) {
    case .granted(let grant): return try await signIn(grant)
    // The browser brings a code also where the login failed.
    case .refused(let flow): throw OryLoginError(flow.outcome(at: now()))
    case .page, .unknown: throw OryLoginError(.unexpectedAnswer)
    }
  }
}
