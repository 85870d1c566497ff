// The browser, as far as a login needs it.

import AuthGenRuntime
import Foundation

/// Shows a login page in the system's browser, and gets the redirect that ends it. The app never sees
/// what the user types there (RFC 8252, section 8.12).
///
/// On Apple platforms, `SystemWebAuthenticationSession` is the one for apps; at a desk,
/// ``LoopbackWebAuthenticationSession``; for tests, ``HeadlessWebAuthenticationSession``.
public protocol WebAuthenticationSession: Sendable {
  /// Makes ready for one login.
  ///
  /// - Throws: ``WebAuthenticationError``, where such a redirect URI cannot be waited for.
  func prepare(
    _ redirectURI: RedirectURI
  ) async throws(WebAuthenticationError) -> any PreparedWebAuthentication
}

/// One login's browser. Letting it go ends what was prepared.
public protocol PreparedWebAuthentication: AnyObject, Sendable {
  /// What to tell the server: the redirect URI asked for, with the port that it has got.
  var redirectURI: RedirectURI { get }

  /// Opens a page, and waits until the browser is redirected to ``redirectURI``. It is called once.
  ///
  /// - Parameters:
  ///   - page: https, or http on this machine.
  ///   - prefersEphemeralSession: whether the browser is to know nothing of earlier logins, where the
  ///     system can do that.
  /// - Returns: the URL of the redirect. Nothing of it has been checked but where it leads.
  /// - Throws: ``WebAuthenticationError``; ``WebAuthenticationError/cancelled`` also where the task is
  ///   cancelled.
  func callback(
    from page: URL, prefersEphemeralSession: Bool
  ) async throws(WebAuthenticationError) -> URL
}

/// Why the browser brought nothing back.
public enum WebAuthenticationError: Error, Hashable, Sendable {
  /// The user has closed the page, or the task was cancelled.
  case cancelled
  /// The login took longer than the session waits.
  case timedOut
  /// This kind of session cannot wait for such a redirect URI.
  case unsupportedRedirectURI
  /// Another program listens on the redirect URI's port.
  case portInUse(Int)
  /// No browser could be opened, or there is no window to show one in.
  case noBrowser
  /// Anything else, by the number that the system gives it.
  case other(code: Int)
}

extension WebAuthenticationError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .cancelled: "the login was cancelled"
    case .timedOut: "the login took too long: begin again"
    case .unsupportedRedirectURI:
      "this session cannot wait for such a redirect URI: use another one, or another session"
    case .portInUse(let port):
      "another program listens on port \(port): end it, or register another redirect URI"
    case .noBrowser: "no browser could be opened"
    case .other(let code): "the browser could not be used: the system reports error \(code)"
    }
  }
}

/// A session without a browser, for tests: a function plays the user's part.
///
/// ```swift
/// let session = HeadlessWebAuthenticationSession { page, redirectURI in
///   URL(string: "\(redirectURI)?code=abc&state=\(state(of: page))")
/// }
/// ```
public struct HeadlessWebAuthenticationSession: WebAuthenticationSession {
  private let visit: @Sendable (URL, RedirectURI) async throws(WebAuthenticationError) -> URL?

  /// - Parameter visit: opens a page, and gives the URL of the redirect; nil where the user gives up.
  public init(
    visit: @escaping @Sendable (URL, RedirectURI) async throws(WebAuthenticationError) -> URL?
  ) {
    self.visit = visit
  }

  public func prepare(_ redirectURI: RedirectURI) -> any PreparedWebAuthentication {
    Prepared(redirectURI: redirectURI, visit: visit)
  }

  private final class Prepared: PreparedWebAuthentication {
    let redirectURI: RedirectURI
    private let visit: @Sendable (URL, RedirectURI) async throws(WebAuthenticationError) -> URL?

    init(
      redirectURI: RedirectURI,
      visit: @escaping @Sendable (URL, RedirectURI) async throws(WebAuthenticationError) -> URL?
    ) {
      self.redirectURI = redirectURI
      self.visit = visit
    }

    func callback(
      from page: URL, prefersEphemeralSession: Bool
    ) async throws(WebAuthenticationError) -> URL {
      guard !Task.isCancelled, let url = try await visit(page, redirectURI) else {
        throw .cancelled
      }
      return url
    }
  }
}
