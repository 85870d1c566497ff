// The app: a social login, and a screen for the customer's account.

import AuthGenHorizon
import AuthGenRuntime
import AuthGenSessions
import AuthGenStreams
import Foundation
import HorizonAPI

struct Shop {
  private let client: GraphQLClient
  private let login: SocialLogin
  private let account: CustomerAccount
  private let sessions: SessionManager<CustomerSession>
  private let terminal: any Terminal
  private let world: any World

  init(client: GraphQLClient, store: any SecretStore, terminal: any Terminal, world: any World) {
    self.client = client
    sessions = SessionManager(store: store)
    login = SocialLogin(client: client, sessions: sessions, formLocation: "terminal")
    account = CustomerAccount(client: client, sessions: sessions)
    self.terminal = terminal
    self.world = world
  }

  /// Shows screens until the customer leaves.
  func open() async throws {
    if case .signedIn(let session) = await sessions.state {
      terminal.say("Welcome back, \(session.customer?.fullName ?? "dear customer")!")
      try await showAccount()
    }
    await login.resume()
    let signIn = SignIn(client: client, login: login, terminal: terminal, world: world)
    while try await signIn.run() != nil {
      try await showAccount()
      await login.startOver()
    }
    terminal.say("Bye.")
  }

  /// Shows the account until the customer logs out, or the server ends the session.
  private func showAccount() async throws {
    enum Choice { case links, remove, logOut }
    while true {
      let choice = try terminal.choose(
        "Your account",
        [
          ("Show my social logins", Choice.links), ("Remove one of them", .remove),
          ("Log out", .logOut),
        ])
      do {
        switch choice {
        case .links: show(try await account.socialLinks(nil))
        case .remove: try await remove(oneOf: try await account.socialLinks())
        case .logOut:
          let logOut = await account.logOut()
          terminal.say("You are logged out.")
          if let error = logOut.serverError {
            terminal.say("Server logout failed: \(error.localizedDescription)")
          }
          if let error = logOut.storeError {
            terminal.say("Please log out again: \(error.localizedDescription)")
          }
          return
        }
      } catch AccountError.notSignedIn {
        return terminal.say("\nYour session has ended.")
      } catch let error as AccountError {
        terminal.say(error)
      }
    }
  }

  private func show(_ links: [CustomerAccount.SocialLink]) {
    if links.isEmpty { terminal.say("You have no social logins.") }
    for link in links {
      let provider = link.socialLoginProvider?.code ?? "a provider"
      terminal.say(
        "  \(provider), as \(link.username ?? "unknown"): \(link.status.graphQLName.lowercased())")
    }
  }

  private func remove(oneOf links: [CustomerAccount.SocialLink]) async throws {
    let none: CustomerAccount.SocialLink? = nil
    let chosen = try terminal.choose(
      "Which one?",
      links.map { ($0.socialLoginProvider?.code ?? $0.socialLinkId, $0) } + [("None", none)])
    guard let chosen else { return }
    try await account.remove(chosen)
    terminal.say("These are left:")
    show(try await account.socialLinks())
  }
}
