// Logins whose page the app presents itself.

public import AuthGenRuntime
import AuthGenSessions
public import AuthGenWebLogin
public import Foundation
import OryAPI

/// A pending login or registration, from ``OryLogin/begin(_:with:traits:)`` to
/// ``OryLogin/finish(_:callback:)`` of the same ``OryLogin``, for one hour or as long as its flow, at
/// most for a day. The first half of a code is used once, whatever copies of the attempt there are.
public struct OryAttempt: Identifiable, Sendable, RedactedDescription {
  public let id: UUID
  /// The page to open in the system's browser. It uses https, or is on this machine.
  public let page: URL
  /// The URI to which the browser redirects.
  public let redirectURI: RedirectURI
  /// When the login expires on the server, by the server's clock.
  public let expiresAt: Date
}

/// A pending login or registration.
struct PendingOryLogin: PendingBrowserLogin {
  typealias Failure = OryLoginError

  let id: UUID
  /// The login under which this one began.
  let start: LoginStart
  let redirectURI: RedirectURI
  let state: Secret?
  /// The first half of the code.
  let initCode: Secret
  /// When the flow expires on the server, by the server's clock.
  let flowExpiresAt: Date
  /// When it is removed from this device.
  let expiresAt: Date
}

extension OryLogin {
  /// Submits a form with a provider, for an app that opens the page itself. Such an app receives
  /// the redirect through a Universal Link or an Android App Link. Several logins may be pending, and share
  /// no state. The first one that completes ends the others, and so does a logout.
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
  ///   - traits: what the user has entered, from ``OryForm/traits(_:)``. Default: nil, for nothing.
  /// - Throws: ``OryLoginError``.
  public func begin(
    _ form: OryForm, with provider: String, traits: JSON? = nil
  ) async throws(OryLoginError) -> OryAttempt {
    let redirectURI = try redirectURI(of: form)
    let (login, page) = try await begun(
      form, with: provider, traits, redirectURI, since: await sessions.loginStart)
    pending.add(login, at: environment.now())
    return OryAttempt(
      id: login.id, page: page, redirectURI: login.redirectURI, expiresAt: login.flowExpiresAt)
  }

  func begun(
    _ form: OryForm, with provider: String, _ traits: JSON?, _ redirectURI: RedirectURI,
    since start: LoginStart
  ) async throws(OryLoginError) -> (login: PendingOryLogin, page: URL) {
    let (begun, response) = try await calls.submit(
      form, OrySubmission(method: .oidc, provider: provider, traits: traits), since: start)
    switch response {
    case .page(let address):
      guard let page = URL(string: address.reveal()), page.isTrustworthyPage else {
        throw OryLoginError(.insecurePage)
      }
      guard let state = begun.state, let initCode = begun.flow.sessionTokenExchangeCode,
        !initCode.isEmpty
      else { throw OryLoginError(.noExchangeCode) }
      let login = PendingOryLogin(
        id: UUID(), start: begun.start, redirectURI: redirectURI, state: state, initCode: initCode,
        flowExpiresAt: begun.flow.expiresAt.date,
        expiresAt: min(
          max(environment.now() + CodeVerifier.lifetime, begun.flow.expiresAt.date),
          environment.now() + CodeVerifier.lifetime * 24))
      return (login, page)
    case .refused(let flow): throw OryLoginError(flow.refusal(of: redirectURI, since: begun.start))
    case .granted, .unknown: throw OryLoginError(.unexpectedResponse)
    }
  }

  /// Completes a login with the redirect that opened the app.
  ///
  /// A redirect that does not belong to this attempt, or has no code, sends nothing and leaves the
  /// attempt pending, because any app or page can open a link to the app.
  ///
  /// - Returns: the session, which ``sessions`` also keeps.
  /// - Throws: ``OryLoginError``, with the reason ``OryLoginError/Reason/alreadyFinished`` if the
  ///   attempt has already exchanged a code, whatever the result, or has expired.
  @discardableResult
  public func finish(
    _ attempt: OryAttempt, callback: URL
  ) async throws(OryLoginError) -> OrySession {
    let uri = attempt.redirectURI
    return try await finish(attempt.id, try OryLoginError.read(callback, to: uri), to: uri)
  }

  /// Completes the pending login to which a redirect belongs, by its address and its `state`. The redirect
  /// may have started the app again. An app with several logins uses `LoginLinks`.
  ///
  /// - Returns: the session, which ``sessions`` also keeps.
  /// - Throws: ``OryLoginError``, as ``finish(_:callback:)`` does.
  @discardableResult
  public func resume(with link: URL) async throws(OryLoginError) -> OrySession {
    let (login, callback) = try pending.match(link, at: environment.now())
    return try await finish(login.id, callback, to: login.redirectURI)
  }

  public func match(of link: URL) -> LinkMatch { pending.match(of: link, at: environment.now()) }

  /// Cancels a login. If the last request is in progress, its session is not stored, and is revoked if
  /// possible.
  public func cancel(_ attempt: OryAttempt) {
    pending.cancel(attempt.id, at: environment.now())
  }

  func finish(
    _ id: UUID, _ callback: Callback, to redirectURI: RedirectURI
  ) async throws(OryLoginError) -> OrySession {
    try pending.check(callback, of: id, at: environment.now())
    try use(redirectURI)
    guard callback["error"] == nil else { throw OryLoginError(.errorInCallback) }
    guard let returnToCode = callback.secret("code"), !returnToCode.isEmpty else {
      throw OryLoginError(.callback(.missing("code")))
    }
    let login = try pending.take(id, for: callback, at: environment.now())
    guard await sessions.isLatest(login.start) else { throw OryLoginError(.otherSession) }
    switch try await calls.exchange(login.initCode, returnToCode, login.flowExpiresAt) {
    case .granted(let grant):
      return try await signIn(grant, since: login.start) { pending.isCancelled(id) }
    // The browser returns a code even if the login failed.
    case .refused(let flow):
      throw OryLoginError(flow.outcome(of: login, at: environment.now()))
    case .page, .unknown: throw OryLoginError(.unexpectedResponse)
    }
  }
}
