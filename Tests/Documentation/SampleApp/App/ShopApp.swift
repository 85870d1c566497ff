// The sample of the article SampleApp. `.ci/apple-platforms` type-checks it.

import AuthGenRuntime
import AuthGenSessions
import AuthGenTesting
import Foundation
import SwiftUI

@main
struct ShopApp: App {
  /// One for all windows. With a server: `endpoint: serversURL`, without `transport`.
  @StateObject private var account = Account(
    GraphQLClient(
      ClientConfiguration(endpoint: DemoService.endpoint), transport: DemoService()),
    store: .platform)

  var body: some Scene {
    WindowGroup {
      ShopScreen(account: account)
    }
  }
}

/// Shows the orders of a signed-in user, and the login to others.
struct ShopScreen: View {
  @ObservedObject var account: Account

  var body: some View {
    switch account.state {
    case .signedIn:
      OrdersScreen(client: account.session.client, logOut: account.logOut)
    case .needsLogin: LoginScreen(title: "Sign in again to continue", logIn: account.logIn)
    case .signedOut(.ended): LoginScreen(title: "Your session has ended", logIn: account.logIn)
    case .signedOut: LoginScreen(title: "Sign in", logIn: account.logIn)
    case .unavailable(let error): Text(error.localizedDescription)
    case nil: ProgressView()
    }
  }
}
