// What is outside of the app: the providers' SDKs, and the customer's mailbox.

import AuthGenFlows
import AuthGenRuntime
import TestServers

protocol World: Sendable {
  /// What the SDK of a provider returns. Nil where the customer changes their mind.
  func authenticate(
    with provider: SocialLoginState.LoginProvider, _ terminal: Terminal
  ) async throws -> ProviderCredential

  /// The token from the newest verification email.
  func verificationToken(sentTo address: String?, _ terminal: Terminal) async throws -> Secret
}

/// A terminal has no provider's SDK: its tokens have to come from elsewhere.
struct RealWorld: World {
  func authenticate(
    with provider: SocialLoginState.LoginProvider, _ terminal: Terminal
  ) async throws -> ProviderCredential {
    switch provider.code {
    case "google":
      return .google(accessToken: try terminal.askSecret("Access token of Google's SDK:"))
    case "facebook":
      return .facebook(accessToken: try terminal.askSecret("Access token of Facebook's SDK:"))
    case "apple":
      return .apple(identityToken: try terminal.askSecret("Identity token of Sign in with Apple:"))
    case let code:
      return .other(
        providerCode: code, accessToken: try terminal.askSecret("Access token of \(code)'s SDK:"))
    }
  }

  func verificationToken(sentTo address: String?, _ terminal: Terminal) async throws -> Secret {
    try terminal.askSecret("Token from the email:")
  }
}

/// The server's own accounts and mailbox.
struct PretendWorld: World {
  static let site = "demo"
  let server: HorizonTestServer

  func authenticate(
    with provider: SocialLoginState.LoginProvider, _ terminal: Terminal
  ) async throws -> ProviderCredential {
    let sdk = PretendProvider.allCases.first { $0.code == provider.code }
    guard let sdk else { return .other(providerCode: provider.code, accessToken: "none") }
    let account = try terminal.choose(
      "The provider's SDK would ask for an account now. Who are you?",
      [
        ("Ada, a customer who has signed in so before", "ada"),
        ("Grace, who is new", "new-grace"),
        ("John, whose provider keeps his address to itself", "noemail"),
        ("A customer who has only used a password so far", "pending"),
        ("Somebody whose token has expired", "expired"),
        ("Somebody whose account is locked", "locked"),
      ])
    return sdk.authenticate(as: account)
  }

  func verificationToken(sentTo address: String?, _ terminal: Terminal) async throws -> Secret {
    _ = try terminal.ask("Press return to open the email and follow its link.")
    return try await server.emailedTokens(site: Self.site, to: address ?? "").last ?? ""
  }
}
