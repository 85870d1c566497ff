// The app's environment: the providers' SDKs and the customer's mailbox.

import AuthGenHorizon
import AuthGenRuntime
import AuthGenSessions
import AuthGenWebLogin
import Foundation
import HorizonAPI

protocol World: Sendable {
  /// Returns the result of the provider's SDK, or nil if the customer cancels.
  func authenticate(
    with provider: SocialLoginState.LoginProvider, _ terminal: any Terminal
  ) async throws -> ProviderCredential

  /// The events of the shop; nil for a shop that sends none.
  var events: ShopEventsClient<GraphQLClient>? { get }

  /// Follows the link of the newest verification email on another device.
  func approveOnAnotherDevice(sentTo address: String?, _ terminal: any Terminal) async throws

  /// The token from the newest verification email.
  func verificationToken(sentTo address: String?, _ terminal: any Terminal) async throws -> Secret

  /// The question for a password.
  var passwordPrompt: String { get }
}

/// The terminal has no provider SDK, so the user enters the tokens.
struct RealWorld: World {
  func authenticate(
    with provider: SocialLoginState.LoginProvider, _ terminal: any Terminal
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

  /// Horizon has no subscriptions.
  var events: ShopEventsClient<GraphQLClient>? { nil }

  func approveOnAnotherDevice(sentTo address: String?, _ terminal: any Terminal) async throws {}

  func verificationToken(sentTo address: String?, _ terminal: any Terminal) async throws -> Secret {
    try terminal.askSecret("Token from the email:")
  }

  var passwordPrompt: String { "Password:" }
}

/// The accounts and mailbox of a test shop, which accepts every token that names an account.
struct PretendWorld: World {
  /// The shop's GraphQL endpoint.
  let endpoint: URL

  func authenticate(
    with provider: SocialLoginState.LoginProvider, _ terminal: any Terminal
  ) async throws -> ProviderCredential {
    let account = try terminal.choose(
      "The provider's SDK would ask for an account now. Who are you?",
      [
        ("Ada, a customer who has signed in so before", "ada"),
        ("Grace, who is new", "new-grace"),
        ("John, whose provider keeps his address to itself", "noemail"),
        ("A customer who has only used a password so far", "pending"),
        ("A customer whose token has expired", "expired"),
        ("A customer whose account is locked", "locked"),
      ])
    let nonce = UUID().uuidString
    switch provider.code {
    case "google": return .google(accessToken: Secret("ya29.\(account).\(nonce)"))
    case "facebook": return .facebook(accessToken: Secret("EAA-\(account).\(nonce)"))
    case "apple":
      let parts = [#"{"alg":"RS256"}"#, Self.claims(account, nonce), "signature"]
      return .apple(
        identityToken: Secret(
          parts.map { Base64URL.encode(Array($0.utf8)) }.joined(separator: ".")))
    case let code: return .other(providerCode: code, accessToken: "none")
    }
  }

  private static func claims(_ account: String, _ nonce: String) -> String {
    #"{"iss":"https://appleid.apple.com","sub":"\#(account)","jti":"\#(nonce)"}"#
  }

  var events: ShopEventsClient<GraphQLClient>? {
    let events = endpoint.deletingLastPathComponent().appending(path: "events")
    return ShopEventsClient(GraphQLClient(ClientConfiguration(endpoint: events)))
  }

  /// The other device is an app of its own, with its own session.
  func approveOnAnotherDevice(sentTo address: String?, _ terminal: any Terminal) async throws {
    _ = try terminal.ask("On the other device, press return to follow the email's link.")
    let login = SocialLogin(
      client: GraphQLClient(ClientConfiguration(endpoint: endpoint)),
      sessions: SessionManager(store: InMemoryStore()), formLocation: "other device")
    _ = try await login.redeem(verificationToken: try await newestToken(sentTo: address))
  }

  func verificationToken(sentTo address: String?, _ terminal: any Terminal) async throws -> Secret {
    _ = try terminal.ask("Press return to open the email and follow its link.")
    return try await newestToken(sentTo: address)
  }

  private func newestToken(sentTo address: String?) async throws -> Secret {
    let mailbox = HTTPRequest(
      method: .get, url: endpoint.deletingLastPathComponent().appending(path: "emails"))
    let emails = try JSONDecoder().decode(
      [Email].self, from: try await URLSessionTransport().send(mailbox).body)
    return emails.last { $0.to == address }?.verificationToken ?? ""
  }

  var passwordPrompt: String { "Password, which authgen-demo-server has printed:" }

  private struct Email: Decodable {
    let to: String
    let verificationToken: Secret
  }
}
