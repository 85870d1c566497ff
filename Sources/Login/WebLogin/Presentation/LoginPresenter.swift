// Presents one login at a time.

package import AuthGenRuntime
package import Foundation

/// The error of a login in the browser.
package protocol BrowserLoginError: Error {
  /// A request failed.
  init(request error: RequestError)
  /// The user closed the page, or the task was cancelled.
  static var cancelled: Self { get }
  /// Another login is being presented.
  static var conflict: Self { get }
  /// The page does not use https and is not on this machine.
  static var insecurePage: Self { get }
  /// The login is over, or has expired.
  static var over: Self { get }
  /// The browser returned no redirect.
  static func browser(_ error: WebAuthenticationError) -> Self
  /// The redirect does not belong to this login.
  static func callback(_ error: CallbackError) -> Self
}

extension BrowserLoginError {
  /// Makes a request.
  package static func sent<Value: Sendable>(
    isolation: isolated (any Actor)? = #isolation,
    _ call: () async throws(RequestError) -> Value
  ) async throws(Self) -> Value {
    do throws(RequestError) {
      return try await call()
    } catch {
      throw Self(request: error)
    }
  }

  /// Reads a redirect to an address.
  package static func read(_ url: URL, to redirectURI: RedirectURI) throws(Self) -> Callback {
    try Result { () throws(CallbackError) in try Callback(url, to: redirectURI) }
      .mapError(callback).get()
  }
}

/// Presents logins in a browser, one at a time.
package actor LoginPresenter<Failure: BrowserLoginError> {
  private let session: any WebAuthenticationSession
  private weak var current: Presentation?

  package init(_ session: any WebAuthenticationSession) {
    self.session = session
  }

  /// A login that is being presented, until this object is released.
  package final class Presentation: Sendable {
    fileprivate let prepared: any PreparedWebAuthentication
    /// Whether only the browser gets a page's address.
    package let hidesAddresses: Bool

    /// The redirect URI to send to the server.
    package var redirectURI: RedirectURI { prepared.redirectURI }

    fileprivate init(_ prepared: any PreparedWebAuthentication, hidesAddresses: Bool) {
      self.prepared = prepared
      self.hidesAddresses = hidesAddresses
    }

    /// Opens a page, waits for the redirect, and reads it if its address matches.
    ///
    /// - Parameter check: throws if a redirect does not belong to this login. Default: all to its address do.
    /// - Throws: the browser's error. If it is a timeout after a redirect that does not belong to
    ///   this login, the error of that redirect.
    package func callback(
      from page: URL, prefersEphemeralSession: Bool,
      checking check: @escaping @Sendable (Callback) throws(CallbackError) -> Void = { _ in }
    ) async throws(Failure) -> Callback {
      guard page.isTrustworthyPage else { throw .insecurePage }
      let url: URL
      let refused = Locked<CallbackError?>(nil)
      do throws(WebAuthenticationError) {
        url = try await prepared.callback(
          from: page, prefersEphemeralSession: prefersEphemeralSession
        ) { [redirectURI] url in
          do throws(CallbackError) {
            try check(try Callback(url, to: redirectURI))
            return true
          } catch {
            refused.withLock { $0 = error }
            return false
          }
        }
      } catch {
        if error == .timedOut, let refused = refused.withLock({ $0 }) { throw .callback(refused) }
        throw LoginPresenter.failure(error)
      }
      return try Failure.read(url, to: redirectURI)
    }
  }

  private var isPreparing = false

  /// Prepares the presentation of a login. Shows nothing yet.
  package func begin(_ redirectURI: RedirectURI) async throws(Failure) -> Presentation {
    guard current == nil, !isPreparing else { throw .conflict }
    isPreparing = true
    defer { isPreparing = false }
    do throws(WebAuthenticationError) {
      let presentation = Presentation(
        try await session.prepare(redirectURI), hidesAddresses: session.hidesAddresses)
      current = presentation
      return presentation
    } catch {
      throw Self.failure(error)
    }
  }

  private static func failure(_ error: WebAuthenticationError) -> Failure {
    error == .cancelled ? .cancelled : .browser(error)
  }
}

extension URL {
  /// Whether a page uses https or is on this machine. Other pages are not opened, because a server
  /// could use them to start other programs.
  package var isTrustworthyPage: Bool {
    guard let parts = AddressParts(absoluteString), let host = parts.host, !host.isEmpty else {
      return false
    }
    let isHere = ["127.0.0.1", "[::1]", "localhost"].contains(host)
    return parts.scheme == "https" || parts.scheme == "http" && isHere
  }
}
