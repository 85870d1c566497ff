// Login in the browser, started from the terminal.

import AuthGenBrowser
import AuthGenOpenID
import AuthGenRuntime
import AuthGenSessions
import AuthGenWebLogin
import Foundation
import OpenIDAPI

/// Logs a user in at an OpenID Connect server, shows the user's name, and logs them out.
struct WebLogin {
  let issuer: String
  let clientID: String
  let redirectURI: String
  let terminal: any Terminal

  func run() async throws {
    let provider = try await OpenIDProvider.discover(
      issuer: issuer, acceptsUnlistedClients: true)
    let login = OpenIDLogin(
      provider: provider, clientID: clientID, redirectURI: try RedirectURI(redirectURI),
      store: InMemoryStore(), browser: LoopbackWebAuthenticationSession())
    terminal.say("Please log in in your browser …")
    let loggedIn = try await login.logIn(
      LoginOptions(scopes: ["openid", "profile", "email", "offline_access"]))
    let claims = loggedIn.claims
    terminal.say("You are \(claims?.name ?? claims?.subject ?? "an unknown user").")
    let user = try await login.userInfo()
    terminal.say("The server says: \(user.email ?? "no email address").")
    if try await login.sessions.refreshedSession() != nil { terminal.say("Your tokens are new.") }
    let logOut = await login.logOut()
    terminal.say("You are logged out.")
    if let error = logOut.serverError {
      terminal.say("Server logout failed: \(error.localizedDescription)")
    }
  }
}
