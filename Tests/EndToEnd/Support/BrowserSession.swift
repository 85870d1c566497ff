// The browser of a device, which remembers users except in ephemeral sessions.

import AuthGenTestServers
import AuthGenWebLogin
import Foundation

/// Shows pages in one browser, which keeps its cookies between logins, or in a new one for a login that
/// prefers an ephemeral session.
struct BrowserSession: WebAuthenticationSession {
  /// The actions in the browser. Returns the redirect's URL, or nil if the user cancels.
  typealias Visit = @Sendable (Browser, URL) async throws -> URL?

  private let kept = Browser()
  private let visit: Visit

  init(_ visit: @escaping Visit = { try await $0.open($1).url }) {
    self.visit = visit
  }

  func prepare(_ redirectURI: RedirectURI) -> any PreparedWebAuthentication {
    Prepared(redirectURI, kept, visit)
  }

  private final class Prepared: PreparedWebAuthentication {
    let redirectURI: RedirectURI
    private let kept: Browser
    private let visit: Visit

    init(_ redirectURI: RedirectURI, _ kept: Browser, _ visit: @escaping Visit) {
      self.redirectURI = redirectURI
      self.kept = kept
      self.visit = visit
    }

    func callback(
      from page: URL, prefersEphemeralSession: Bool,
      accepting isExpected: @escaping @Sendable (URL) -> Bool
    ) async throws(WebAuthenticationError) -> URL {
      let url: URL?
      do {
        url = try await visit(prefersEphemeralSession ? Browser() : kept, page)
      } catch {
        // The page did not redirect to the app.
        throw .noBrowser
      }
      guard let url else { throw .cancelled }
      return url
    }
  }
}
