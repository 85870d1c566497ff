// One presented login at a time.

import AuthGenRuntime
import Foundation

/// Presents logins in a browser, one at a time.
package actor LoginPresenter {
  private let session: any WebAuthenticationSession
  private weak var current: Presentation?

  package init(_ session: any WebAuthenticationSession) {
    self.session = session
  }

  package enum Failure: Error {
    /// Another login is being presented.
    case conflict
    case session(WebAuthenticationError)
    /// A page to open is neither https nor on this machine.
    case insecurePage
    case callback(CallbackError)
  }

  /// A login that is being presented, for as long as somebody has it.
  package final class Presentation: Sendable {
    fileprivate let prepared: any PreparedWebAuthentication

    /// What to tell the server.
    package var redirectURI: RedirectURI { prepared.redirectURI }

    fileprivate init(_ prepared: any PreparedWebAuthentication) {
      self.prepared = prepared
    }

    /// Opens a page, waits for the redirect, and reads it where it leads to where it should.
    package func callback(
      from page: URL, prefersEphemeralSession: Bool
    ) async throws(Failure) -> Callback {
      guard page.isTrustworthyPage else { throw .insecurePage }
      let url: URL
      do throws(WebAuthenticationError) {
        url = try await prepared.callback(
          from: page, prefersEphemeralSession: prefersEphemeralSession)
      } catch {
        throw .session(error)
      }
      do throws(CallbackError) {
        return try Callback(url, to: redirectURI)
      } catch {
        throw .callback(error)
      }
    }
  }

  private var isPreparing = false

  /// Begins to present a login. Nothing is shown yet.
  package func begin(_ redirectURI: RedirectURI) async throws(Failure) -> Presentation {
    guard current == nil, !isPreparing else { throw .conflict }
    isPreparing = true
    defer { isPreparing = false }
    do throws(WebAuthenticationError) {
      let presentation = Presentation(try await session.prepare(redirectURI))
      current = presentation
      return presentation
    } catch {
      throw .session(error)
    }
  }
}

extension URL {
  /// Whether a page's address is https, or on this machine. Nothing else is opened: a server could
  /// have any program started.
  package var isTrustworthyPage: Bool {
    guard let parts = AddressParts(absoluteString), let host = parts.host, !host.isEmpty else {
      return false
    }
    let isHere = ["127.0.0.1", "[::1]", "localhost"].contains(host)
    return parts.scheme == "https" || parts.scheme == "http" && isHere
  }
}
