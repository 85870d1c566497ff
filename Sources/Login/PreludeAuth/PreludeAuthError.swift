// Why a login failed, with the names in Prelude's documentation.

public import AuthGenRuntime
public import AuthGenSessions
public import AuthGenWebLogin
public import PreludeAPI

/// Prelude's error codes.
public typealias PreludeErrorCode = PreludeAPI.PreludeErrorCode

/// A failed login or session request. Its descriptions contain no token, code or verifier, and no
/// text from the server.
public enum PreludeAuthError: Error, Sendable {
  /// The user dismissed the page, or the task was cancelled. Usually the app shows nothing.
  case cancelled
  /// Another login is being presented.
  case conflict
  /// The redirect URI does not use the app's own scheme. Nothing was sent.
  case invalidConfiguration
  /// The endpoint is not an https URL. Nothing was sent.
  case insecureEndpoint
  /// There is no key to bind sessions to: this platform has no default key. Nothing was sent.
  case missingKey
  /// The address belongs to another user of the app. Show that to the user.
  case addressInUse
  /// The login has expired, was cancelled, or was already completed. Begin again.
  case expiredChallengeToken
  /// Another login or a logout has come since the login began. Its session is not used, and is revoked. Begin
  /// again.
  case superseded
  /// Too many attempts.
  case rateLimited
  /// The code is wrong; the challenge is still valid.
  case invalidOTPCode
  /// The provider or Prelude refused the login.
  case accessDenied
  /// Prelude refused a request.
  case refused(PreludeErrorCode)
  case request(RequestError)
  /// The browser returned no redirect.
  case browser(WebAuthenticationError)
  /// The browser's redirect does not belong to this login, and was not used.
  case callback(CallbackError)
  /// A response from Prelude that this version does not support.
  case unexpectedResponse
  /// The system's random source failed. Nothing was sent.
  case noRandomBytes
  /// The key to which sessions are bound cannot be used.
  case key(DPoPKeyError)
  /// The user is logged out.
  case notLoggedIn
  /// The state of the session is unknown now.
  case unavailable(CredentialUnavailable)
  /// The login has succeeded, but the session could not be stored, so it ends with the app.
  /// Continue with ``PreludeAuthClient/user()``.
  case notStored(StoreError)

  package init(request error: RequestError) {
    switch error.reason {
    case .service(let failure):
      let code = (failure.error as? PreludeError)?.code
      self =
        code.map { Self(code: $0) } ?? (failure.http.status == 429 ? .rateLimited : .request(error))
    // A response without Prelude's error code, such as a gateway's.
    case .httpStatus(let failure) where failure.status == 429: self = .rateLimited
    case .cancelled: self = .cancelled
    case .notSent(.noSession): self = .notLoggedIn
    case .notSent(.credentialUnavailable(let why)): self = .unavailable(why)
    case .notSent(.insecureEndpoint): self = .insecureEndpoint
    default: self = .request(error)
    }
  }

  private init(code: PreludeErrorCode) {
    switch code {
    case .expiredChallengeToken: self = .expiredChallengeToken
    case .rateLimited, .tooManyRequests: self = .rateLimited
    case .badCheckCode: self = .invalidOTPCode
    case .conflict, .identifierAlreadyExists: self = .addressInUse
    default: self = .refused(code)
    }
  }
}

extension PreludeAuthError: BrowserLoginError {
  package static var insecurePage: Self { .unexpectedResponse }
  package static var over: Self { .expiredChallengeToken }
}

extension PreludeAuthError: RedactedDescription {
  public var description: String {
    switch self {
    case .cancelled: "the login was cancelled"
    case .conflict: "another login is being presented: wait for it to end"
    case .invalidConfiguration:
      "the redirect URI must use the app's own scheme, such as myapp://oauth-callback"
    case .insecureEndpoint: "the endpoint must be an https URL"
    case .missingKey: "there is no key to bind sessions to: pass one to the client"
    case .addressInUse: "the address belongs to another user: log in as that user"
    case .expiredChallengeToken: "the login has expired or is already over: begin again"
    case .superseded: "another login or a logout came first: begin again"
    case .rateLimited: "too many attempts: try again later"
    case .invalidOTPCode: "the code is wrong: try again"
    case .accessDenied: "the login was declined"
    case .refused(let code): "Prelude refused the request (\(code.knownName))"
    case .request(let error): "\(error)"
    case .browser(let error): "\(error)"
    case .callback(let error): "\(error)"
    case .unexpectedResponse: "unexpected response from Prelude"
    case .noRandomBytes: "\(RandomSourceError())"
    case .key(let error): "\(error)"
    case .notLoggedIn: "the user is logged out"
    case .unavailable(let why): "\(why)"
    case .notStored(let error): "\(error)"
    }
  }
}
