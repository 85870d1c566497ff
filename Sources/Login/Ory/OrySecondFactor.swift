// Second factors, and the confirmation of a session by its user (step-up):
//
//     GET   /self-service/login/api?aal=aal2  X-Session-Token   200: the flow 1
//     POST  /self-service/login?flow=1        method=totp       200: the same session, with a higher level
//
// Kratos keeps the session and its token if the same user confirms it, and makes a session of another user a
// new one (`updateLoginFlow` in `selfservice/flow/login/handler.go`). An ID token always grants a new one
// (`selfservice/strategy/oidc/strategy_login.go`).

public import AuthGenRuntime
import AuthGenSessions
public import Foundation
import OryAPI

/// The form of a second factor, from ``OryLogin/secondFactorForm(refreshing:)``. The app shows its methods,
/// and submits it with the one that the user chooses. After a wrong code, it can be submitted again.
public struct OrySecondFactorForm: Identifiable, Sendable, RedactedDescription {
  /// A second factor of the user.
  public enum Method: Hashable, Sendable {
    /// A code of an authenticator app: ``OryLogin/submit(_:totpCode:)``.
    case totp
    /// One of the user's recovery codes: ``OryLogin/submit(_:lookupSecret:)``.
    case lookupSecret
    /// A code that Ory sends to this address: ``OryLogin/sendCode(_:address:)``.
    case code(address: String)
  }

  /// Identifies the form in the app. The server does not know it.
  public let id = UUID()
  /// The user's second factors, in the server's order. Empty if the user has none that a native app can ask
  /// for.
  public let methods: [Method]
  /// The code that Ory has already sent, because a code to one address is the user's only second factor.
  public let sentCode: OrySentCode?
  /// The flow's messages.
  public let messages: [OryMessage]
  /// When the flow expires on the server, by the server's clock.
  public let expiresAt: Date
  let begun: BegunFlow

  init(_ begun: BegunFlow) {
    let flow = begun.flow
    self.begun = begun
    methods = flow.secondFactors
    sentCode =
      flow.hasSentCode
      ? flow.identifier.map { OrySentCode(begun, .login, .identifier($0)) } : nil
    messages = flow.ownMessages
    expiresAt = flow.expiresAt.date
  }
}

extension Flow {
  fileprivate var secondFactors: [OrySecondFactorForm.Method] {
    nodes.compactMap { node in
      switch (ExactString(node.group), node.name.map { ExactString($0) }) {
      case ("totp", "totp_code"): .totp
      case ("lookup_secret", "lookup_secret"): .lookupSecret
      case ("code", "address"): node.value?.string.map { .code(address: $0) }
      default: nil
      }
    }
  }

  /// The address that a code was sent to.
  fileprivate var identifier: String? {
    nodes.lazy.compactMap {
      $0.name?.hasSameBytes(as: "identifier") == true ? $0.value?.string : nil
    }.first
  }
}

extension OryLogin {
  /// Begins the flow of a second factor for the user of the current session.
  ///
  /// ```swift
  /// let form = try await login.secondFactorForm()
  /// let session = try await login.submit(form, totpCode: code)
  /// ```
  ///
  /// - Parameter refreshing: whether to ask for the second factor also if the session already has one, before
  ///   something important. Default: false.
  /// - Throws: ``OryLoginError``. The reason is ``OryLoginError/Reason/sessionAlreadyAvailable`` if the
  ///   session already has a second factor, and ``OryLoginError/Reason/notSignedIn`` if there is no session.
  public func secondFactorForm(
    refreshing: Bool = false
  ) async throws(OryLoginError) -> OrySecondFactorForm {
    OrySecondFactorForm(try await beginConfirming(.aal2, refresh: refreshing).begun)
  }

  /// Begins a flow in which the user of the current session logs in again, before something important. The
  /// form takes a code or a passkey. It takes no browser, because Ory has no code of two halves for a user
  /// with a session, and no ID token, because Ory then grants another session, with the level of one factor.
  ///
  /// - Throws: ``OryLoginError``. The reason is ``OryLoginError/Reason/notSignedIn`` if there is no session.
  public func confirmationForm() async throws(OryLoginError) -> OryForm {
    let (begun, confirmation) = try await beginConfirming(.aal1, refresh: true)
    return OryForm(begun.flow, begun, .login, nil, confirmation, since: begun.start)
  }

  /// Completes a second factor by the code of the user's authenticator app, which is sent once.
  ///
  /// - Returns: the session with its new level, which ``sessions`` also keeps.
  /// - Throws: ``OryLoginError``. The reason is ``OryLoginError/Reason/refused(_:)`` for a wrong code: the
  ///   user may enter another one. It is ``OryLoginError/Reason/otherSession`` if the form is not of the
  ///   current session.
  @discardableResult
  public func submit(
    _ form: OrySecondFactorForm, totpCode: Secret
  ) async throws(OryLoginError) -> OrySession {
    try await submit(form, OrySubmission(method: .totp, totpCode: totpCode))
  }

  /// Completes a second factor by one of the user's recovery codes, which is sent once, and then used up.
  ///
  /// - Returns: the session with its new level, which ``sessions`` also keeps.
  /// - Throws: ``OryLoginError``, as ``submit(_:totpCode:)`` does.
  @discardableResult
  public func submit(
    _ form: OrySecondFactorForm, lookupSecret: Secret
  ) async throws(OryLoginError) -> OrySession {
    try await submit(form, OrySubmission(method: .lookupSecret, lookupSecret: lookupSecret))
  }

  /// Sends a code to one of the user's addresses, as a second factor. Complete it with ``submit(_:code:)``.
  ///
  /// - Parameters:
  ///   - form: the form that the app has shown.
  ///   - address: the address of one of the form's methods.
  /// - Throws: ``OryLoginError``.
  public func sendCode(
    _ form: OrySecondFactorForm, address: String
  ) async throws(OryLoginError) -> OrySentCode {
    let recipient = OryRecipient.address(address)
    let response = try await submit(.login, form.begun, recipient.submission())
    return try sentCode(response, form.begun, .login, recipient)
  }

  private func submit(
    _ form: OrySecondFactorForm, _ submission: OrySubmission
  ) async throws(OryLoginError) -> OrySession {
    try await completed { () async throws(OryLoginError) in
      (form.begun, try await submit(.login, form.begun, submission))
    }
  }

  private func beginConfirming(
    _ level: AssuranceLevel, refresh: Bool
  ) async throws(OryLoginError) -> (begun: BegunFlow, OryConfirmation) {
    let start = await sessions.loginStart
    let found = try await Result { [sessions] () async throws(CredentialUnavailable) in
      try await sessions.session(since: start)
    }.mapError { OryLoginError(.unavailable($0)) }.get()
    guard let (session, start) = found else {
      throw OryLoginError(await sessions.currentLogin == nil ? .notSignedIn : .otherSession)
    }
    let confirmation = OryConfirmation(session: session, level: level, refresh: refresh)
    let begun = try await confirming(session) { () async throws(OryLoginError) in
      try await calls.flow(.login, since: start, confirmation)
    }
    return (begun, confirmation)
  }

  /// Makes a call with a session's token, unless another login has replaced the session. If the server no
  /// longer knows the session, it ends here, too.
  ///
  /// - Parameter session: nil for a call without a session.
  func confirming<Value: Sendable>(
    _ session: OrySession?, _ call: () async throws(OryLoginError) -> Value
  ) async throws(OryLoginError) -> Value {
    guard let session else { return try await call() }
    guard await current(session) != nil else { throw OryLoginError(.otherSession) }
    do throws(OryLoginError) {
      return try await call()
    } catch {
      if case .notSignedIn = error.reason { await sessions.sessionHasEnded(session.credential) }
      throw error
    }
  }

  /// The session as the manager has it now; nil if it is not the current one.
  private func current(_ session: OrySession) async -> OrySession? {
    let current = await sessions.state.session
    return current?.token == session.token ? current : nil
  }

  /// Keeps what the server says of a session that its user has confirmed.
  func confirm(
    _ grant: OryGrant, _ session: OrySession, since start: LoginStart
  ) async throws(OryLoginError) -> OrySession {
    let granted = try grant.storedSession
    guard granted.isOfUser(of: session) else {
      // Best effort: the error is more important.
      if granted.token != session.token { endOnServer(granted.token) }
      throw OryLoginError(.otherSession)
    }
    // The user may have confirmed a session that had ended, and then has a new one.
    guard granted.token == session.token else { return try await signIn(grant, since: start) }
    guard let current = await current(session) else { throw OryLoginError(.otherSession) }
    let newer = current.updated(
      identityID: granted.identityID, expiresAt: granted.expiresAt,
      assuranceLevel: granted.assuranceLevel)
    // Best effort, as after `whoAmI`: the server has raised the level, also if storing fails.
    await sessions.update(current, to: newer)
    return newer
  }
}

extension OrySession {
  /// Whether a granted session is of the same user. Without an identity, it must be the same session.
  fileprivate func isOfUser(of other: OrySession) -> Bool {
    if let identityID, let otherID = other.identityID {
      return identityID.hasSameBytes(as: otherID)
    }
    return id.hasSameBytes(as: other.id)
  }
}
