// Declares the parts of Sign in with Apple that this project uses, as documented. A program decides what the
// system's sheet does, and which state an account has.

import Foundation

#if canImport(UIKit)
  import UIKit
#elseif canImport(AppKit)
  import AppKit
#endif

open class ASAuthorizationRequest: NSObject {}

open class ASAuthorizationOpenIDRequest: ASAuthorizationRequest {
  open var requestedScopes: [ASAuthorization.Scope]?
  open var state: String?
  open var nonce: String?
}

open class ASAuthorizationAppleIDRequest: ASAuthorizationOpenIDRequest {
  open var user: String?
}

public protocol ASAuthorizationCredential: NSObjectProtocol {}

open class ASAuthorization: NSObject {
  public struct Scope: Hashable, RawRepresentable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    public static let fullName = Scope(rawValue: "full_name")
    public static let email = Scope(rawValue: "email")
  }

  open var credential: any ASAuthorizationCredential { ASAuthorizationAppleIDCredential() }
}

public enum ASUserDetectionStatus: Int, Sendable {
  case unsupported = 0
  case unknown = 1
  case likelyReal = 2
}

open class ASAuthorizationAppleIDCredential: NSObject, ASAuthorizationCredential {
  open var user: String { "" }
  open var state: String? { nil }
  open var identityToken: Data? { nil }
  open var authorizationCode: Data? { nil }
  open var fullName: PersonNameComponents? { nil }
  open var email: String? { nil }
  open var realUserStatus: ASUserDetectionStatus { .unsupported }
}

public struct ASAuthorizationError: Error {
  public enum Code: Int, Sendable {
    case unknown = 1000
    case canceled = 1001
    case invalidResponse = 1002
    case notHandled = 1003
    case failed = 1004
    case notInteractive = 1005
  }

  public let code: Code

  public init(_ code: Code) {
    self.code = code
  }
}

// MARK: The sheet

// The isolation of the protocols to the main actor depends on the system and its SDK's version.
#if !os(macOS)
  @MainActor
#endif
public protocol ASAuthorizationControllerDelegate: NSObjectProtocol {
  func authorizationController(
    controller: ASAuthorizationController,
    didCompleteWithAuthorization authorization: ASAuthorization)
  func authorizationController(
    controller: ASAuthorizationController, didCompleteWithError error: any Error)
}

#if !os(watchOS)
  #if !os(macOS)
    @MainActor
  #endif
  public protocol ASAuthorizationControllerPresentationContextProviding: NSObjectProtocol {
    func presentationAnchor(for controller: ASAuthorizationController) -> ASPresentationAnchor
  }
#endif

@MainActor
open class ASAuthorizationController: NSObject {
  public let authorizationRequests: [ASAuthorizationRequest]
  open weak var delegate: (any ASAuthorizationControllerDelegate)?
  #if !os(watchOS)
    open weak var presentationContextProvider:
      (any ASAuthorizationControllerPresentationContextProviding)?
  #endif

  public init(authorizationRequests: [ASAuthorizationRequest]) {
    self.authorizationRequests = authorizationRequests
  }

  open func performRequests() { AppleIDInMemory.performRequests(self) }
  @available(macOS 13, iOS 16, tvOS 18, visionOS 1, *)
  @available(watchOS, unavailable)
  open func cancel() { AppleIDInMemory.cancel(self) }
}

// MARK: The account

open class ASAuthorizationAppleIDProvider: NSObject {
  public enum CredentialState: Int, Sendable {
    case revoked = 0
    case authorized = 1
    case notFound = 2
    case transferred = 3
  }

  public class var credentialRevokedNotification: Notification.Name {
    Notification.Name("ASAuthorizationAppleIDCredentialRevokedNotification")
  }

  open func createRequest() -> ASAuthorizationAppleIDRequest { ASAuthorizationAppleIDRequest() }

  open func getCredentialState(
    forUserID userID: String,
    completion: @escaping @Sendable (CredentialState, (any Error)?) -> Void
  ) {
    let (state, error) = AppleIDInMemory.state(userID)
    completion(state, error)
  }
}

/// What the system does. Apple's framework has no such type; only a program uses it.
public enum AppleIDInMemory {
  @MainActor public static var performRequests: (ASAuthorizationController) -> Void = { _ in }
  @MainActor public static var cancel: (ASAuthorizationController) -> Void = { _ in }
  nonisolated(unsafe) public static var state:
    @Sendable (String) -> (ASAuthorizationAppleIDProvider.CredentialState, (any Error)?) = { _ in
      (.authorized, nil)
    }
}
