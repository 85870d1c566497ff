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
  static func isEnded(by answer: CredentialAnswer) -> Bool {
    answer.errors.contains { $0.code == "UNAUTHENTICATED" }
  }
}

private typealias ShopClient = HorizonClient

@Suite(.timeLimit(.minutes(5))) struct SessionSnippets {
  private let store = InMemoryStore()
  private let token: Secret = "t0ken"
  private let customerID = "1"

  /// A server that accepts one token.
  private var server: InMemoryTransport {
    InMemoryTransport { request in
      let answer =
        if request.headers["Authorization"] == "Bearer t0ken" {
          #"{"data": {"customer": {"socialLinks": []}}}"#
        } else {
          #"{"errors": [{"message": "No.", "extensions": {"code": "UNAUTHENTICATED"}}]}"#
        }
      return HTTPResponse(
        status: 200, headers: ["Content-Type": "application/json"], body: Data(answer.utf8))
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
        case .signedOut(.ended): show("Your session has ended. Please log in again.")
        case .signedOut(.noSession), .signedOut(.loggedOut): show("Please log in.")
        case .unavailable(let error): show("\(error)")
        }
      }
    }
    while shown.withLock({ $0.isEmpty }) { await Task.yield() }
    if let session = try await manager.signOut() {
      let leaving = ShopClient(client.authenticated(by: session.credential))
      _ = try? await leaving.logout()
    }
    while shown.withLock({ $0.count }) < 2 { await Task.yield() }
    view.cancel()
    #expect(shown.withLock { $0 } == ["Welcome, 1.", "Please log in."])
    #expect(store.read() == nil)
  }
}
