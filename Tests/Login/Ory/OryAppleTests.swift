// Tests what Ory gets of a sign-in with Apple.

import AuthGenApple
import AuthGenOry
import AuthGenRuntime
import AuthGenSessions
import Foundation
import OryAPI
import Testing

@Suite struct OryAppleTests {
  /// Apple's response, as the app gets it. The name comes with the first sign-in.
  private func apple(
    _ signIn: AppleSignIn, _ app: OryApp, isFirst: Bool = true
  ) throws -> AppleCredential {
    let account = OryAccount(
      subject: "001234.user", email: "ada@example.com", nonce: signIn.nonce?.hashed.reveal())
    var name = PersonNameComponents()
    if isFirst {
      name.givenName = "Ada"
      name.familyName = "Lovelace"
    }
    return try signIn.credential(
      of: AppleResponse(
        identityToken: Data(app.ory.idToken(of: account).reveal().utf8),
        authorizationCode: Data("c0de-s3cret".utf8), user: account.subject, name: name))
  }

  private func submit(
    _ apple: AppleCredential, nonce: Secret?, to app: OryApp
  ) async throws -> OrySession {
    try await app.login.submit(
      try await app.nativeForm(), with: "apple", idToken: apple.identityToken, nonce: nonce,
      traits: apple.fullName.map { .object(["name": .string($0)]) })
  }

  /// Kratos compares `id_token_nonce` with the claim, so it gets the hash.
  @Test func oryTakesTheTokenTheHashedNonceAndTheName() async throws {
    let app = try OryApp()
    let apple = try apple(try AppleSignIn(), app)
    let session = try await submit(apple, nonce: apple.nonce?.hashed, to: app)
    let user = try await app.login.whoAmI()
    #expect(user.identity?.traits?["email"]?.string == "ada@example.com")
    #expect(user.identity?.traits?["name"]?.string == "Ada Lovelace")
    #expect(user.authenticationMethods?.first?.provider == "apple")
    #expect(try await app.session == session && app.store.read() != nil)
    let sent = app.ory.requests[1].json
    #expect(
      sent
        == .object([
          "method": .string("oidc"), "provider": .string("apple"),
          "id_token": .string(apple.identityToken.reveal()),
          "id_token_nonce": .string(try #require(apple.nonce).hashed.reveal()),
          "traits": .object(["name": .string("Ada Lovelace")]),
        ]))

    // A later sign-in has no name, and logs the same user in.
    let later = try self.apple(try AppleSignIn(), app, isFirst: false)
    let again = try await submit(later, nonce: later.nonce?.hashed, to: app)
    #expect(again.identityID == session.identityID)
    #expect(try await app.login.whoAmI().identity?.traits?["name"]?.string == "Ada Lovelace")
  }

  @Test func oryRefusesAnotherNonce() async throws {
    let app = try OryApp()
    let apple = try apple(try AppleSignIn(), app)
    let other = try AppleSignIn()
    for nonce in [apple.nonce?.raw, other.nonce?.hashed, nil] {
      await app.expect("refused 4000001") { _ in try await submit(apple, nonce: nonce, to: app) }
    }
    #expect(await app.session == nil)
  }

  @Test func oryRefusesTheCodeInPlaceOfTheToken() async throws {
    let app = try OryApp()
    let form = try await app.nativeForm()
    let code = try #require(try apple(try AppleSignIn(), app).authorizationCode)
    await app.expect("refused 4000001") { try await $0.submit(form, with: "apple", idToken: code) }
  }
}
