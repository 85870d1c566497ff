// Declares the parts of Apple's module that KeychainGate uses. The answers are those of the in-memory
// Keychain.

import Foundation
import Security

@available(tvOS, unavailable)
open class LAContext: NSObject {
  // Apple's module has no such member.
  public private(set) var isAuthenticated = false
  private var isInvalid = false
  private var reply: (@Sendable (Bool, (any Error)?) -> Void)?

  open var interactionNotAllowed = false
  open var touchIDAuthenticationAllowableReuseDuration: TimeInterval = 0

  public override init() {}

  open func invalidate() {
    isInvalid = true
    isAuthenticated = false
    let reply = KeychainInMemory.change { keychain in
      defer { self.reply = nil }
      if self.reply != nil { keychain.dismissals += 1 }
      return self.reply
    }
    reply?(false, LAError(.appCancel))
  }

  @available(watchOS, unavailable)
  open func evaluateAccessControl(
    _ accessControl: SecAccessControl, operation: LAAccessControlOperation,
    localizedReason: String, reply: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    let (answer, hasPasscode, isOpen) = KeychainInMemory.change { keychain in
      keychain.questions.append(localizedReason)
      if case .none = keychain.answer, !isInvalid { self.reply = reply }
      return (keychain.answer, keychain.hasPasscode, self.reply != nil)
    }
    if isOpen { return }
    let error: LAError? =
      switch answer {
      case _ where isInvalid: LAError(.invalidContext)
      case _ where interactionNotAllowed: LAError(.notInteractive)
      case _ where !hasPasscode: LAError(.passcodeNotSet)
      case .yes, .none: nil
      case .error(let code): LAError(LAError.Code(rawValue: code) ?? .authenticationFailed)
      }
    isAuthenticated = error == nil
    reply(error == nil, error)
  }
}

@available(tvOS, unavailable)
extension LAContext: KeychainAuthentication {}

@available(tvOS, unavailable)
public enum LAAccessControlOperation: Int, Sendable {
  case createItem, useItem, createKey, useKeySign, useKeyDecrypt, useKeyKeyExchange
}

@available(tvOS, unavailable)
public struct LAError: Error {
  public enum Code: Int, Sendable {
    case authenticationFailed = -1
    case userCancel = -2
    case userFallback = -3
    case systemCancel = -4
    case passcodeNotSet = -5
    case biometryNotAvailable = -6
    case biometryNotEnrolled = -7
    case biometryLockout = -8
    case appCancel = -9
    case invalidContext = -10
    case notInteractive = -1004
  }

  public let code: Code

  public init(_ code: Code) {
    self.code = code
  }
}
