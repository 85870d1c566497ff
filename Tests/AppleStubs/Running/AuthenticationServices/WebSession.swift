// Apple's web session, as documented. It shows nothing: a program acts as the system.
// https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsession

import Foundation
import UIKit

public typealias ASPresentationAnchor = UIWindow

@MainActor
public protocol ASWebAuthenticationPresentationContextProviding: NSObjectProtocol {
  func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor
}

open class ASWebAuthenticationSession: NSObject, @unchecked Sendable {
  public typealias CompletionHandler = (URL?, (any Error)?) -> Void

  public struct Callback: Hashable, Sendable {
    /// A scheme, or a host and a path. Apple's class does not show it.
    public let description: String

    public static func customScheme(_ customScheme: String) -> Callback {
      Callback(description: customScheme)
    }

    public static func https(host: String, path: String) -> Callback {
      Callback(description: "https://\(host)\(path)")
    }
  }

  // Apple's class does not show these.
  public let url: URL
  public let callback: Callback
  public let complete: CompletionHandler
  public private(set) var isCancelled = false
  /// The window of the provider. The system asks for it after the start.
  @MainActor public var anchor: ASPresentationAnchor? {
    presentationContextProvider?.presentationAnchor(for: self)
  }

  /// What `start` returns, and the sessions for which it was called.
  nonisolated(unsafe) public static var canStart = true
  nonisolated(unsafe) public static var started: [ASWebAuthenticationSession] = []

  public convenience init(
    url URL: URL, callbackURLScheme: String?, completionHandler: @escaping CompletionHandler
  ) {
    self.init(
      url: URL, callback: .customScheme(callbackURLScheme ?? ""),
      completionHandler: completionHandler)
  }

  public init(url URL: URL, callback: Callback, completionHandler: @escaping CompletionHandler) {
    url = URL
    self.callback = callback
    complete = completionHandler
  }

  open weak var presentationContextProvider: (any ASWebAuthenticationPresentationContextProviding)?
  open var prefersEphemeralWebBrowserSession = false

  @MainActor open func start() -> Bool {
    Self.started.append(self)
    return Self.canStart
  }

  open func cancel() { isCancelled = true }
}

public struct ASWebAuthenticationSessionError: Error, @unchecked Sendable {
  public enum Code: Int, Sendable {
    case canceledLogin = 1
    case presentationContextNotProvided = 2
    case presentationContextInvalid = 3
  }

  public let code: Code
  public let userInfo: [String: Any]

  public init(_ code: Code, userInfo: [String: Any] = [:]) {
    self.code = code
    self.userInfo = userInfo
  }
}
