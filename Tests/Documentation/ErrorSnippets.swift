// Compiles and runs the code of the article ErrorMessages.

import AuthGenHorizon
import AuthGenOpenID
import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import AuthGenWebLogin
import Foundation
import HorizonAPI
import Testing

@Suite struct ErrorSnippets {
  private let shown = Shared<[String]>([])

  private func show(_ text: String, _ suggestion: String) {
    shown.withLock { $0 += [text, suggestion] }
  }

  private func listProviders(_ shop: HorizonClient<GraphQLClient>) async {
    do {
      _ = try await shop.getSocialProviders()
    } catch {
      show(error.localizedDescription, error.recoverySuggestion ?? "")
    }
  }

  private func logIn(_ login: OpenIDLogin, _ options: LoginOptions) async {
    do {
      _ = try await login.logIn(options)
    } catch {
      switch error.reason {
      case .cancelled: break
      default: show(error.localizedDescription, error.recoverySuggestion ?? "")
      }
    }
  }

  @Test func userReadsASentenceAndASuggestion() async throws {
    let endpoint = try #require(URL(string: "https://api.thehut.net/myprotein/en/graphql"))
    let server = InMemoryTransport { _ throws(TransportError) in
      throw TransportError(.cannotConnect, wasSent: false)
    }
    await listProviders(
      HorizonClient(GraphQLClient(ClientConfiguration(endpoint: endpoint), transport: server)))
    #expect(
      shown.withLock { $0 } == [
        "The server cannot be reached.", "Check the internet connection, and try again.",
      ])
  }

  @Test func cancelledLoginShowsNothing() async throws {
    let login = OpenIDLogin(
      provider: try .auth0(domain: "example.eu.auth0.com"), clientID: "YOUR_CLIENT_ID",
      store: InMemoryStore(), browser: HeadlessWebAuthenticationSession { _, _ in nil })
    await logIn(login, LoginOptions(redirectURI: try RedirectURI("com.example.shop:/callback")))
    #expect(shown.withLock { $0.isEmpty })
  }
}
