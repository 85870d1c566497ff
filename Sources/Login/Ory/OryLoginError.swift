// Why an Ory login, or a use of its session, failed.

public import AuthGenRuntime
public import AuthGenSessions
public import AuthGenWebLogin
import OryAPI

/// A failed login or session request. Its descriptions contain no code, no token and no text from the server.
public struct OryLoginError: Error, Sendable {
  public enum Reason: Sendable {
    /// The user closed the page, the app cancelled the login, or another one is presented in its place.
    case cancelled
    /// The browser returned no redirect, for another reason.
    case browser(WebAuthenticationError)
    /// The page does not use https and is not on this machine. It was not opened.
    case insecurePage
    /// The redirect does not belong to this login. Nothing was sent.
    case callback(CallbackError)
    /// The redirect reports that the login failed. Nothing was sent.
    case errorInCallback
    /// The attempt's code has already been exchanged, or the attempt has expired.
    case alreadyFinished
    /// The server refuses the login. The messages for the user explain why; the list may be empty.
    case refused([OryMessage])
    /// The registration lacks data, or has wrong data. The form has the fields with the server's messages.
    /// Submit it as the form before, with ``OryForm/traits(_:)``.
    case incomplete(OryForm)
    /// The login expired. Begin again.
    case expired
    /// The server has no session for the code: the login was not completed, or the halves of the
    /// code belong to different logins.
    case unknownCode
    /// The user now has an account, but no session, because the project requires new users to log
    /// in. The identifier is nil if the user registered in the browser.
    case registeredWithoutSession(identityID: String?)
    /// The server accepts no ID tokens from this provider. Use the browser.
    case browserRequired
    /// The form confirms a session, which takes a code or a passkey, and no provider. Nothing was sent.
    case codeRequired
    /// The form has no redirect URI, so it takes only ID tokens and codes. Nothing was sent.
    case noRedirectURI
    /// A login of another provider has the same redirect URI, so that one provider could get the code of the
    /// other (RFC 9700, section 4.4). Nothing was sent. Register another URI at each provider.
    case sharedRedirectURI(RedirectURI)
    /// The redirect URI is not one of the project's allowed URLs.
    case returnToForbidden
    /// The server considers the user to be logged in already, or the session already has a second factor.
    case sessionAlreadyAvailable
    /// The session is valid, but the server requires a second factor:
    /// ``OryLogin/secondFactorForm(refreshing:)``.
    case secondFactorRequired
    /// The form confirms another session than the current one, or another user has confirmed it, or another
    /// login or a logout has come during the login. The current session is unchanged.
    case otherSession
    /// The user is signed out, or the session has ended. The user has to log in.
    case notSignedIn
    /// The state of the session is unknown now.
    case unavailable(CredentialUnavailable)
    /// The flow has no session token exchange code, so it cannot lead to a session.
    case noExchangeCode
    /// The system's random source failed. Nothing was sent.
    case noRandomBytes
    /// An unexpected response from the server.
    case unexpectedResponse
    /// The session could not be stored. It stays in use until the app ends.
    case notStored(StoreError)
    /// A call failed for another reason.
    case request(RequestError)
  }

  public let reason: Reason

  public init(_ reason: Reason) {
    self.reason = reason
  }

  package init(request error: RequestError) {
    switch (error.reason, error.oryError?.code) {
    case (.cancelled, _): reason = .cancelled
    case (.notSent(.credentialUnavailable(let why)), _): reason = .unavailable(why)
    case (.notSent(.noSession), _), (_, .sessionInactive): reason = .notSignedIn
    case (.service(let failure), _) where failure.http.status == 401: reason = .notSignedIn
    case (.httpStatus(let failure), _) where failure.status == 401: reason = .notSignedIn
    case (_, .selfServiceFlowReturnToForbidden): reason = .returnToForbidden
    case (_, .sessionAlreadyAvailable): reason = .sessionAlreadyAvailable
    case (_, .sessionAal2Required): reason = .secondFactorRequired
    default: reason = error.saysFlowExpired ? .expired : .request(error)
    }
  }
}

extension OryLoginError: BrowserLoginError {
  package static var cancelled: Self { Self(.cancelled) }
  package static var insecurePage: Self { Self(.insecurePage) }
  package static var over: Self { Self(.alreadyFinished) }
  package static func browser(_ error: WebAuthenticationError) -> Self { Self(.browser(error)) }
  package static func callback(_ error: CallbackError) -> Self { Self(.callback(error)) }
}

extension RequestError {
  /// The status of the service's own response; nil for other responses, such as a proxy's.
  var serviceStatus: Int? {
    if case .service(let failure) = reason { failure.http.status } else { nil }
  }

  var saysFlowExpired: Bool {
    serviceStatus == 410 || oryError?.code == .selfServiceFlowExpired
  }
}

extension OryLoginError: RedactedDescription {
  public var description: String {
    switch reason {
    case .cancelled: "the login was cancelled"
    case .browser(let error): "\(error)"
    case .insecurePage: "the page must use https, or be on this machine"
    case .callback(let error): "\(error)"
    case .errorInCallback: "the redirect reports that the login failed"
    case .alreadyFinished: "the login is already finished: begin again"
    case .refused(let messages): "Ory refuses the login" + messages.numbers
    case .incomplete: "Ory requires more data for the registration: show the form"
    case .expired: "the login took too long: begin again"
    case .unknownCode: "Ory has no session for the code: begin again"
    case .registeredWithoutSession: "the user is registered, and has to log in now"
    case .browserRequired: "Ory accepts no ID tokens from this provider: use the browser"
    case .codeRequired:
      "a session is confirmed by a code or a passkey, and not by a provider: send a code"
    case .noRedirectURI: "the form has no redirect URI: create a form with one"
    case .sharedRedirectURI(let uri):
      "two providers have the redirect URI \(uri), and one could get the codes of the other: register another one at each provider"
    case .returnToForbidden:
      "the redirect URI is not allowed: add it to the project's browser redirects"
    case .sessionAlreadyAvailable: "Ory considers the user to be logged in already"
    case .secondFactorRequired: "Ory requires a second factor"
    case .otherSession: "the session is another one, or of another user, than before: begin again"
    case .notSignedIn: "the user is signed out: log in"
    case .unavailable(let why): "\(why)"
    case .noExchangeCode: "Ory sent no session token exchange code"
    case .noRandomBytes: "\(RandomSourceError())"
    case .unexpectedResponse: "unexpected response from Ory"
    case .notStored(let error): "\(error)"
    case .request(let error): "\(error)"
    }
  }
}

extension [OryMessage] {
  fileprivate var numbers: String {
    switch count {
    case 0: ""
    case 1: " (message \(self[0].id))"
    default: " (messages " + map { "\($0.id)" }.joined(separator: ", ") + ")"
    }
  }
}
