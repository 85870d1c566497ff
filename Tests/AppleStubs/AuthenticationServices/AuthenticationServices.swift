// Declares the parts of Apple's framework that this project uses, as documented, for type-checking where the
// framework is missing.

import Foundation

#if canImport(UIKit)
  import UIKit

  @available(watchOS, unavailable)
  public typealias ASPresentationAnchor = UIWindow
#else
  import AppKit

  public typealias ASPresentationAnchor = NSWindow
#endif

// The protocol's isolation to the main actor depends on the system and its SDK's version.
#if !os(tvOS) && !os(watchOS)
  #if !os(macOS)
    @MainActor
  #endif
  public protocol ASWebAuthenticationPresentationContextProviding: NSObjectProtocol {
    func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor
  }
#endif

open class ASWebAuthenticationSession: NSObject {
  public typealias CompletionHandler = (URL?, (any Error)?) -> Void

  @available(macOS 14.4, iOS 17.4, tvOS 17.4, watchOS 10.4, visionOS 1.1, *)
  open class Callback: NSObject, @unchecked Sendable {
    public class func customScheme(_ customScheme: String) -> Callback { Callback() }
    public class func https(host: String, path: String) -> Callback { Callback() }
  }

  public init(
    url URL: URL, callbackURLScheme: String?, completionHandler: @escaping CompletionHandler
  ) {}

  @available(macOS 14.4, iOS 17.4, tvOS 17.4, watchOS 10.4, visionOS 1.1, *)
  public init(url URL: URL, callback: Callback, completionHandler: @escaping CompletionHandler) {}

  #if !os(tvOS) && !os(watchOS)
    open weak var presentationContextProvider:
      (any ASWebAuthenticationPresentationContextProviding)?
  #endif
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
  public var userInfo: [String: Any] { [:] }
}
