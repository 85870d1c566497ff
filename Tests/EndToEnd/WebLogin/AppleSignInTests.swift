// Tests what the app does with a sign-in with Apple, at each system. The servers or the tests create the
// tokens: Apple's sheet runs in `.ci/apple-programs`.

import AuthGenApple
import AuthGenHorizon
import AuthGenOpenID
import AuthGenRuntime
import AuthGenSessions
import AuthGenTestServers
import AuthGenTestSupport
import AuthGenWebLogin
import Foundation
import OpenIDAPI
import Testing

/// Apple's responses.
private enum Apple {
  static func response(
    _ token: String, code: String = "c0de.\(UUID().uuidString)", isFirst: Bool = true,
    email: String? = nil
  ) -> AppleResponse {
    var name = PersonNameComponents()
    if isFirst {
      name.givenName = "Ada"
      name.familyName = "Lovelace"
    }
    return AppleResponse(
      identityToken: Data(token.utf8), authorizationCode: Data(code.utf8), user: "001234.user",
      name: name, email: isFirst ? email : nil)
  }

  /// An identity token whose signature is not verified.
  static func token(for account: String, nonce: AppleNonce?) throws -> String {
    var claims = [
      "iss": "https://appleid.apple.com", "sub": account, "aud": "com.example.shop",
      "jti": UUID().uuidString,
    ]
    claims["nonce"] = nonce?.hashed.reveal()
    let payload = try JSONEncoder().encode(claims)
    let parts = [Data(#"{"alg":"RS256"}"#.utf8), payload, Data("none".utf8)]
    return parts.map { Base64URL.encode($0) }.joined(separator: ".")
  }
}

extension EndToEnd.Servers {
  @Suite(.serialized) struct AppleSignInTests {
    // MARK: Horizon

    private func horizonCredential(_ apple: AppleCredential) -> ProviderCredential {
      .apple(
        identityToken: apple.identityToken, fullName: apple.fullName, email: apple.email)
    }

    @Test func horizonTakesTheIdentityTokenAsAccessToken() async throws {
      let site = try Site()
      let signIn = try AppleSignIn()
      let token = try Apple.token(for: "ada", nonce: signIn.nonce)
      let apple = try signIn.credential(of: Apple.response(token))
      let state = site.seen(try await site.login.signIn(with: horizonCredential(apple)))
      #expect(state.signedIn?.session.customer?.email?.isEmpty == false)
      let sent = try #require(try await site.requests(of: "ExchangeSocialToken").last)
      let isSent = sent.variables["input.accessToken"] == token
      #expect(isSent && sent.variables["input.authCode"] == nil)
      #expect(sent.variables["input.providerCode"] == "apple")
    }

    /// Apple returns the name and the address once. A form has them, although the token does not.
    @Test func formHasTheNameOfTheFirstSignIn() async throws {
      let site = try Site()
      let signIn = try AppleSignIn()
      let token = try Apple.token(for: "nameless", nonce: signIn.nonce)
      let apple = try signIn.credential(of: Apple.response(token, email: "ada@example.com"))
      let state = site.seen(try await site.login.signIn(with: horizonCredential(apple)))
      let information = try #require(state.missingInformation)
      #expect(information.answers["fullName"] == "Ada Lovelace")
      #expect(information.answers["email"] == "ada@example.com")
    }

    @Test func horizonRefusesTheCodeInPlaceOfTheToken() async throws {
      let site = try Site()
      let code = Secret("c0de.\(UUID().uuidString)")
      let state = site.seen(try await site.login.signIn(with: .apple(identityToken: code)))
      #expect(state.failure != nil)
    }

    // MARK: Other providers

    @Test func providerExchangesTheIdentityTokenOnce() async throws {
      let backend = try await Backend(.exchanging)
      let issuer = String(backend.url("").absoluteString.dropLast())
      let app = try OpenIDApp(backend, await .discover(issuer: issuer))
      let signIn = try AppleSignIn()
      let nonce = try #require(signIn.nonce)
      let order = ["sub": "001234.user", "nonce": nonce.hashed.reveal()]
      let token = try #require(
        try await backend.control("subject-tokens", order)["id_token"]?.string)
      let apple = try signIn.credential(of: Apple.response(token))
      let subject = SubjectToken.idToken(apple.identityToken, nonce: apple.nonce?.hashed)
      let user = backend.seen(
        try await app.login.logIn(exchanging: subject, scopes: ["openid", "offline_access"]))
      #expect(user.claims?.name == "Alice" && user.warning == nil)
      #expect(try app.store.read() != nil)
      let renewed = backend.seen(try await app.login.sessions.refreshedSession())
      #expect(renewed?.subject == user.session.subject)

      let again = try await app.failure { try await $0.logIn(exchanging: subject) }
      #expect(again.refusal == .invalidGrant)
      let code = try #require(apple.authorizationCode)
      let swapped = try await app.failure { try await $0.logIn(exchanging: .idToken(code)) }
      #expect(swapped.refusal == .invalidGrant)
      // A refused login keeps the session.
      #expect(await app.login.sessions.state.session == renewed)
    }
  }
}
