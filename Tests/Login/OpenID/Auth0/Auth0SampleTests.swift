// Tests the samples of Auth0's document as they are printed: its ID tokens, its redirect, its authorization
// URLs and its token response.

import Auth0API
import AuthGenLoginTestSupport
import AuthGenOpenID
import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import AuthGenTesting
import AuthGenWebLogin
import Foundation
import OpenIDAPI
import Testing

@Suite struct Auth0SampleTests {
  /// The decoded ID tokens of the document, without changes: "Basic Authentication Request", "Request the
  /// User's Name and Profile Picture", and "Request a User Log In with GitHub".
  static let samples = TextCase.all(in: "Login/Fixtures/Auth0/IDTokens.txt").map {
    $0.lines.joined(separator: "\n")
  }

  private func members(_ sample: String) throws -> JSON.Object {
    try JSONDecoder().decode(JSON.Object.self, from: Data(sample.utf8))
  }

  private func expect(_ claims: IDTokenClaims?, _ sample: String) throws {
    let members = try members(sample)
    #expect(claims?.issuer == members["iss"]?.string && claims?.subject == members["sub"]?.string)
    #expect(claims?.audience == members["aud"]?.string.map { [$0] })
    for (date, name) in [(claims?.issuedAt, "iat"), (claims?.expiresAt, "exp")] {
      #expect(date?.timeIntervalSince1970 == members[name]?.double)
    }
    #expect(claims?.name == members["name"]?.string && claims?.email == members["email"]?.string)
    #expect(claims?.picture == members["picture"]?.string)
    #expect(claims?.isEmailVerified.map { JSON.boolean($0) } == members["email_verified"])
    #expect(claims?.expiresAt != nil && claims?.subject != nil)
  }

  @Test(arguments: samples)
  func sampleDecodesAsItIsPrinted(_ sample: String) throws {
    let token = "eyJhbGciOiJSUzI1NiJ9.\(Base64URL.encode(Array(sample.utf8)))."
    let session = OpenIDSession(
      accessToken: "eyJz93a...k4laUWw", tokenType: .bearer, refreshToken: "GEbRxBN...edjnXbL",
      idToken: Secret(token), expiresAt: nil, scopes: ["openid"], subject: nil)
    try expect(session.claims, sample)
  }

  /// The document's requests have no `nonce`. Those of `OpenIDLogin` have one, so a token without it is
  /// refused, and the same token with it is accepted.
  @Test(arguments: samples)
  func sampleIsRefusedOnlyForItsMissingNonce(_ sample: String) async throws {
    let signer = try await TokenSigner.rsa.value
    let pretend = try await PretendLogin()
    let key = try JSONDecoder().decode(
      SigningKeys.JSONWebKey.self, from: JSONEncoder().encode(pretend.key(signer)))
    let object = try JSONSerialization.jsonObject(with: Data(sample.utf8))
    var claims = try #require(object as? [String: any Sendable])
    let issuedAt = try #require(claims["iat"] as? Int)
    let validator = IDTokenValidator(
      issuer: try #require(claims["iss"] as? String),
      clientID: try #require(claims["aud"] as? String),
      keys: SigningKeys { () async throws(RequestError) in [key] },
      now: { Date(timeIntervalSince1970: Double(issuedAt) + 60) })
    let expectation = IDTokenValidator.Expectation(nonce: "nonce-1")
    let printed = try await signer.token(claims, header: ["kid": "key-1"])
    await #expect {
      _ = try await validator.claims(of: printed, expectation)
    } throws: { error in
      if case .token(.wrongNonce) = error as? IDTokenValidator.Failure { true } else { false }
    }
    claims["nonce"] = "nonce-1"
    let complete = try await signer.token(claims, header: ["kid": "key-1"])
    try expect(try await validator.claims(of: complete, expectation), sample)
  }

  private static let tokenResponse = #"""
    {
      "access_token":"eyJz93a...k4laUWw",
      "refresh_token":"GEbRxBN...edjnXbL",
      "id_token":"eyJ0XAi...4faeEoQ",
      "token_type":"Bearer",
      "expires_in":86400
    }
    """#

  private func client(of operation: any GraphQLOperation.Type) throws -> GraphQLClient {
    let transport = MockTransport.server(of: [operation]) { _ in
      PretendServer.response(200, Data(Self.tokenResponse.utf8))
    }
    let endpoint = try #require(URL(string: "https://shop.auth0.com"))
    return GraphQLClient(ClientConfiguration(endpoint: endpoint), transport: transport)
  }

  /// By the client of the login, and by the client with Auth0's paths.
  @Test func printedTokenResponseIsDecoded() async throws {
    let tokens = try await client(of: OpenIDAPI.ExchangeCodeMutation.self).execute(
      OpenIDAPI.ExchangeCodeMutation(
        clientId: "client-1", code: "code-1", codeVerifier: "verifier-1", redirectUri: "app:/")
    ).exchangeCode
    #expect(tokens.accessToken == "eyJz93a...k4laUWw")
    #expect(tokens.refreshToken == "GEbRxBN...edjnXbL" && tokens.idToken == "eyJ0XAi...4faeEoQ")
    #expect(tokens.tokenType == "Bearer" && tokens.expiresIn == 86_400 && tokens.scope == nil)
    let same = try await client(of: Auth0API.ExchangeCodeMutation.self).execute(
      Auth0API.ExchangeCodeMutation(
        clientId: "client-1", code: "code-1", codeVerifier: "verifier-1", redirectUri: "app:/")
    ).exchangeCode
    #expect(same.accessToken == tokens.accessToken && same.refreshToken == tokens.refreshToken)
    #expect(same.idToken == tokens.idToken && same.tokenType == tokens.tokenType)
    #expect(same.expiresIn == 86_400)
  }

  /// `Location: YOUR_CALLBACK_URL?code=AUTHORIZATION_CODE&state=xyzABC123`
  @Test func printedRedirectHasItsCodeAndState() throws {
    let redirectURI = try RedirectURI("com.example.app:/callback")
    let location = "\(redirectURI)?code=AUTHORIZATION_CODE&state=xyzABC123"
    let callback = try Callback(try #require(URL(string: location)), to: redirectURI)
    #expect(callback.secret("code") == "AUTHORIZATION_CODE")
    try callback.check("xyzABC123")
    #expect(throws: CallbackError.wrongState) { try callback.check("xyzABC124") }
  }

  /// The URLs of the second and third sample use case have a `state`, which an app cannot set: `OpenIDLogin`
  /// makes a new one for each login, and returns only its own redirect.
  @Test func onlyTheLoginsOwnStateIsAccepted() async throws {
    let pretend = try await PretendLogin()
    var options = try pretend.options(scopes: ["openid", "name", "picture"])
    options.connection = "github"
    let attempt = try await pretend.login.begin(options)
    let query = PretendLogin.parameters(of: attempt.page)
    for name in [
      "response_type", "code_challenge", "code_challenge_method", "client_id", "redirect_uri",
      "scope", "state", "connection",
    ] { #expect(query[name]?.isEmpty == false, "\(name)") }
    let printed = try #require(
      URL(string: "\(attempt.redirectURI)?code=AUTHORIZATION_CODE&state=xyzABC123"))
    let refused = await reasonOfFailure {
      try await pretend.login.finish(attempt, callback: printed)
    }
    #expect(refused?.callbackError == .wrongState)
    options.parameters = ["state": "xyzABC123"]
    await #expect(throws: WebLoginError.self) { try await pretend.login.begin(options) }
  }
}
