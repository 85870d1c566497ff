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
  /// A decoded ID token of the document, without changes.
  struct Sample: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let json: String
    let issuer: String
    let subject: String
    let clientID: String
    let issuedAt: TimeInterval
    let expiresAt: TimeInterval
    var name: String?
    var picture: String?
    var email: String?
    var isEmailVerified: Bool?
  }

  static let samples = [
    Sample(
      testDescription: "Basic Authentication Request",
      json: #"""
        {
          "iss": "https://auth0pnp.auth0.com/",
          "sub": "auth0|581...",
          "aud": "xvt9...",
          "exp": 1478112929,
          "iat": 1478076929
        }
        """#,
      issuer: "https://auth0pnp.auth0.com/", subject: "auth0|581...", clientID: "xvt9...",
      issuedAt: 1_478_076_929, expiresAt: 1_478_112_929),
    Sample(
      testDescription: "Request the User's Name and Profile Picture",
      json: #"""
        {
          "name": "auth0user@...",
          "picture": "https://example.com/profile-pic.png",
          "iss": "https://auth0user.auth0.com/",
          "sub": "auth0|581...",
          "aud": "xvt...",
          "exp": 1478113129,
          "iat": 1478077129
        }
        """#,
      issuer: "https://auth0user.auth0.com/", subject: "auth0|581...", clientID: "xvt...",
      issuedAt: 1_478_077_129, expiresAt: 1_478_113_129, name: "auth0user@...",
      picture: "https://example.com/profile-pic.png"),
    Sample(
      testDescription: "Request a User Log In with GitHub",
      json: #"""
        {
          "name": "John Smith",
          "picture": "https://avatars.example.com",
          "email": "jsmith@...",
          "email_verified": true,
          "iss": "https://auth0user.auth0.com/",
          "sub": "github|100...",
          "aud": "xvt...",
          "exp": 1478114742,
          "iat": 1478078742
        }
        """#,
      issuer: "https://auth0user.auth0.com/", subject: "github|100...", clientID: "xvt...",
      issuedAt: 1_478_078_742, expiresAt: 1_478_114_742, name: "John Smith",
      picture: "https://avatars.example.com", email: "jsmith@...", isEmailVerified: true),
  ]

  private func expect(_ claims: IDTokenClaims?, _ sample: Sample) {
    #expect(claims?.issuer == sample.issuer && claims?.subject == sample.subject)
    #expect(claims?.audience == [sample.clientID])
    #expect(claims?.issuedAt == Date(timeIntervalSince1970: sample.issuedAt))
    #expect(claims?.expiresAt == Date(timeIntervalSince1970: sample.expiresAt))
    #expect(claims?.name == sample.name && claims?.picture == sample.picture)
    #expect(claims?.email == sample.email && claims?.isEmailVerified == sample.isEmailVerified)
  }

  @Test(arguments: samples)
  func sampleDecodesAsItIsPrinted(_ sample: Sample) throws {
    let token = "eyJhbGciOiJSUzI1NiJ9.\(Base64URL.encode(Array(sample.json.utf8)))."
    let session = OpenIDSession(
      accessToken: "eyJz93a...k4laUWw", tokenType: .bearer, refreshToken: "GEbRxBN...edjnXbL",
      idToken: Secret(token), expiresAt: nil, scopes: ["openid"], subject: sample.subject)
    expect(session.claims, sample)
  }

  /// The document's requests have no `nonce`. Those of `OpenIDLogin` have one, so a token without it is
  /// refused, and the same token with it is accepted.
  @Test(arguments: samples)
  func sampleIsRefusedOnlyForItsMissingNonce(_ sample: Sample) async throws {
    let signer = try await TokenSigner.rsa.value
    let pretend = try await PretendLogin()
    let key = try JSONDecoder().decode(
      SigningKeys.JSONWebKey.self, from: JSONEncoder().encode(pretend.key(signer)))
    let validator = IDTokenValidator(
      issuer: sample.issuer, clientID: sample.clientID,
      keys: SigningKeys { () async throws(RequestError) in [key] },
      now: { Date(timeIntervalSince1970: sample.issuedAt + 60) })
    let object = try JSONSerialization.jsonObject(with: Data(sample.json.utf8))
    var claims = try #require(object as? [String: any Sendable])
    let expectation = IDTokenValidator.Expectation(nonce: "nonce-1")
    let printed = try await signer.token(claims, header: ["kid": "key-1"])
    do throws(IDTokenValidator.Failure) {
      _ = try await validator.claims(of: printed, expectation)
      Issue.record("expected wrongNonce")
    } catch {
      guard case .token(.wrongNonce) = error else {
        Issue.record("\(error)")
        return
      }
    }
    claims["nonce"] = "nonce-1"
    let complete = try await signer.token(claims, header: ["kid": "key-1"])
    expect(try await validator.claims(of: complete, expectation), sample)
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
