// Compiles and runs the code of AuthGenSessions, AskBeforeTokensAreRead, AppExtensions and Platforms.
// `.ci/apple-platforms` type-checks the parts for Apple platforms in AppleSnippets and AppleShipSnippets.

import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import AuthGenTesting
import Foundation
import HorizonAPI
import OpenIDAPI
import Testing

struct TicketSession: StoredSession {
  let ticket: Secret
  let refreshToken: Secret?
  let expiresAt: Date?

  var credential: Credential { Credential(.header("X-Ticket"), token: ticket) }
}

/// Requests without a generated client.
private actor TicketOffice {
  private(set) var cancelled: [Secret] = []

  func renew(_ session: TicketSession) throws -> TicketSession? {
    session.refreshToken == "again"
      ? TicketSession(ticket: "new", refreshToken: nil, expiresAt: nil) : nil
  }

  func cancel(_ session: TicketSession) throws { cancelled.append(session.ticket) }
}

@Suite(.timeLimit(.minutes(5))) struct SessionSnippets {
  private let store = InMemoryStore()
  private let shown = Shared<[String]>([])

  private func show(_ message: String) { shown.withLock { $0.append(message) } }

  @Test func clientsFindTheirCredentialInTheManager() async throws {
    let client = GraphQLClient { request in
      request.headers["Authorization"] == "Bearer t0ken"
        ? #"{"data": {"customer": {"socialLinks": []}}}"#
        : #"{"errors": [{"message": "No.", "extensions": {"code": "UNAUTHENTICATED"}}]}"#
    }
    let (token, customerID): (Secret, String) = ("t0ken", "1")

    let (email, password) = ("ada@example.com", Secret("pa55word"))
    @Sendable func requestSession(_ email: String, _ password: Secret) async throws -> UserSession {
      UserSession(token: token, customerID: customerID)
    }

    let manager = SessionManager<UserSession>(store: store)
    let customer = ShopClient(client.authenticated(by: manager))

    try await manager.logIn { try await requestSession(email, password) }
    let links = try await customer.socialLinks(status: .linked).customer?.socialLinks
    #expect(links?.isEmpty == true)

    let view = Task {
      for await state in manager.states {
        switch state {
        case .signedIn(let session): show("Welcome, \(session.customerID).")
        case .needsLogin: show("Please log in again to continue.")
        case .signedOut(.ended), .signedOut(.untrusted):
          show("Your session has ended. Please log in again.")
        case .signedOut(.noSession), .signedOut(.loggedOut): show("Please log in.")
        case .unavailable(let error): show(error.localizedDescription)
        }
      }
    }
    try await wait { !shown.current.isEmpty }
    let loggedOut = await manager.logOut { session throws(RequestError) in
      _ = try await ShopClient(client.authenticated(by: session.credential)).logout()
    }
    #expect(loggedOut.serverError == nil && loggedOut.storeError == nil)
    try await wait { shown.current.count >= 2 }
    view.cancel()
    #expect(shown.current == ["Welcome, 1.", "Please log in."])
    #expect(store.read() == nil)
  }

  @Test func sessionIsRefreshedWithTheAppsOwnRequests() async throws {
    let office = TicketOffice()
    let manager = SessionManager<TicketSession>(
      store: store,
      refresh: { session in try await office.renew(session) },
      revoke: { session in try? await office.cancel(session) })
    let expired = Date(timeIntervalSinceNow: -1)
    try await manager.logIn { TicketSession(ticket: "0", refreshToken: "no", expiresAt: expired) }
    try await manager.logIn {
      TicketSession(ticket: "1", refreshToken: "again", expiresAt: expired)
    }
    #expect(try await manager.credential() == Credential(.header("X-Ticket"), token: "new"))
    try await manager.logIn { TicketSession(ticket: "2", refreshToken: "no", expiresAt: expired) }
    #expect(try await manager.credential() == nil)
    #expect(await manager.state == .signedOut(.ended))
    try await wait { await office.cancelled.count >= 2 }
    #expect(await office.cancelled == ["0", "new"])
  }

  // MARK: A gate

  private let pin = Shared("wrong")

  private func askForPIN() async -> String? { pin.current }
  private func isRight(_ pin: String) -> Bool { pin == "2718" }

  private func unlock(_ gate: StoreGate) async {
    do throws(StoreError) {
      try await gate.open()
    } catch {
      show(error.localizedDescription)
    }
  }

  private func update(_ state: SessionState<UserSession>) {
    switch state {
    case .unavailable(let error):
      if case .gateIsClosed = error.reason { show("Unlock") } else { show("Try again later.") }
    case .signedIn, .needsLogin: show("Welcome")
    case .signedOut: show("Log in")
    }
  }

  @Test func gateAsksBeforeTokensAreRead() async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "session")
      let gate = StoreGate {
        guard let pin = await askForPIN() else { throw GateRefusal.cancelled }
        guard isRight(pin) else { throw GateRefusal.failed }
      }
      let store = GatedStore(FileStore(url: file), gate: gate)
      let first = SessionManager<UserSession>(store: store)
      try await first.logIn { .ada }
      update(await first.state)

      gate.close()
      let sessions = SessionManager<UserSession>(store: store)
      update(await sessions.state)
      do {
        _ = try await sessions.currentSession()
      } catch let error as CredentialUnavailable where error.reason == .gateIsClosed {
        show("Your accounts are locked.")
      }
      await unlock(gate)
      pin.withLock { $0 = "2718" }
      await unlock(gate)
      update(await sessions.state)
      #expect(try await sessions.currentSession()?.customerID == "ada")
      gate.close()
      if await sessions.isBehindClosedGate { show("Unlock") }
    }
    #expect(
      shown.current == [
        "Welcome", "Unlock", "Your accounts are locked.",
        "Your saved sign-in cannot be read right now.", "Welcome", "Unlock",
      ])
  }
}

/// What a widget shows.
private enum WidgetContent: Equatable {
  case names([String])
  case pleaseLogIn
  case unavailable
}

@Suite struct AppExtensionSnippets {
  private let store = InMemoryStore()
  private let status = Shared(200)
  private let app: SessionManager<UserSession>

  init() { app = SessionManager(store: store) }

  private var transport: InMemoryTransport {
    InMemoryTransport { [status] _ in
      .json(.links(of: "ada"), status: status.current)
    }
  }

  private func content(endpoint: URL = MockTransport.endpoint) async -> WidgetContent {
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
    _ sessions: SessionManager<UserSession>, _ save: (SocialLinksQuery.Data) -> Void
  ) async {
    let shop = ShopClient(GraphQLClient(transport).authenticated(by: sessions))
    guard await sessions.state.session != nil else { return }
    do {
      save(try await shop.socialLinks())
    } catch {
      // The session continues. The next task tries again.
    }
  }

  @Test func widgetReadsTheSessionAndNeverEndsIt() async throws {
    #expect(await content() == .pleaseLogIn)
    try await app.logIn { .ada }
    #expect(await content() == .names(["ada"]))
    status.withLock { $0 = 401 }
    #expect(await content() == .unavailable)
    #expect(await SessionManager<UserSession>(store: store).state.session != nil)
  }

  /// The article warns of this.
  @Test func managerWithoutARefreshEndsTheSessionOfAllProcesses() async throws {
    try await app.logIn { .ada }
    status.withLock { $0 = 401 }
    let widget = SessionManager<UserSession>(store: store)
    _ = try? await ShopClient(GraphQLClient(transport).authenticated(by: widget)).socialLinks()
    #expect(store.read() == nil)
  }

  @Test func backgroundTaskSavesDataAndKeepsTheSessionAfterAFailure() async throws {
    let saved = Shared(0)
    func refresh() async { await refreshInBackground(app) { _ in saved.withLock { $0 += 1 } } }
    await refresh()
    #expect(saved.current == 0)
    try await app.logIn { .ada }
    await refresh()
    #expect(saved.current == 1)
    status.withLock { $0 = 503 }
    await refresh()
    #expect(await app.state.session != nil)
  }
}

/// Calls an API for the users of a server: with one transport, and with the credential of each request.
struct SocialLinks: Sendable {
  let client: GraphQLClient

  init(
    endpoint: URL,
    transport: any Transport = URLSessionTransport(maximumConnectionsPerHost: 64)
  ) {
    client = GraphQLClient(
      ClientConfiguration(endpoint: endpoint, timeout: .seconds(5), deadline: .seconds(10)),
      transport: transport)
  }

  /// - Parameter token: the token of the request that the server handles.
  func names(for token: Secret) async throws(RequestError) -> [String] {
    let user = HorizonClient(client.authenticated(by: Credential(scheme: "Bearer", token: token)))
    let links = try await user.socialLinks().customer?.socialLinks
    return links?.compactMap(\.username) ?? []
  }
}

struct ServiceSession: StoredSession {
  let token: Secret
  let refreshToken: Secret?
  let expiresAt: Date?

  var credential: Credential { Credential(scheme: "Bearer", token: token) }
}

@Suite struct ServerSnippets {
  @Test func serviceRefreshesItsTokenBeforeTheCall() async throws {
    let bodies = Shared<[String]>([])
    let provider = GraphQLClient { request in
      let body = String(decoding: request.body ?? Data(), as: UTF8.self)
      bodies.withLock { $0.append("\(request.url.lastPathComponent) \(body)") }
      return #"{"access_token": "fresh", "token_type": "Bearer", "expires_in": 3600}"#
    }
    let server = GraphQLClient(.links)
    let tokenFromVault: Secret = "from-a-vault"

    @Sendable
    func refreshed(_ session: ServiceSession) async throws -> ServiceSession? {
      guard let refreshToken = session.refreshToken else { return nil }
      let tokens = try await OpenIDClient(provider).refreshTokens(
        clientId: "CLIENT_ID", refreshToken: refreshToken
      ).refreshTokens
      return ServiceSession(
        token: tokens.accessToken, refreshToken: tokens.refreshToken ?? refreshToken,
        expiresAt: tokens.expiresIn.map { Date(timeIntervalSinceNow: $0) })
    }

    try await withFolder { folder in
      let file = folder.appending(path: "session")
      // The second run finds the tokens in the file.
      for _ in 1...2 {
        let manager = SessionManager<ServiceSession>(
          store: FileStore(url: file), refresh: { session in try await refreshed(session) })
        try await manager.adopt(
          ServiceSession(token: "", refreshToken: tokenFromVault, expiresAt: .distantPast))
        let links = try await HorizonClient(server.authenticated(by: manager)).socialLinks()
        #expect(links.customer?.socialLinks?.first?.username == "Bearer fresh")
      }
    }
    let body = "token client_id=CLIENT_ID&grant_type=refresh_token&refresh_token=from-a-vault"
    #expect(bodies.current == [body])
  }

  @Test func eachRequestHasItsOwnCredential() async throws {
    let transport = InMemoryTransport { request in
      let user = request.headers["Authorization"] ?? ""
      return .json(.links(of: user), status: user == "Bearer eve" ? 401 : 200)
    }
    let links = SocialLinks(endpoint: MockTransport.endpoint, transport: transport)
    let names = try await withThrowingTaskGroup(of: (Int, [String]).self) { group in
      for user in 0..<20 {
        group.addTask { (user, try await links.names(for: Secret("\(user)"))) }
      }
      return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    #expect(names.allSatisfy { user, names in names == ["Bearer \(user)"] })
    #expect(names.count == 20)
    let refused = await #expect(throws: RequestError.self) { try await links.names(for: "eve") }
    #expect(refused?.httpStatus == 401)
  }
}
