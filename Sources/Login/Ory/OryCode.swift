// Logins and registrations by a code that Ory sends:
//
//     GET   /self-service/login/api                              200: the flow 1
//     POST  /self-service/login?flow=1  method=code identifier   400: the flow 1, in the state `sent_email`
//     POST  /self-service/login?flow=1  method=code code         200: the session and its token

public import AuthGenRuntime
import AuthGenSessions
import AuthGenWebLogin
public import Foundation
import OryAPI

/// A code on its way to the user, from ``OryLogin/sendCode(_:to:)`` or
/// ``OryLogin/sendCode(_:traits:)``. The app shows a field for it.
///
/// After a wrong code, the user may enter another one: the server counts.
public struct OrySentCode: Identifiable, Sendable, RedactedDescription {
  /// Identifies the code in the app. The server does not know it.
  public let id = UUID()
  public let kind: OryFlowKind
  /// The server's messages, such as where to look for the code.
  public let messages: [OryMessage]
  /// When the flow expires on the server, by the server's clock. The code may expire before.
  public let expiresAt: Date
  let begun: BegunFlow
  let recipient: OryRecipient

  /// - Parameter begun: its flow is in the state `sent_email`.
  init(_ begun: BegunFlow, _ kind: OryFlowKind, _ recipient: OryRecipient) {
    self.begun = begun
    self.kind = kind
    self.recipient = recipient
    messages = begun.flow.ownMessages
    expiresAt = begun.flow.expiresAt.date
  }
}

/// To whom a code is sent. The server requires it with the code, too.
enum OryRecipient: Sendable {
  /// A user who logs in.
  case identifier(String)
  /// One of the addresses of the session's user.
  case address(String)
  /// A new user, whose traits have an address.
  case traits(JSON)

  func submission(code: Secret? = nil, resend: FlowMethod? = nil) -> OrySubmission {
    var submission = OrySubmission(method: .code, code: code, resend: resend)
    switch self {
    case .identifier(let identifier): submission.identifier = identifier
    case .address(let address): submission.address = address
    case .traits(let traits): submission.traits = traits
    }
    return submission
  }
}

extension OryLogin {
  /// Sends a code to a user who logs in, or who confirms the session.
  ///
  /// ```swift
  /// let form = try await login.form(for: .login, redirectURI: nil)
  /// let sent = try await login.sendCode(form, to: "ada@example.com")
  /// let session = try await login.submit(sent, code: code)
  /// ```
  ///
  /// - Parameters:
  ///   - form: the form that the app has shown, of a login.
  ///   - identifier: the user's email address or phone number.
  /// - Throws: ``OryLoginError``. The reason is ``OryLoginError/Reason/refused(_:)`` if the server knows no
  ///   such user, or does not log in by code.
  public func sendCode(
    _ form: OryForm, to identifier: String
  ) async throws(OryLoginError) -> OrySentCode {
    try await sendCode(form, .identifier(identifier))
  }

  /// Sends a code to a new user.
  ///
  /// - Parameters:
  ///   - form: the form that the app has shown, of a registration.
  ///   - traits: what the user has entered, from ``OryForm/traits(_:)``. One of them is the address.
  /// - Throws: ``OryLoginError``. The reason is ``OryLoginError/Reason/incomplete(_:)`` if traits are missing
  ///   or wrong.
  public func sendCode(
    _ form: OryForm, traits: JSON
  ) async throws(OryLoginError) -> OrySentCode {
    try await sendCode(form, .traits(traits))
  }

  private func sendCode(
    _ form: OryForm, _ recipient: OryRecipient
  ) async throws(OryLoginError) -> OrySentCode {
    let start = await sessions.loginStart
    let session = form.confirmation?.session
    let (begun, response) = try await confirming(session) { () async throws(OryLoginError) in
      try await calls.submit(form, recipient.submission(), since: start)
    }
    return try sentCode(response, begun, form.kind, recipient)
  }

  /// Sends another code. The one before is no longer valid.
  ///
  /// - Throws: ``OryLoginError``, with the reason ``OryLoginError/Reason/expired`` if it is too late.
  public func resend(_ sent: OrySentCode) async throws(OryLoginError) -> OrySentCode {
    let response = try await submit(
      sent.kind, sent.begun, sent.recipient.submission(resend: .code))
    return try sentCode(response, sent.begun, sent.kind, sent.recipient)
  }

  /// Completes a login, registration or second factor by the code that the user has received. It is sent
  /// once, to the flow that sent it.
  ///
  /// - Returns: the session, which ``sessions`` also keeps.
  /// - Throws: ``OryLoginError``. The reason is ``OryLoginError/Reason/refused(_:)`` for a wrong code: the
  ///   user may enter another one, or ask for a new one.
  @discardableResult
  public func submit(
    _ sent: OrySentCode, code: Secret
  ) async throws(OryLoginError) -> OrySession {
    try await completed { () async throws(OryLoginError) in
      (
        sent.begun,
        try await submit(sent.kind, sent.begun, sent.recipient.submission(code: code))
      )
    }
  }

  /// Submits a flow once.
  func submit(
    _ kind: OryFlowKind, _ begun: BegunFlow, _ submission: OrySubmission
  ) async throws(OryLoginError) -> OryResponse {
    guard await sessions.isLatest(begun.start) else { throw OryLoginError(.otherSession) }
    return try await confirming(begun.session) { () async throws(OryLoginError) in
      try await OryLoginError.sent { () async throws(RequestError) in
        try await calls.submit(kind, begun, submission)
      }
    }
  }

  /// The code that a submission has sent.
  func sentCode(
    _ response: OryResponse, _ begun: BegunFlow, _ kind: OryFlowKind, _ recipient: OryRecipient
  ) throws(OryLoginError) -> OrySentCode {
    switch response {
    case .refused(let flow) where flow.hasSentCode:
      return OrySentCode(begun.continued(as: flow), kind, recipient)
    case .refused(let flow): throw begun.error(of: flow)
    case .granted, .page, .unknown: throw OryLoginError(.unexpectedResponse)
    }
  }

  /// Keeps the session that a submission grants, unless another login or a logout has come since the user
  /// began.
  ///
  /// - Parameters:
  ///   - isContinued: whether the flow takes another submission if the server refuses this one.
  ///   - submit: submits a flow once.
  func completed(
    isContinued: Bool = false,
    _ submit: () async throws(OryLoginError) -> (BegunFlow, OryResponse)
  ) async throws(OryLoginError) -> OrySession {
    let (begun, response) = try await submit()
    switch response {
    case .granted(let grant):
      guard let session = begun.session else { return try await signIn(grant, since: begun.start) }
      return try await confirm(grant, session, since: begun.start)
    case .refused(let flow): throw begun.error(of: flow, isContinued: isContinued)
    case .page: throw OryLoginError(.browserRequired)
    case .unknown: throw OryLoginError(.unexpectedResponse)
    }
  }
}

extension Flow {
  /// Whether the flow waits for a code, without a complaint about the last one.
  var hasSentCode: Bool {
    state == .string("sent_email") && !allMessages.contains { $0.type == .error }
  }
}
