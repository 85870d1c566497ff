// Why nobody was logged in.

import AuthGenRuntime
import AuthGenSessions
import AuthGenWebLogin
import OpenIDAPI

/// A login, or something else about a session, that failed. It has no code, token or verifier in it,
/// nor a server's words, however it is printed.
public struct WebLoginError: Error, Sendable {
  public enum Reason: Sendable {
    /// The user has closed the page, or the task was cancelled: mostly nothing to be shown.
    case cancelled
    /// Another login is being presented.
    case conflict
    /// An endpoint is neither https nor on this machine. Nothing was sent.
    case insecureEndpoint
    /// The provider cannot be used: the name of what is wrong in its metadata.
    case unsuitableProvider(String)
    /// One of the further parameters is the login's own affair: its name. Nothing was sent.
    case reservedParameter(String)
    /// What an ID token has to say was asked for, and no ID token: the scope `openid` is missing.
    /// Nothing was sent.
    case missingScope
    /// The system has no random bytes. Nothing was sent.
    case noRandomBytes
    /// The browser brought nothing back.
    case browser(WebAuthenticationError)
    /// What the browser brought back is not of this login, and was not used.
    case callback(CallbackError)
    /// The attempt is over, or was never begun here: begin again.
    case noSuchAttempt
    /// The server refused the login in the browser (RFC 6749, section 4.1.2.1).
    case denied(DeniedLogin)
    /// The server refused a request, and said why: `mfa_required`, say.
    case refused(RefusedRequest)
    case request(RequestError)
    /// The tokens are of a kind that was not asked for: bearer tokens in place of bound ones, say.
    case wrongTokenType
    /// The key that tokens are bound to cannot be used.
    case key(DPoPKeyError)
    /// The ID token is not believed.
    case idToken(IDTokenError)
    /// The answer is about another user than the session.
    case wrongUser
    /// Nobody is signed in (any more).
    case notSignedIn
    /// Whether somebody is signed in cannot be told now.
    case unavailable(CredentialUnavailable)
    /// The provider has no endpoint for this.
    case unsupported
  }

  public let reason: Reason

  public init(_ reason: Reason) {
    self.reason = reason
  }

  init(presenting failure: LoginPresenter.Failure) {
    switch failure {
    case .conflict: reason = .conflict
    case .session(.cancelled): reason = .cancelled
    case .session(let error): reason = .browser(error)
    case .insecurePage: reason = .insecureEndpoint
    case .callback(let error): reason = .callback(error)
    }
  }

  init(request error: RequestError) {
    switch error.reason {
    case .service(let failure):
      reason =
        (failure.error as? OpenIDError).map { .refused(RefusedRequest($0, body: failure.body)) }
        ?? .request(error)
    case .notSent(.noSession): reason = .notSignedIn
    case .notSent(.credentialUnavailable(let why)): reason = .unavailable(why)
    case .cancelled: reason = .cancelled
    default: reason = .request(error)
    }
  }

  init(validating failure: IDTokenValidator.Failure) {
    switch failure {
    case .token(let error): self.init(.idToken(error))
    case .request(let error): self.init(request: error)
    }
  }
}

/// A request that a provider refused (RFC 6749, section 5.2).
public struct RefusedRequest: Sendable {
  /// The error's code, if the provider sends one.
  public let code: OpenIDErrorCode?
  /// The provider's text for developers.
  public let message: String?
  /// The whole body, for members of a provider's own.
  public let body: RedactedJSON

  init(_ error: OpenIDError, body: RedactedJSON) {
    code = error.code
    message = error.message
    self.body = body
  }
}

/// Why a server refused a login, by the codes of RFC 6749 and OpenID Connect Core. What else it says is
/// left out: anybody can write into a redirect.
public enum DeniedLogin: String, Hashable, Sendable {
  /// The user or the server declined.
  case accessDenied = "access_denied"
  case invalidRequest = "invalid_request"
  case unauthorizedClient = "unauthorized_client"
  case unsupportedResponseType = "unsupported_response_type"
  case invalidScope = "invalid_scope"
  case serverError = "server_error"
  case temporarilyUnavailable = "temporarily_unavailable"
  case loginRequired = "login_required"
  case consentRequired = "consent_required"
  case interactionRequired = "interaction_required"
  case accountSelectionRequired = "account_selection_required"
  /// The user is blocked, or a rule of the provider refused the login.
  case unauthorized
  /// Any other code.
  case other

  init(code: String) {
    self = Self(rawValue: code) ?? .other
  }
}

extension WebLoginError: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String { reason.text }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
}

extension WebLoginError.Reason {
  fileprivate var text: String {
    switch self {
    case .cancelled: "the login was cancelled"
    case .conflict: "another login is being presented: wait for it to end"
    case .insecureEndpoint: "an endpoint is neither https nor on this machine"
    case .unsuitableProvider(let name): "the provider cannot be used, because of its \(name)"
    case .reservedParameter(let name): "the parameter \(name) is the login's own: leave it out"
    case .missingScope: "a maximum age or an organization needs the scope openid"
    case .noRandomBytes: "\(RandomSourceError())"
    case .browser(let error): "\(error)"
    case .callback(let error): "\(error)"
    case .noSuchAttempt: "the login is over: begin again"
    case .denied(let why): "the server refused the login (\(why.rawValue))"
    case .refused(let error):
      "the server refused the request" + (error.code.map { " (\($0.knownName))" } ?? "")
    case .request(let error): "\(error)"
    case .wrongTokenType: "the server gave tokens of another kind than was asked for"
    case .key(let error): "\(error)"
    case .idToken(let error): "\(error)"
    case .wrongUser: "the server answered about another user"
    case .notSignedIn: "nobody is signed in"
    case .unavailable(let why): "\(why)"
    case .unsupported: "the provider has no endpoint for this"
    }
  }
}

extension OpenIDErrorCode {
  /// The name, where it is one of those that are known.
  fileprivate var knownName: String {
    if case .unknown = self { "an unknown code" } else { graphQLName }
  }
}
