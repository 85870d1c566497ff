// Login on a device without a browser or a keyboard: the device authorization grant (RFC 8628).

import AuthGenRuntime
import AuthGenSessions
import AuthGenWebLogin
import Foundation

extension OpenIDLogin {
  /// Requests a code with which the user logs in on another device, for TVs and command lines.
  ///
  /// ```swift
  /// let code = try await login.requestDeviceCode(scopes: ["openid", "offline_access"])
  /// print("Open \(code.page), and enter \(code.userCode).")
  /// let user = try await login.finish(code)
  /// ```
  ///
  /// If the device can open a browser itself, use ``logIn(_:)``: a user who is led to the page by another person logs in that
  /// person's device (RFC 8628, section 5.4).
  ///
  /// - Parameters:
  ///   - scopes: the requested access. Default: `openid profile email`.
  ///   - audience: the API that the access token is for. Default: nil.
  /// - Throws: ``WebLoginError``, with the reason ``WebLoginError/Reason/unsupported`` if the provider has no
  ///   ``OpenIDProvider/deviceAuthorizationEndpoint``.
  public func requestDeviceCode(
    scopes: [String] = ["openid", "profile", "email"], audience: String? = nil
  ) async throws(WebLoginError) -> DeviceCode {
    let scopes = scopes.flatMap { $0.split(separator: " ").map(String.init) }
    let answer = try await endpoint.deviceCode(scopes: scopes, audience: audience)
    guard let code = DeviceCode(answer, scopes: scopes) else {
      throw WebLoginError(.insecureEndpoint)
    }
    return code
  }

  /// Waits until the user has logged in on another device, and keeps the session. To stop, cancel the task.
  ///
  /// If the provider sends no ID token, as django-allauth does, the login has no claims until the first refresh.
  ///
  /// Asks the provider at its interval. A provider that asks for more time gets it, and a failed request is repeated after a
  /// longer pause, until the code expires.
  ///
  /// - Parameter code: a code of this login.
  /// - Throws: ``WebLoginError``, with the reason ``WebLoginError/Reason/noSuchAttempt`` if the code has expired. If the user
  ///   has declined, the reason is ``WebLoginError/Reason/refused(_:)`` with the code `access_denied`.
  @discardableResult
  public func finish(_ code: DeviceCode) async throws(WebLoginError) -> LoggedIn {
    keyUses.begin()
    defer { keyUses.end() }
    var interval = code.interval
    var waited: TimeInterval = 0
    while waited + interval <= code.lifetime {
      do {
        try await clock.sleep(for: .seconds(interval))
      } catch {
        throw WebLoginError(.cancelled)
      }
      waited += interval
      do throws(WebLoginError) {
        let login = try await endpoint.exchange(deviceCode: code.secret, scopes: code.scopes)
        return await signedIn(login, scopes: code.scopes)
      } catch {
        interval = min(try error.interval(after: interval), DeviceCode.maximumInterval)
      }
    }
    throw WebLoginError(.noSuchAttempt)
  }
}

extension WebLoginError {
  /// The pause before the next request for tokens, in seconds (RFC 8628, section 3.5).
  ///
  /// - Throws: the error, if no further request can succeed.
  fileprivate func interval(after interval: TimeInterval) throws(WebLoginError) -> TimeInterval {
    switch reason {
    case .refused(let request) where request.code == .authorizationPending: return interval
    case .refused(let request) where request.code == .slowDown: return interval + 5
    case .refused(let request) where request.code == .expiredToken:
      throw WebLoginError(.noSuchAttempt)
    case .request(let error) where error.mayPass: return interval * 2
    default:
      guard tokenRefusal?.consequence == .temporary else { throw self }
      return interval * 2
    }
  }
}
