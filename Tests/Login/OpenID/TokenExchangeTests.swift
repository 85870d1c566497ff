// Tests logins with the token of another issuer (RFC 8693).

import AuthGenOpenID
import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import Foundation
import OpenIDAPI
import Testing

@Suite struct TokenExchangeTests {
  private static let grantType = "urn:ietf:params:oauth:grant-type:token-exchange"

  private func failure(
    _ pretend: PretendLogin, _ token: SubjectToken = .idToken("subject-s3cret")
  ) async -> WebLoginError.Reason? {
    await reasonOfFailure { try await pretend.login.logIn(exchanging: token) }
  }

  @Test func idTokenOfAnotherIssuerLogsIn() async throws {
    let pretend = try await PretendLogin()
    await pretend.grant()
    let user = try await pretend.login.logIn(
      exchanging: .idToken("subject-s3cret", parameters: ["subject_issuer": "apple"]),
      scopes: ["openid offline_access"], audience: "https://api.example")
    #expect(
      await pretend.server.lastBody("/oauth/token") == [
        "grant_type": Self.grantType, "client_id": PretendServer.clientID,
        "subject_token": "subject-s3cret",
        "subject_token_type": "urn:ietf:params:oauth:token-type:id_token",
        "scope": "openid offline_access", "audience": "https://api.example",
        "subject_issuer": "apple",
      ])
    // A form, also for a provider with JSON.
    #expect(
      await pretend.server.requests.last { $0.url.path == "/oauth/token" }?
        .headers["Content-Type"] == "application/x-www-form-urlencoded")
    #expect(user.claims?.subject == "user-1" && user.warning == nil && user.storeError == nil)
    #expect(await pretend.session == user.session)
    #expect(user.session.accessToken.reveal() == "access-1")
    #expect(try await pretend.login.sessions.refreshedSession()?.subject == "user-1")
  }

  /// Auth0's documentation of native social login: the code, and never the identity token.
  @Test func codeOfApplesSignInIsExchangedWithTheName() async throws {
    let pretend = try await PretendLogin()
    await pretend.grant()
    var name = PersonNameComponents()
    name.givenName = "Ada"
    name.familyName = #"Love"lace & Söhne"#
    _ = try await pretend.login.logIn(
      exchanging: .appleAuthorizationCode("c0de-s3cret", name: name), scopes: ["openid"])
    #expect(
      await pretend.server.lastBody("/oauth/token") == [
        "grant_type": Self.grantType, "client_id": PretendServer.clientID,
        "subject_token": "c0de-s3cret",
        "subject_token_type": "http://auth0.com/oauth/token-type/apple-authz-code",
        "scope": "openid",
        "user_profile": #"{"name":{"firstName":"Ada","lastName":"Love\"lace & Söhne"}}"#,
      ])
    _ = try await pretend.login.logIn(
      exchanging: .appleAuthorizationCode("c0de-2", name: PersonNameComponents()))
    #expect(await pretend.server.lastBody("/oauth/token")["user_profile"] == nil)
    name.givenName = nil
    _ = try await pretend.login.logIn(exchanging: .appleAuthorizationCode("c0de-3", name: name))
    #expect(
      await pretend.server.lastBody("/oauth/token")["user_profile"]
        == #"{"name":{"lastName":"Love\"lace & Söhne"}}"#)
  }

  /// Other types of tokens, and the parameter for the API of RFC 8707.
  @Test func typeAndAudienceAreThoseOfTheProvider() async throws {
    let pretend = try await PretendLogin { $0.audienceParameter = .resource }
    await pretend.grant()
    let token = SubjectToken("subject", type: "urn:ietf:params:oauth:token-type:jwt")
    let user = try await pretend.login.logIn(
      exchanging: token, scopes: [], audience: "https://api.example")
    #expect(
      await pretend.server.lastBody("/oauth/token") == [
        "grant_type": Self.grantType, "client_id": PretendServer.clientID,
        "subject_token": "subject", "subject_token_type": "urn:ietf:params:oauth:token-type:jwt",
        "resource": "https://api.example",
      ])
    #expect(user.claims == nil)
  }

  @Test(arguments: [
    ("aud", "another", IDTokenError.wrongAudience),
    ("iss", "https://appleid.apple.com", .wrongIssuer), ("nonce", "another", .wrongNonce),
  ])
  func invalidIDTokenOfTheProviderIsRejected(
    _ claim: String, _ value: String, _ expected: IDTokenError
  ) async throws {
    let pretend = try await PretendLogin()
    await pretend.grant(idToken: [claim: value])
    let reason = await failure(pretend, .idToken("subject-s3cret", nonce: "hash-1"))
    #expect(reason?.idTokenError == expected)
    #expect(await pretend.session == nil)
    // Tokens that fail their checks are revoked.
    try await wait { await pretend.server.count("/oauth/revoke") == 1 }
  }

  /// RFC 8693 requires no ID token.
  @Test func idTokenIsOptionalAndHasTheNonceOfTheExchangedToken() async throws {
    let pretend = try await PretendLogin()
    await pretend.grant(idToken: ["nonce": "hash-1"])
    let token = SubjectToken.idToken("subject-s3cret", nonce: "hash-1")
    #expect(try await pretend.login.logIn(exchanging: token).claims?.subject == "user-1")
    await pretend.grant(["id_token": NSNull()])
    let user = try await pretend.login.logIn(exchanging: .idToken("subject-s3cret"))
    #expect(user.claims == nil && user.session.idToken == nil)
  }

  /// Section 2.2.1: the type of a token that is no access token.
  @Test(arguments: ["N_A", "mac"])
  func tokenOfAnotherTypeIsRejected(_ type: String) async throws {
    let pretend = try await PretendLogin()
    await pretend.grant(["token_type": type])
    #expect(await failure(pretend).map { "\($0)" } == "wrongTokenType")
  }

  @Test(arguments: ["invalid_grant", "invalid_request", "invalid_target", "unsupported_grant_type"])
  func refusedTokenKeepsTheEarlierSession(_ code: String) async throws {
    let pretend = try await PretendLogin()
    await pretend.grant()
    let earlier = try await pretend.login.logIn(exchanging: .idToken("subject-1")).session
    try await pretend.server.respond(to: "/oauth/token", status: 400, ["error": code])
    #expect(await failure(pretend)?.refusal == OpenIDErrorCode(graphQLName: code))
    #expect(await pretend.session == earlier)
  }

  /// The code may be used up.
  @Test func exchangeIsSentOnceEvenIfTheServerFails() async throws {
    let pretend = try await PretendLogin()
    try await pretend.server.respond(to: "/oauth/token", status: 503, [:])
    #expect(await failure(pretend, .appleAuthorizationCode("c0de-s3cret")) != nil)
    #expect(await pretend.server.count("/oauth/token") == 1)
  }

  @Test(arguments: ["grant_type", "client_id", "subject_token", "subject_token_type", "scope"])
  func parameterOfTheRequestCannotBeReplaced(_ name: String) async throws {
    let pretend = try await PretendLogin()
    let token = SubjectToken.idToken("subject-s3cret", parameters: [name: "other"])
    #expect(await failure(pretend, token).map { "\($0)" } == "reservedParameter(\"\(name)\")")
    #expect(await pretend.server.requests.isEmpty)
  }

  @Test func subjectTokenIsNeverPrinted() {
    var name = PersonNameComponents()
    name.givenName = "s3cret"
    for token in [
      SubjectToken.appleAuthorizationCode("c0de-s3cret", name: name),
      .idToken("s3cret", nonce: "s3cret", parameters: ["login_hint": "s3cret"]),
    ] {
      for text in shapes(of: token) { #expect(!text.contains("s3cret"), "\(text)") }
    }
  }
}
