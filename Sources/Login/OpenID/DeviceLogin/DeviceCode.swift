// The code for a login on another device.

import AuthGenRuntime
import Foundation
import OpenIDAPI

/// A code that the user enters on another device to log in on this one (RFC 8628, section 3.2).
///
/// Show ``userCode`` and ``page``, and ``completePage`` as a QR code, while ``OpenIDLogin/finish(_:)`` waits.
public struct DeviceCode: Hashable, Sendable {
  /// The code that the user enters, such as `WDJB-MJHT`.
  public let userCode: String
  /// The page where the user enters the code. Its address is short.
  public let page: URL
  /// The page with the code already entered; nil if the provider has none.
  public let completePage: URL?
  /// The seconds until the code expires.
  public let lifetime: TimeInterval

  /// Identifies the login to the provider.
  let secret: Secret
  /// The minimum number of seconds between two requests for tokens.
  let interval: TimeInterval
  let scopes: [String]
  /// The provider and the client.
  let server: String
  let requestedAt = ContinuousClock.now

  /// - Returns: nil if a page does not use https and is not on this machine.
  init?(_ code: RequestDeviceCodeMutation.Data.RequestDeviceCode, scopes: [String], server: String)
  {
    guard let page = URL(string: code.verificationURI), page.isTrustworthyPage else { return nil }
    self.page = page
    userCode = code.userCode
    completePage = code.verificationURIComplete.flatMap { URL(string: $0) }.flatMap {
      $0.isTrustworthyPage ? $0 : nil
    }
    lifetime = min(max(code.expiresIn ?? Self.usualLifetime, 0), Self.maximumLifetime)
    interval = max(code.interval ?? Self.usualInterval, 1)
    secret = code.deviceCode
    self.scopes = scopes
    self.server = server
  }

  private static let usualLifetime: TimeInterval = 600
  private static let maximumLifetime: TimeInterval = 86_400
  /// RFC 8628, section 3.2.
  private static let usualInterval: TimeInterval = 5
}

extension DeviceCode: RedactedDescription {
  /// The page. A person with the user code could log in another user.
  public var description: String { "a code for \(page)" }
}
