// An app whose features share the client of one schema. It signs in, and calls an operation of each feature:
//
//   swift run Store ENDPOINT EMAIL PASSWORD

import AuthGenRuntime
import AuthGenSessions
import Foundation
import StoreAPI
import StoreAccount
import StoreLinks

@main struct Store {
  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 4, let endpoint = URL(string: arguments[1]) else {
      print("usage: Store ENDPOINT EMAIL PASSWORD")
      return
    }
    let store = StoreSession(
      GraphQLClient(ClientConfiguration(endpoint: endpoint)), store: InMemoryStore())
    let result = try await store.logIn(
      .logIn(username: arguments[2], password: Secret(arguments[3])))
    guard case .signedIn = result else {
      print("The login was declined.")
      return
    }
    if let account = try await AccountScreen(store.client),
      let links = try await LinksScreen(store.client, status: .linked)
    {
      print(account.greeting)
      // Both have the type of the base.
      let statuses = account.links + links.links.map(\.status)
      print("All links are linked: \(statuses.allSatisfy { $0 == .linked })")
    }
    await store.logOut()
    print("You are logged out.")
  }
}
