// Why nobody was logged in, in the words of Prelude's documentation.

import AuthGenRuntime
import AuthGenSessions
import AuthGenWebLogin
import PreludeAPI

/// What Prelude calls its errors.
public typealias PreludeErrorCode = PreludeAPI.PreludeErrorCode

/// A login, or something else about a session, that failed. It has no token, code or verifier in it,
/// nor a server's words, however it is printed.
public enum PreludeAuthError: Error, Sendable {
  /// The user has dismissed the page, or the task was cancelled: mostly nothing to be shown.
  case cancelled
  /// Another login is being presented, or, once the user has come back from the provider, the address
  /// belongs to another user: that is to be shown.
  case conflict
  /// The endpoint is no https URL, the redirect URI is none of a scheme of the app's own, or there is no
  /// key for sessions to be bound to. Nothing was sent.
  case invalidConfiguration
  /// The login took too long: begin again.
  case expiredChallengeToken
  /// Too many attempts.
  case rateLimited
  /// The code is wrong; the challenge is still valid.
  case invalidOTPCode
  /// The provider, or Prelude, declined the login.
  case accessDenied
  /// Prelude refused a request.
  case refused(PreludeErrorCode)
  case request(RequestError)
  /// The browser brought nothing back.
  case browser(WebAuthenticationError)
  /// What the browser brought back is not of this login, and was not used.
  case callback(CallbackError)
  /// Prelude answered something that this version does not know.
  case unexpectedResponse
  /// The system has no random bytes. Nothing was sent.
  case noRandomBytes
  /// The key that sessions are bound to cannot be used.
  case key(DPoPKeyError)
  /// Nobody is logged in (any more).
  case notLoggedIn
  /// Whether somebody is logged in cannot be told now.
  case unavailable(CredentialUnavailable)
  /// The login has succeeded, and the session is in use: go on with ``PreludeAuthClient/user()``. It could
  /// not be stored, and is gone when the app ends.
  case notStored(StoreError)

  init(_ error: RequestError) {
    switch error.reason {
    case .service(let failure):
      let code = (failure.error as? PreludeError)?.code
      self = code.map { Self(code: $0) } ?? Self(status: failure.http.status) ?? .request(error)
    case .httpStatus(let failure): self = Self(status: failure.status) ?? .request(error)
    case .cancelled: self = .cancelled
    case .notSent(.noSession): self = .notLoggedIn
    case .notSent(.credentialUnavailable(let why)): self = .unavailable(why)
    case .notSent(.insecureEndpoint): self = .invalidConfiguration
    default: self = .request(error)
    }
  }

  /// For answers without Prelude's words, such as a gateway's.
  private init?(status: Int) {
    guard status == 429 else { return nil }
    self = .rateLimited
  }

  private init(code: PreludeErrorCode) {
    switch code {
    case .expiredChallengeToken: self = .expiredChallengeToken
    case .rateLimited, .tooManyRequests: self = .rateLimited
    case .badCheckCode: self = .invalidOTPCode
    case .conflict, .identifierAlreadyExists: self = .conflict
    default: self = .refused(code)
    }
  }
}

extension PreludeAuthError: CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  public var description: String {
    switch self {
    case .cancelled: "the login was cancelled"
    case .conflict: "another login is under way, or the address belongs to another user"
    case .invalidConfiguration:
      "the endpoint must be https, the redirect URI of a scheme of the app's own, and there must be "
        + "a key"
    case .expiredChallengeToken: "the login took too long: begin again"
    case .rateLimited: "too many attempts: try again later"
    case .invalidOTPCode: "the code is wrong: try again"
    case .accessDenied: "the login was declined"
    case .refused(let code): "Prelude refused the request (\(code.knownName))"
    case .request(let error): "\(error)"
    case .browser(let error): "\(error)"
    case .callback(let error): "\(error)"
    case .unexpectedResponse: "Prelude answered something that this version does not know"
    case .noRandomBytes: "\(RandomSourceError())"
    case .key(let error): "\(error)"
    case .notLoggedIn: "nobody is logged in"
    case .unavailable(let why): "\(why)"
    case .notStored(let error): "\(error)"
    }
  }

  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .enum) }
}

extension PreludeErrorCode {
  /// The name, where it is one of those that are known.
  fileprivate var knownName: String {
    if case .unknown = self { "an unknown code" } else { graphQLName }
  }
}
