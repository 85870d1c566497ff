// The browser of a login.

import AuthGenRuntime
public import Foundation

/// Shows a login page in the system's browser, and returns the redirect that completes it. The app
/// cannot see what the user types there (RFC 8252, section 8.12).
///
/// `AuthGenBrowser` has `SystemWebAuthenticationSession` for apps on Apple platforms and
/// `LoopbackWebAuthenticationSession` for desktop machines. Tests use ``HeadlessWebAuthenticationSession``.
public protocol WebAuthenticationSession: Sendable {
  /// Whether only the browser gets a page's address. If other programs get it too, for example as
  /// an argument, a logout page has no `id_token_hint`. Default: true.
  var hidesAddresses: Bool { get }

  /// Prepares one login.
  ///
  /// - Throws: ``WebAuthenticationError``, for example if the redirect URI is unsupported.
  func prepare(
    _ redirectURI: RedirectURI
  ) async throws(WebAuthenticationError) -> any PreparedWebAuthentication
}

extension WebAuthenticationSession {
  public var hidesAddresses: Bool { true }
}

/// The browser of one login. Releasing it ends the preparation.
public protocol PreparedWebAuthentication: AnyObject, Sendable {
  /// The redirect URI to send to the server, with its actual port.
  var redirectURI: RedirectURI { get }

  /// Opens a page, and waits for the redirect to ``redirectURI``. Call it once.
  ///
  /// - Parameters:
  ///   - page: an https URL, or an http URL on this machine.
  ///   - prefersEphemeralSession: whether to use a browser session without earlier logins, if the
  ///     platform supports that.
  ///   - isExpected: whether a redirect belongs to this login. Any page can redirect the browser to
  ///     the app, so a session ignores other redirects if it can wait for the next one.
  /// - Returns: the URL of the redirect. The login checks it again.
  /// - Throws: ``WebAuthenticationError``. It is ``WebAuthenticationError/cancelled`` if the task
  ///   is cancelled.
  func callback(
    from page: URL, prefersEphemeralSession: Bool,
    accepting isExpected: @escaping @Sendable (URL) -> Bool
  ) async throws(WebAuthenticationError) -> URL
}

/// Why the browser returned no redirect.
public enum WebAuthenticationError: Error, Hashable, Sendable {
  /// The user closed the page, or the task was cancelled.
  case cancelled
  /// The login took longer than the session's timeout.
  case timedOut
  /// This session does not support the redirect URI.
  case unsupportedRedirectURI
  /// The app is not associated with the domain of an https redirect URI (`webcredentials`).
  case unassociatedDomain
  /// Another program listens on the redirect URI's port.
  case portInUse(Int)
  /// No browser could be opened.
  case noBrowser
  /// No window of the app is in the foreground.
  case noWindow
  /// The device is in Guided Access or runs only this app, and the system shows no login page then.
  case guidedAccess
  /// Any other error, with the system's error code.
  case other(code: Int)
}

extension WebAuthenticationError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .cancelled: "the login was cancelled"
    case .timedOut: "the login took too long: begin again"
    case .unsupportedRedirectURI:
      "this session cannot wait for such a redirect URI: use another one, or another session"
    case .unassociatedDomain:
      "the app is not associated with the redirect URI's domain: add webcredentials:DOMAIN to the app's"
        + " Associated Domains, and the app to webcredentials in the domain's apple-app-site-association"
    case .portInUse(let port):
      "another program listens on port \(port): end it, or register another redirect URI"
    case .noBrowser: "no browser could be opened"
    case .guidedAccess:
      "the system shows no login page in Guided Access: turn Guided Access off, or log in with a code"
    case .noWindow:
      "the app has no window in the foreground to show the page at: begin the login from a window"
    case .other(let code): "the browser could not be used: the system reports error \(code)"
    }
  }
}

/// A session without a browser, for tests. A function acts as the user.
///
/// ```swift
/// let session = HeadlessWebAuthenticationSession { page, redirectURI in
///   URL(string: "\(redirectURI)?code=abc&state=\(state(of: page))")
/// }
/// ```
public struct HeadlessWebAuthenticationSession: WebAuthenticationSession {
  private let visit: @Sendable (URL, RedirectURI) async throws(WebAuthenticationError) -> URL?

  /// Creates a session with a function in place of a browser.
  ///
  /// - Parameter visit: opens a page, and returns the URL of the redirect; nil if the user cancels.
  public init(
    visit: @escaping @Sendable (URL, RedirectURI) async throws(WebAuthenticationError) -> URL?
  ) {
    self.visit = visit
  }

  public func prepare(_ redirectURI: RedirectURI) -> any PreparedWebAuthentication {
    Preparation(redirectURI) { [visit] page, _, _ throws(WebAuthenticationError) in
      guard !Task.isCancelled, let url = try await visit(page, redirectURI) else {
        throw .cancelled
      }
      return url
    }
  }
}

/// A preparation whose page is opened by a function.
package final class Preparation: PreparedWebAuthentication {
  package typealias Visit =
    @Sendable (
      _ page: URL, _ isEphemeral: Bool, _ isExpected: @escaping @Sendable (URL) -> Bool
    ) async throws(WebAuthenticationError) -> URL

  package let redirectURI: RedirectURI
  private let visit: Visit

  package init(_ redirectURI: RedirectURI, visit: @escaping Visit) {
    self.redirectURI = redirectURI
    self.visit = visit
  }

  package func callback(
    from page: URL, prefersEphemeralSession: Bool,
    accepting isExpected: @escaping @Sendable (URL) -> Bool
  ) async throws(WebAuthenticationError) -> URL {
    try await visit(page, prefersEphemeralSession, isExpected)
  }
}
