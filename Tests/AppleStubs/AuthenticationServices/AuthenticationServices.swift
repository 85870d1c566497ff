// The declarations of Apple's framework that this project uses, as its documentation has them, for
// type-checking where there is no such framework.

import Foundation

open class ASAuthorizationOpenIDRequest: NSObject {
  open var requestedScopes: [ASAuthorization.Scope]?
  open var state: String?
  open var nonce: String?
}

open class ASAuthorizationAppleIDRequest: ASAuthorizationOpenIDRequest {
  open var user: String?
}

open class ASAuthorization: NSObject {
  public struct Scope: Hashable, RawRepresentable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    public static let fullName = Scope(rawValue: "full_name")
    public static let email = Scope(rawValue: "email")
  }
}

open class ASAuthorizationAppleIDCredential: NSObject {
  open var user: String { "" }
  open var state: String? { nil }
  open var identityToken: Data? { nil }
  open var authorizationCode: Data? { nil }
  open var fullName: PersonNameComponents? { nil }
  open var email: String? { nil }
}

extension PersonNameComponents {
  /// Foundation's own, which is not there on Linux: the name in the medium style.
  public func formatted() -> String { "" }
}
