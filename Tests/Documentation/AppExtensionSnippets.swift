// Compiles and runs the code of AppExtensions. The part for Apple platforms is in AppleShipSnippets.

import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import Foundation
import HorizonAPI
import Testing

private typealias ShopClient = HorizonClient

/// What a widget shows.
private enum WidgetContent: Equatable {
  case names([String])
  case pleaseLogIn
  case unavailable
}

@Suite struct AppExtensionSnippets {
  private let store = InMemoryStore()
  private let status = Shared(200)

  private var transport: InMemoryTransport {
    InMemoryTransport { [status] _ in
      HTTPResponse(
        status: status.withLock { $0 }, headers: ["Content-Type": "application/json"],
        body: Data(
          """
          {"data": {"customer": {"socialLinks": [
            {"socialLinkId": "1", "username": "ada", "status": "LINKED"}]}}}
          """.utf8))
    }
  }

  private func content(
    of endpoint: URL, _ store: any SecretStore, _ transport: any Transport
  ) async -> WidgetContent {
    let manager = SessionManager<UserSession>(store: store)
    switch await manager.state {
    case .signedIn(let session), .needsLogin(let session, _):
      let client = GraphQLClient(
        ClientConfiguration(
          endpoint: endpoint, timeout: .seconds(5), maximumResponseSize: 500_000, retry: .never),
        transport: transport)
      let shop = ShopClient(client.authenticated(by: session.credential))
      guard let links = try? await shop.socialLinks().customer?.socialLinks else {
        return .unavailable
      }
      return .names(links.compactMap(\.username))
    case .signedOut: return .pleaseLogIn
    case .unavailable: return .unavailable
    }
  }

  private func refreshInBackground(
    _ sessions: SessionManager<UserSession>, _ shop: ShopClient<AuthenticatedGraphQLClient>,
    _ save: (SocialLinksQuery.Data) -> Void
  ) async {
    guard await sessions.state.session != nil else { return }
    do {
      save(try await shop.socialLinks())
    } catch {
      // The session continues. The next task tries again.
    }
  }

  @Test func widgetReadsTheSessionAndNeverEndsIt() async throws {
    let endpoint = try #require(URL(string: "https://api.example.com/graphql"))
    #expect(await content(of: endpoint, store, transport) == .pleaseLogIn)
    let app = SessionManager<UserSession>(store: store)
    try await app.signIn(UserSession(token: "a", customerID: "1"))
    #expect(await content(of: endpoint, store, transport) == .names(["ada"]))
    status.withLock { $0 = 401 }
    #expect(await content(of: endpoint, store, transport) == .unavailable)
    #expect(await SessionManager<UserSession>(store: store).state.session != nil)
  }

  /// The article warns of this.
  @Test func managerWithoutARefreshEndsTheSessionOfAllProcesses() async throws {
    let endpoint = try #require(URL(string: "https://api.example.com/graphql"))
    let app = SessionManager<UserSession>(store: store)
    try await app.signIn(UserSession(token: "a", customerID: "1"))
    status.withLock { $0 = 401 }
    let client = GraphQLClient(ClientConfiguration(endpoint: endpoint), transport: transport)
    let widget = SessionManager<UserSession>(store: store)
    _ = try? await ShopClient(client.authenticated(by: widget)).socialLinks()
    #expect(store.read() == nil)
  }

  @Test func backgroundTaskSavesDataAndKeepsTheSessionAfterAFailure() async throws {
    let endpoint = try #require(URL(string: "https://api.example.com/graphql"))
    let sessions = SessionManager<UserSession>(store: store)
    let client = GraphQLClient(
      ClientConfiguration(endpoint: endpoint, retry: .never), transport: transport)
    let shop = ShopClient(client.authenticated(by: sessions))
    let saved = Shared(0)
    func refresh() async {
      await refreshInBackground(sessions, shop) { _ in saved.withLock { $0 += 1 } }
    }
    await refresh()
    #expect(saved.withLock { $0 } == 0)
    try await sessions.signIn(UserSession(token: "a", customerID: "1"))
    await refresh()
    #expect(saved.withLock { $0 } == 1)
    status.withLock { $0 = 503 }
    await refresh()
    #expect(await sessions.state.session != nil)
  }
}
