// The browser of a device, which remembers users unless it is asked not to.

import AuthGenWebLogin
import Foundation

/// Shows pages in one browser, which keeps its cookies from login to login, and in a fresh one where a
/// login prefers an ephemeral session.
struct BrowserSession: WebAuthenticationSession {
  /// What happens in the browser; the URL with which it comes back, or nil where the user gives up.
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
      from page: URL, prefersEphemeralSession: Bool
    ) async throws(WebAuthenticationError) -> URL {
      let url: URL?
      do {
        url = try await visit(prefersEphemeralSession ? Browser() : kept, page)
      } catch {
        // The page did not lead back to the app.
        throw .noBrowser
      }
      guard let url else { throw .cancelled }
      return url
    }
  }
}
