// Declares the parts of Apple's framework that this project uses, as documented, for type-checking where the
// framework is missing.

import Foundation

#if canImport(UIKit)
  import UIKit

  public typealias ASPresentationAnchor = UIWindow
#else
  import AppKit

  public typealias ASPresentationAnchor = NSWindow
#endif

// The protocol's isolation to the main actor depends on the system and its SDK's version.
#if canImport(UIKit)
  @MainActor
  public protocol ASWebAuthenticationPresentationContextProviding: NSObjectProtocol {
    func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor
  }
#else
  public protocol ASWebAuthenticationPresentationContextProviding: NSObjectProtocol {
    func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor
  }
#endif

open class ASWebAuthenticationSession: NSObject {
  public typealias CompletionHandler = (URL?, (any Error)?) -> Void

  open class Callback: NSObject {
    public class func customScheme(_ customScheme: String) -> Callback { Callback() }
    public class func https(host: String, path: String) -> Callback { Callback() }
  }

  public init(
    url URL: URL, callbackURLScheme: String?, completionHandler: @escaping CompletionHandler
  ) {}

  public init(url URL: URL, callback: Callback, completionHandler: @escaping CompletionHandler) {}

  open weak var presentationContextProvider: (any ASWebAuthenticationPresentationContextProviding)?
  open var prefersEphemeralWebBrowserSession = false

  open func start() -> Bool { false }
  open func cancel() {}
}

public struct ASWebAuthenticationSessionError: Error {
  public enum Code: Int, Sendable {
    case canceledLogin = 1
    case presentationContextNotProvided = 2
    case presentationContextInvalid = 3
  }

  public let code: Code
}

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
  /// Foundation's method, which Linux lacks: the name in the medium style.
  public func formatted() -> String { "" }
}
