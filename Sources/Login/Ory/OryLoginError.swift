// Why a login at Ory, or a use of its session, did not go on.

import AuthGenRuntime
import AuthGenSessions
import AuthGenWebLogin
import OryAPI

/// Why there is no session, or none to use. However it is printed, it has no code, no token and no
/// words of the server's in it.
public struct OryLoginError: Error, Sendable {
  public enum Reason: Sendable {
    /// Another login is being presented.
    case conflict
    /// The user has closed the page, or the task was cancelled.
    case cancelled
    /// The browser brought nothing back for another reason.
    case browser(WebAuthenticationError)
    /// The page to open is neither https nor on this machine. It was not opened.
    case insecurePage
    /// The redirect is not one that ends this login. Nothing was sent.
    case callback(CallbackError)
    /// The redirect says that the login failed. Nothing was sent.
    case errorInCallback
    /// The attempt's code has been exchanged before.
    case alreadyFinished
    /// The server refuses the login, and says why to the user; there may be no message at all.
    case refused([OryMessage])
    /// The login took too long: begin again.
    case expired
    /// The server knows no session for the code: the login was not completed, or the halves of the
    /// code belong to different logins.
    case unknownCode
    /// The user has an account now, and no session: the project has new users log in. The identifier
    /// is nil where the user was in the browser.
    case registeredWithoutSession(identityID: String?)
    /// This provider is for the browser: its ID tokens are not taken.
    case browserRequired
    /// The form has no redirect URI: it takes ID tokens alone. Nothing was sent.
    case noRedirectURI
    /// The redirect URI is none of the project's allowed URLs.
    case returnToForbidden
    /// The server takes the request for one of somebody who is logged in.
    case sessionAlreadyAvailable
    /// The session is good, and the server wants a second factor.
    case secondFactorRequired
    /// Nobody is signed in, or the session is over: the user has to log in.
    case notSignedIn
    /// Whether somebody is signed in cannot be told now.
    case unavailable(CredentialUnavailable)
    /// The flow has no session token exchange code, without which no session can come of it.
    case noExchangeCode
    /// The server's answer fits no step of the login.
    case unexpectedAnswer
    /// The session could not be stored. It is in use all the same, until the app ends.
    case notStored(StoreError)
    /// A call gave no answer that is named here.
    case request(RequestError)
  }

  public let reason: Reason

  public init(_ reason: Reason) {
    self.reason = reason
  }

  init(presenting failure: LoginPresenter.Failure) {
    reason =
      switch failure {
      case .conflict: .conflict
      case .session(.cancelled): .cancelled
      case .session(let error): .browser(error)
      case .insecurePage: .insecurePage
      case .callback(let error): .callback(error)
      }
  }

  init(request error: RequestError) {
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

extension RequestError {
  /// The status of an answer in the service's own words: proxies on the way have others.
  var serviceStatus: Int? {
    if case .service(let failure) = reason { failure.http.status } else { nil }
  }

  var saysFlowExpired: Bool {
    serviceStatus == 410 || oryError?.code == .selfServiceFlowExpired
  }
}

extension OryLoginError: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String {
    switch reason {
    case .conflict: "another login is being presented: let it end first"
    case .cancelled: "the login was cancelled"
    case .browser(let error): "\(error)"
    case .insecurePage: "the page to open is neither https nor on this machine"
    case .callback(let error): "\(error)"
    case .errorInCallback: "the redirect says that the login failed"
    case .alreadyFinished: "the login has been finished before: begin again"
    case .refused(let messages): "Ory refuses the login" + messages.numbers
    case .expired: "the login took too long: begin again"
    case .unknownCode: "Ory has no session for the code: begin again"
    case .registeredWithoutSession: "the user is registered, and has to log in now"
    case .browserRequired: "Ory takes no ID token of this provider: log in in the browser"
    case .noRedirectURI: "the form has no redirect URI: begin one that has"
    case .returnToForbidden:
      "the redirect URI is not allowed: add it to the project's browser redirects"
    case .sessionAlreadyAvailable: "Ory takes the user for one who is logged in"
    case .secondFactorRequired: "Ory wants a second factor"
    case .notSignedIn: "nobody is signed in: log in"
    case .unavailable(let why): "\(why)"
    case .noExchangeCode: "Ory gave no session token exchange code"
    case .unexpectedAnswer: "Ory's answer is none to this login"
    case .notStored(let error): "\(error)"
    case .request(let error): "\(error)"
    }
  }

  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
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
