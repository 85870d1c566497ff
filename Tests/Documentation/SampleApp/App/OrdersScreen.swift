// The list of the sample, and its previews.

import AuthGenRuntime
import AuthGenTesting
import Foundation
import SwiftUI

struct OrdersScreen: View {
  let client: ExampleClient<AuthenticatedGraphQLClient>
  let logOut: @MainActor () async -> Void

  @State private var user: OrdersQuery.Data.Me?
  @State private var problem: String?

  var body: some View {
    NavigationStack {
      List(user?.orders ?? []) { order in
        Text(order.title)
      }
      .overlay {
        if let problem { Text(problem) } else if user == nil { ProgressView() }
      }
      .task { await load() }
      .refreshable { await load() }
      .navigationTitle(user?.name ?? "")
      .toolbar {
        Button("Sign out") { Task { await logOut() } }
      }
    }
  }

  private func load() async {
    do throws(RequestError) {
      user = try await client.orders().me
      problem = nil
    } catch {
      problem = error.localizedDescription
    }
  }
}

struct OrdersScreen_Previews: PreviewProvider {
  static var previews: some View {
    screen { transport in
      transport.respond(to: OrdersQuery.self, always: try .data(.sample()))
    }
    screen { transport in
      let offline = TransportError(.cannotConnect, wasSent: false)
      transport.respond(to: OrdersQuery.self, always: .failure(offline))
    }
  }

  private static func screen(_ prepare: (MockTransport) throws -> Void) -> OrdersScreen {
    let transport = MockTransport { print($0) }
    try? prepare(transport)
    let client = GraphQLClient(
      ClientConfiguration(endpoint: MockTransport.endpoint, retry: .never), transport: transport)
    let user = client.authenticated(by: Credential(scheme: "Bearer", token: "preview"))
    return OrdersScreen(client: ExampleClient(user)) {}
  }
}
