// Login on a device without a browser or a keyboard: the device authorization grant (RFC 8628).

public import AuthGenRuntime
import AuthGenSessions
import AuthGenWebLogin
public import Foundation
import OpenIDAPI

extension OpenIDLogin {
  /// Requests a code with which the user logs in on another device, for TVs and command lines.
  ///
  /// ```swift
  /// let code = try await login.requestDeviceCode(scopes: ["openid", "offline_access"])
  /// print("Open \(code.page), and enter \(code.userCode).")
  /// let user = try await login.finish(code)
  /// ```
  ///
  /// If the device can open a browser itself, use ``logIn(_:)``: a user who is led to the page by another
  /// person logs in that person's device (RFC 8628, section 5.4).
  ///
  /// - Parameters:
  ///   - scopes: the requested access. Default: `openid profile email`.
  ///   - audience: the API that the access token is for. Default: nil.
  /// - Throws: ``WebLoginError``, with the reason ``WebLoginError/Reason/unsupported`` if the provider has no
  ///   ``OpenIDProvider/deviceAuthorizationEndpoint``.
  public func requestDeviceCode(
    scopes: [String] = ["openid", "profile", "email"], audience: String? = nil
  ) async throws(WebLoginError) -> DeviceCode {
    let start = await sessions.loginStart
    let scopes = scopes.separateScopes
    let response = try await endpoint.deviceCode(scopes: scopes, audience: audience)
    guard let code = DeviceCode(response, since: start, scopes: scopes, server: endpoint.server)
    else {
      throw WebLoginError(.insecureEndpoint)
    }
    return code
  }

  /// Waits until the user has logged in on another device, and keeps the session. To stop, cancel the task.
  ///
  /// If the provider sends no ID token, as django-allauth does, the login has no claims until the first
  /// refresh.
  ///
  /// Asks the provider at its interval, which the provider can lengthen. A failed request is repeated after a
  /// longer pause, until the code expires.
  ///
  /// - Parameter code: a code of this login.
  /// - Throws: ``WebLoginError``, with the reason ``WebLoginError/Reason/noSuchAttempt`` if the code has
  ///   expired, or is not this login's. If the user has declined, the reason is
  ///   ``WebLoginError/Reason/refused(_:)`` with the code `access_denied`.
  @discardableResult
  public func finish(_ code: DeviceCode) async throws(WebLoginError) -> LoggedIn {
    let terms = LoginTerms(since: code.start, scopes: code.scopes, server: code.server)
    return try await signedIn(terms) { () async throws(WebLoginError) in
      try await polled(
        every: code.interval, for: code.lifetime, since: code.requestedAt
      ) { () async throws(WebLoginError) in
        try await endpoint.tokens(forDeviceCode: code.secret)
      }
    }
  }

  /// Requests tokens until the provider sends them.
  ///
  /// - Parameters:
  ///   - interval: the minimum number of seconds between two requests.
  ///   - lifetime: the seconds after which there are no tokens.
  ///   - start: when the lifetime begins.
  func polled(
    every interval: TimeInterval, for lifetime: TimeInterval, since start: ContinuousClock.Instant,
    _ request: () async throws(WebLoginError) -> TokenEndpoint.Received
  ) async throws(WebLoginError) -> TokenEndpoint.Received {
    var pace = DevicePace(interval: interval)
    var last = WebLoginError(.noSuchAttempt)
    var waited: TimeInterval = 0
    while true {
      let rest = lifetime - max(waited, start.duration(to: .now) / .seconds(1))
      guard rest > 0 else { throw last }
      let pause = min(pace.pause, rest)
      do {
        try await environment.clock.sleep(for: .seconds(pause))
      } catch {
        throw WebLoginError(.cancelled)
      }
      waited += pause
      do throws(WebLoginError) {
        return try await request()
      } catch {
        last = try pace.next(after: error)
      }
    }
  }
}

/// The pauses between requests for tokens (RFC 8628, section 3.5).
private struct DevicePace {
  /// The provider's interval, in seconds.
  private var interval: TimeInterval
  /// The number of failed requests since the provider's last response.
  private var failures = 0

  init(interval: TimeInterval) {
    self.interval = interval
  }

  private static let longestPauseAfterFailures: TimeInterval = 60

  /// The pause before the next request, in seconds. It doubles with each failure.
  var pause: TimeInterval {
    let longer = interval * pow(2, TimeInterval(failures))
    return max(interval, min(longer, Self.longestPauseAfterFailures))
  }

  /// Adjusts the pace to a response without tokens.
  ///
  /// - Returns: the error if no tokens come before the code expires.
  /// - Throws: the error, if no further request can succeed.
  mutating func next(after error: WebLoginError) throws(WebLoginError) -> WebLoginError {
    let expired = WebLoginError(.noSuchAttempt)
    switch error.reason {
    case .refused(let request) where request.code == .authorizationPending:
      failures = 0
      return expired
    case .refused(let request) where request.code == .slowDown:
      failures = 0
      interval += 5
      return expired
    case .refused(let request) where request.code == .expiredToken: throw expired
    case .refused where error.tokenRefusal?.consequence == .temporary:
      failures += 1
      return error
    case .request(let request) where request.mayPass || request.httpStatus ?? 0 >= 500:
      failures += 1
      return error
    default: throw error
    }
  }
}

/// A code that the user enters on another device to log in on this one (RFC 8628, section 3.2).
///
/// Show ``userCode`` and ``page``, and ``completePage`` as a QR code, while
/// ``OpenIDLogin/finish(_:)-(DeviceCode)`` waits.
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
  /// The login under which this one began.
  let start: LoginStart
  let scopes: [String]
  /// The provider and the client.
  let server: String
  let requestedAt = ContinuousClock.now

  /// - Returns: nil if a page does not use https and is not on this machine.
  init?(
    _ code: RequestDeviceCodeMutation.Data.RequestDeviceCode, since start: LoginStart,
    scopes: [String], server: String
  ) {
    guard let page = URL(string: code.verificationURI), page.isTrustworthyPage else { return nil }
    self.page = page
    userCode = code.userCode
    completePage = code.verificationURIComplete.flatMap { URL(string: $0) }.flatMap {
      $0.isTrustworthyPage ? $0 : nil
    }
    lifetime = min(max(code.expiresIn ?? Self.usualLifetime, 0), Self.maximumLifetime)
    interval = max(code.interval ?? Self.usualInterval, 1)
    secret = code.deviceCode
    self.start = start
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
