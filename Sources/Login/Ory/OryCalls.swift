// The calls of the flow. Logins and registrations differ only in their operations.

import AuthGenRuntime
import AuthGenSessions
import AuthGenWebLogin
import Foundation
import OryAPI

/// The result of a submission or an exchange.
enum OryResponse: Sendable {
  /// The user has to continue in a browser, at this address.
  case page(Secret)
  case granted(OryGrant)
  /// The server refused it. The flow's messages contain the reason.
  case refused(Flow)
  /// A response that the contract does not define.
  case unknown
}

/// The session that the server granted.
struct OryGrant: Sendable {
  let token: Secret?
  let session: Session?
  /// The identity of a new user.
  let identity: Identity?
  /// Corrects the device's clock.
  let response: TokenResponse
}

/// A flow on the server.
struct BegunFlow: Sendable {
  var flow: Flow
  /// The login under which the user began: with the first submission, or with the question for a
  /// confirmation.
  var start: LoginStart
  /// The parameter `state` of its redirect; nil for a flow without a redirect.
  let state: Secret?
  let redirectURI: RedirectURI?
  /// The session that its user confirms; nil for a login or registration.
  let session: OrySession?

  /// The same flow, as the server now has it.
  func continued(as flow: Flow) -> BegunFlow {
    var next = self
    next.flow = flow
    return next
  }

  /// Why the server refuses a submission of this flow.
  ///
  /// - Parameter isContinued: whether the flow takes another submission.
  func error(of flow: Flow, isContinued: Bool = false) -> OryLoginError {
    // Ory turns the login of a user without an account into a registration.
    if session != nil, flow.isRegistration { return OryLoginError(.otherSession) }
    return OryLoginError(
      flow.refusal(of: redirectURI, isContinued ? continued(as: flow) : nil, since: start))
  }
}

/// What a flow asks of the user of a session.
struct OryConfirmation: Sendable {
  let session: OrySession
  let level: AssuranceLevel
  /// Whether to ask for a factor that the session already has.
  let refresh: Bool
}

/// The content of a form: its method, and what the method takes.
struct OrySubmission: Sendable {
  let method: FlowMethod
  var provider: String? = nil
  /// An ID token from a provider's own SDK.
  var idToken: Secret? = nil
  var idTokenNonce: Secret? = nil
  /// Data about a new user.
  var traits: JSON? = nil
  var identifier: String? = nil
  var address: String? = nil
  var code: Secret? = nil
  var resend: FlowMethod? = nil
  var totpCode: Secret? = nil
  var lookupSecret: Secret? = nil
  /// The answer of a passkey.
  var passkey: Secret? = nil
}

struct OryCalls: Sendable {
  let client: OryClient<GraphQLClient>
  let environment: LoginEnvironment

  /// Begins a flow. Its redirect has a `state`: Ory adds `code` to the parameters of the redirect URI, and
  /// keeps the others (`MaybeRedirectAPICodeFlow` in `session/manager_http.go` of Ory Kratos).
  ///
  /// - Parameter confirmation: what the user of a session confirms; nil for a login or registration.
  func flow(
    _ kind: OryFlowKind, since start: LoginStart, returnTo redirectURI: RedirectURI? = nil,
    _ confirmation: OryConfirmation? = nil
  ) async throws(OryLoginError) -> BegunFlow {
    let state = try Result(catching: { () throws(RandomSourceError) in
      redirectURI == nil ? nil : Secret(try environment.random.secret())
    }).mapError { _ in OryLoginError(.noRandomBytes) }.get()
    let returnTo = state.flatMap { redirectURI?.adding("state", $0.reveal()) }.map { Secret($0) }
    let flow = try await OryLoginError.sent { () async throws(RequestError) in
      switch kind {
      case .login:
        try await sent(
          CreateLoginFlowMutation(
            returnTo: returnTo, assuranceLevel: confirmation?.level,
            refresh: confirmation?.refresh == true ? true : nil),
          by: confirmation?.session
        ).0.createLoginFlow
      case .registration:
        try await client.createRegistrationFlow(returnTo: returnTo).createRegistrationFlow
      }
    }
    return BegunFlow(
      flow: flow, start: start, state: state, redirectURI: redirectURI,
      session: confirmation?.session)
  }

  /// Submits a form's flow, without a code. If the flow was already submitted, or has expired, submits a new
  /// flow once. This is safe because the user has not seen a page of the flow yet.
  ///
  /// - Returns: the submitted flow and its response.
  func submit(
    _ form: OryForm, _ submission: OrySubmission, since start: LoginStart
  ) async throws(OryLoginError) -> (BegunFlow, OryResponse) {
    let start = form.start ?? start
    while true {
      let known = form.takeFlow(since: start)
      let begun =
        if let known {
          known
        } else {
          try await flow(form.kind, since: start, returnTo: form.redirectURI, form.confirmation)
        }
      do throws(RequestError) {
        return (begun, try await submit(form.kind, begun, submission))
      } catch {
        guard known != nil, error.saysFlowExpired else { throw OryLoginError(request: error) }
      }
    }
  }

  /// Submits a flow once.
  func submit(
    _ kind: OryFlowKind, _ begun: BegunFlow, _ submission: OrySubmission
  ) async throws(RequestError) -> OryResponse {
    switch kind {
    case .login:
      let (data, response) = try await sent(
        SubmitLoginFlowMutation(
          action: begun.flow.action, method: submission.method, provider: submission.provider,
          idToken: submission.idToken, idTokenNonce: submission.idTokenNonce,
          traits: submission.traits, identifier: submission.identifier,
          address: submission.address, code: submission.code, resend: submission.resend,
          totpCode: submission.totpCode, lookupSecret: submission.lookupSecret,
          passkeyLogin: submission.passkey),
        by: begun.session)
      return switch data.submitLoginFlow.concrete {
      case .grantedSession(let granted): .granted(OryGrant(granted, response))
      case .browserRedirect(let redirect): .page(redirect.url)
      case .flow(let flow): .refused(flow)
      case .other: .unknown
      }
    case .registration:
      let (data, response) = try await sent(
        SubmitRegistrationFlowMutation(
          action: begun.flow.action, method: submission.method, provider: submission.provider,
          idToken: submission.idToken, idTokenNonce: submission.idTokenNonce,
          traits: submission.traits, code: submission.code, resend: submission.resend,
          passkeyRegister: submission.passkey))
      return switch data.submitRegistrationFlow.concrete {
      case .registration(let done):
        .granted(
          OryGrant(
            token: done.sessionToken, session: done.session, identity: done.identity,
            response: response))
      case .browserRedirect(let redirect): .page(redirect.url)
      case .flow(let flow): .refused(flow)
      case .other: .unknown
      }
    }
  }

  /// Exchanges the two halves of a code.
  ///
  /// - Parameter expiresAt: when the flow expires. The server decides whether it has expired; the
  ///   date only explains why the server does not know a code.
  func exchange(
    _ initCode: Secret, _ returnToCode: Secret, _ expiresAt: Date
  ) async throws(OryLoginError) -> OryResponse {
    do throws(RequestError) {
      let (data, response) = try await sent(
        ExchangeSessionTokenMutation(initCode: initCode, returnToCode: returnToCode))
      return switch data.exchangeSessionToken.concrete {
      case .grantedSession(let granted): .granted(OryGrant(granted, response))
      case .flow(let flow): .refused(flow)
      case .other: .unknown
      }
    } catch {
      guard error.serviceStatus == 404 else { throw OryLoginError(request: error) }
      throw OryLoginError(environment.now() < expiresAt ? .unknownCode : .expired)
    }
  }
}

extension OryCalls {
  /// - Parameter session: the session whose token the request carries; nil for none.
  private func sent<Operation: AnonymousOperation>(
    _ operation: Operation, by session: OrySession? = nil
  ) async throws(RequestError) -> (Operation.Data, TokenResponse) {
    let response =
      if let session {
        try await OryClient(client.executor.authenticated(by: session.credential))
          .response(to: operation)
      } else {
        try await client.response(to: operation)
      }
    return (
      try response.completeData(of: Operation.operationName),
      response.tokenResponse(at: environment.now())
    )
  }
}

extension OryGrant {
  init(_ granted: GrantedSession, _ response: TokenResponse) {
    self.init(
      token: granted.sessionToken, session: granted.session, identity: granted.identity,
      response: response)
  }
}
