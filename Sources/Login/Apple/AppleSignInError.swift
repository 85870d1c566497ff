// Why a sign-in with Apple failed.

/// A failed sign-in with Apple. Its description contains no token and no user data.
public enum AppleSignInError: Error, Hashable, Sendable {
  /// The user closed the sheet, or the task was cancelled.
  case cancelled
  /// The system's authorization failed.
  case failed
  /// The response is not usable: a token is not text, or the identity token is not a JWT.
  case invalidResponse
  /// The system did not handle the request.
  case notHandled
  /// The system has to show a sheet, which the request does not allow.
  case notInteractive
  /// Another failure, such as no Apple Account on the device, or an app without the entitlement
  /// `com.apple.developer.applesignin`: the system's code, which is 1000 for these two.
  case other(code: Int)
  /// The response has no identity token.
  case noIdentityToken
  /// The identity token belongs to another sign-in.
  case wrongNonce
  /// There was already a response to this sign-in. Create another one.
  case alreadyUsed
  /// The system's random source failed. No sheet was shown.
  case noRandomBytes

  /// Creates the error for an error of the system.
  ///
  /// - Parameter code: a value of `ASAuthorizationError.Code`.
  package init(code: Int) {
    switch code {
    case 1001: self = .cancelled
    case 1002: self = .invalidResponse
    case 1003: self = .notHandled
    case 1004: self = .failed
    case 1005: self = .notInteractive
    default: self = .other(code: code)
    }
  }
}

extension AppleSignInError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .cancelled: "the sign-in with Apple was cancelled"
    case .failed: "the sign-in with Apple failed"
    case .invalidResponse: "expected text and a JWT from Apple, found another response"
    case .notHandled: "the system did not handle the sign-in with Apple"
    case .notInteractive: "the sign-in with Apple needs a sheet: present it"
    case .other(let code):
      """
      the sign-in with Apple failed (code \(code)): check that the app has the capability Sign in with Apple, and that \
      the device has an Apple Account
      """
    case .noIdentityToken: "expected an identity token from Apple, found none"
    case .wrongNonce: "the identity token belongs to another sign-in"
    case .alreadyUsed: "the sign-in with Apple has already had a response: create another one"
    case .noRandomBytes: "the system's random source failed"
    }
  }
}
