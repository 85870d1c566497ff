// Fuzzes whole HTTP responses of services.

import AuthGenHorizon
import AuthGenRuntime
import AuthGenSessions
import AuthGenWebLogin
import Foundation
import HorizonAPI
import OpenIDAPI
import OryAPI
import PreludeAPI

extension Target {
  /// A letter for the operation, and a response.
  static func receive(_ input: [UInt8]) {
    guard let letter = input.first else { return }
    let text = Array(input.dropFirst())
    let call = calls[Int(letter &- UInt8(ascii: "a")) % calls.count]
    // Errors show the media type.
    guard HTTPResponse(text: text[...]).headers["Content-Type"]?.contains("s3cret") == false else {
      return
    }
    let transport = ScriptedResponses([text])
    readTokens(of: HTTPResponse(text: text[...]))
    complete { await attempt { try await call(transport) } }
    complete {
      // The second proof of possession has what the first response says about proofs.
      let proofs = DPoPTransport(key: FixedKey(), environment: .fixed(transport))
      await attempt { try await call(proofs) }
      await attempt { try await call(proofs) }
    }
  }

  private static func readTokens(of response: HTTPResponse) {
    requireRedacted(response)
    let tokens = TokenResponse(headers: response.headers, receivedAt: now)
    for name in response.headers.names {
      guard let token = tokens.token(inHeader: name) else { continue }
      requireRedacted(token)
      _ = tokens.expiry(ofClaimIn: token)
      _ = tokens.expiry(at: token.reveal())
    }
  }

  /// One operation of each form.
  private static let calls: [@Sendable (any Transport) async throws -> Void] = [
    { transport in
      _ = try await HorizonClient(horizon(transport)).getSocialProviders()
    },
    { transport in
      let response = try await horizon(transport).response(
        to: AppSocialLoginMutation(input: .init(providerCode: "google")))
      _ = HorizonExtensions(response.extensions)
      _ = response.errors.map(\.rateLimit)
    },
    { transport in
      let sessions = SessionManager<CustomerSession>(store: InMemoryStore())
      try await sessions.logIn { CustomerSession(token: Secret("s3cret"), customer: nil) }
      let account = CustomerAccount(client: horizon(transport), sessions: sessions)
      _ = try await account.socialLinks()
    },
    { transport in
      _ = try await OpenIDClient(client("https://login.example", transport)).openIDConfiguration()
    },
    { transport in
      _ = try await OpenIDClient(client("https://login.example", transport)).exchangeCode(
        clientId: "client-1", code: Secret("s3cret"), codeVerifier: Secret("s3cret"),
        redirectUri: "shop:/callback")
    },
    { transport in
      let user = client("https://login.example", transport)
        .authenticated(by: Credential(scheme: "DPoP", token: Secret("s3cret")))
      _ = try await OpenIDClient(user).userInfo()
    },
    { transport in
      _ = try await OryClient(client("https://ory.example", transport)).exchangeSessionToken(
        initCode: Secret("s3cret"), returnToCode: Secret("s3cret"))
    },
    { transport in
      let user = client("https://ory.example", transport)
        .authenticated(by: Credential(.header("X-Session-Token"), token: Secret("s3cret")))
      _ = try await OryClient(user).whoAmI()
    },
    { transport in
      _ = try await PreludeClient(client("https://prelude.example", transport)).finalizeLogin(
        challengeToken: Secret("s3cret"), codeVerifier: Secret("s3cret"))
    },
    { transport in
      _ = try await PreludeClient(client("https://prelude.example", transport)).checkOTP(
        verificationToken: Secret("s3cret"), code: Secret("s3cret"))
    },
  ]

  private static func horizon(_ transport: any Transport) -> GraphQLClient {
    client("https://horizon.example", transport)
  }
}
