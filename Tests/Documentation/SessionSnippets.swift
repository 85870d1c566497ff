// Compiles and runs the code of AuthGenSessions.

import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import Foundation
import HorizonAPI
import Testing

struct UserSession: StoredSession {
  let token: Secret
  let customerID: String

  var credential: Credential { Credential(scheme: "Bearer", token: token) }
}

extension UserSession {
  static var refusals: [RefusalRule] {
    [.status(401), .extensions("code", in: ["UNAUTHENTICATED"])]
  }
}

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

private typealias ShopClient = HorizonClient

@Suite(.timeLimit(.minutes(5))) struct SessionSnippets {
  private let store = InMemoryStore()
  private let token: Secret = "t0ken"
  private let customerID = "1"

  /// A server that accepts one token.
  private var server: InMemoryTransport {
    InMemoryTransport { request in
      let response =
        if request.headers["Authorization"] == "Bearer t0ken" {
          #"{"data": {"customer": {"socialLinks": []}}}"#
        } else {
          #"{"errors": [{"message": "No.", "extensions": {"code": "UNAUTHENTICATED"}}]}"#
        }
      return HTTPResponse(
        status: 200, headers: ["Content-Type": "application/json"], body: Data(response.utf8))
    }
  }

  @Test func clientsFindTheirCredentialInTheManager() async throws {
    let endpoint = try #require(URL(string: "https://api.thehut.net/myprotein/en/graphql"))
    let client = GraphQLClient(ClientConfiguration(endpoint: endpoint), transport: server)

    let manager = SessionManager<UserSession>(store: store)
    let customer = ShopClient(client.authenticated(by: manager))

    try await manager.signIn(UserSession(token: token, customerID: customerID))
    let links = try await customer.socialLinks(status: .linked).customer?.socialLinks
    #expect(links?.isEmpty == true)

    let shown = Shared<[String]>([])
    func show(_ text: String) { shown.withLock { $0.append(text) } }
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
    try await wait { !shown.withLock { $0.isEmpty } }
    let loggedOut = await manager.logOut { session throws(RequestError) in
      _ = try await ShopClient(client.authenticated(by: session.credential)).logout()
    }
    #expect(loggedOut.serverError == nil && loggedOut.storeError == nil)
    try await wait { shown.withLock { $0.count } >= 2 }
    view.cancel()
    #expect(shown.withLock { $0 } == ["Welcome, 1.", "Please log in."])
    #expect(store.read() == nil)
  }

  @Test func sessionIsRefreshedWithTheAppsOwnRequests() async throws {
    let office = TicketOffice()
    let manager = SessionManager<TicketSession>(
      store: store,
      refresh: { session in try await office.renew(session) },
      revoke: { session in try? await office.cancel(session) })
    let expired = Date(timeIntervalSinceNow: -1)
    try await manager.signIn(TicketSession(ticket: "0", refreshToken: "no", expiresAt: expired))
    try await manager.signIn(TicketSession(ticket: "1", refreshToken: "again", expiresAt: expired))
    #expect(try await manager.credential() == Credential(.header("X-Ticket"), token: "new"))
    try await manager.signIn(TicketSession(ticket: "2", refreshToken: "no", expiresAt: expired))
    #expect(try await manager.credential() == nil)
    #expect(await manager.state == .signedOut(.ended))
    try await wait { await office.cancelled.count >= 2 }
    #expect(await office.cancelled == ["0", "new"])
  }
}
