// Tests the calls of Prelude's generated client, without a login's help.

import AuthGenRuntime
import AuthGenTestSupport
import AuthGenWebLogin
import Foundation
import PreludeAPI
import PreludeAuth
import Testing

extension PreludeApp {
  /// A client of the app's server.
  func graphQL(
    _ path: String = "/v1/session", over transport: any Transport, device: String? = "device-1"
  ) throws -> GraphQLClient {
    let url = try #require(URL(string: PreludeServer.origin + path))
    var configuration = ClientConfiguration(endpoint: url)
    configuration.headers["X-Device-Id"] = device
    configuration.retry = .never
    return GraphQLClient(configuration, transport: transport)
  }

  /// Its requests prove the possession of a key that no other session has.
  fileprivate var calls: PreludeClient<GraphQLClient> {
    get throws {
      let transport = DPoPTransport(key: UnverifiedKey(), environment: environment)
      return PreludeClient(try graphQL(over: transport))
    }
  }
}

@Suite struct PreludeCallsTests {
  /// RFC 7636, appendix B.
  private static let verifier: Secret = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
  private static let codeChallenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"

  private static func challengeToken(
    _ app: PreludeApp, _ account: PreludeServer.Account
  ) async throws -> Secret {
    let begun = try await app.calls.authorizeOAuth(
      provider: .google, redirectUri: "shop://callback", codeChallenge: codeChallenge)
    let page = try #require(URL(string: begun.authorizeOAuth.authorizationUrl.reveal()))
    app.server.account = account
    let redirect = try #require(app.server.withLock { $0.redirect(from: page) })
    let items = URLComponents(url: redirect, resolvingAgainstBaseURL: true)?.queryItems
    return Secret(try #require(items?.first?.value))
  }

  private static func authorize(
    _ app: PreludeApp, _ provider: SocialProvider = .google, to uri: String = "shop://callback",
    codeChallenge: String = Self.codeChallenge
  ) async throws {
    _ = try await app.calls.authorizeOAuth(
      provider: provider, redirectUri: uri, codeChallenge: codeChallenge)
  }

  struct Failure: Sendable, CustomTestStringConvertible {
    let code: PreludeErrorCode
    let call: @Sendable (PreludeApp) async throws -> Void

    var testDescription: String { "\(code)" }

    init(
      _ code: PreludeErrorCode, _ call: @escaping @Sendable (PreludeApp) async throws -> Void
    ) {
      (self.code, self.call) = (code, call)
    }
  }

  static let failures = [
    Failure(.oauthProviderNotConfigured) { try await authorize($0, .unknown("myspace")) },
    Failure(.invalidRedirectUri) { try await authorize($0, to: "https://shop.example/callback") },
    Failure(.badRequest) { try await authorize($0, codeChallenge: "short") },
    // A wrong verifier.
    Failure(.unauthorized) { app in
      let token = try await challengeToken(app, .verified("a@b.example"))
      _ = try await app.calls.finalizeLogin(
        challengeToken: token, codeVerifier: "xBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
    },
    Failure(.expiredChallengeToken) { app in
      let token = try await challengeToken(app, .verified("a@b.example"))
      app.server.withLock { $0.time += 600 }
      _ = try await app.calls.finalizeLogin(challengeToken: token, codeVerifier: verifier)
    },
    Failure(.stepNotCompleted) { app in
      let token = try await challengeToken(app, .unverified("a@b.example"))
      _ = try await app.calls.finalizeLogin(challengeToken: token, codeVerifier: verifier)
    },
    Failure(.stepNotCompleted) { app in
      let token = try await challengeToken(app, .verified("a@b.example"))
      _ = try await app.calls.startOTP(challengeToken: token)
    },
    Failure(.invalidChallengeToken) { app in
      _ = try await app.calls.startOTP(challengeToken: Secret(PreludeServer.token("made-up")))
    },
    Failure(.invalidVerificationToken) { app in
      _ = try await app.calls.retryOTP(verificationToken: "made-up")
    },
    Failure(.rateLimited) { app in
      let token = try await app.calls.startOTP(
        challengeToken: try await challengeToken(app, .unverified("a@b.example")))
      for _ in 0..<4 {
        _ = try await app.calls.retryOTP(verificationToken: token.startOTP.verificationToken)
      }
    },
    // A refresh token is used once.
    Failure(.tokenReused) { app in
      let token = try await challengeToken(app, .verified("a@b.example"))
      let session = try await app.calls.finalizeLogin(
        challengeToken: token, codeVerifier: verifier
      ).finalizeLogin
      let next = try await app.calls.refreshSession(refreshToken: session.refreshToken)
      #expect(next.refreshSession.refreshToken != session.refreshToken)
      _ = try await app.calls.refreshSession(refreshToken: session.refreshToken)
    },
    // Without the device's identifier.
    Failure(.badRequest) { app in
      let client = try app.graphQL(over: app.environment.transport, device: nil)
      _ = try await PreludeClient(client).startOTP(challengeToken: "c")
    },
  ]

  @Test(arguments: failures)
  func errorsHaveTheirCodes(_ failure: Failure) async throws {
    let app = try PreludeApp()
    await #expect {
      try await failure.call(app)
    } throws: { error in
      app.expectNoSecret(in: error)
      return (error as? RequestError)?.preludeError?.code == failure.code
    }
  }

  /// Responses outside the contract.
  @Test(
    arguments: [
      (204, "", [:], "decoding $response.headers.x-verification-token"),
      (200, "<html>", ["Content-Type": "text/html"], "status 200 text/html"),
      (
        503, "down", ["Content-Type": "text/plain", "Retry-After": "7"],
        "status 503 text/plain, again in 7 s"
      ),
      (400, #"{"code": "new_in_2027"}"#, [:], #"service unknown("new_in_2027")"#),
    ] as [(Int, String, HTTPHeaders, String)])
  func unexpectedResponsesAreTypedErrors(
    _ status: Int, _ body: String, _ headers: HTTPHeaders, _ reason: String
  ) async throws {
    let app = try PreludeApp()
    app.server.withLock { $0.order("otp", status, body, headers: headers) }
    await #expect {
      try await app.calls.startOTP(challengeToken: "c")
    } throws: { error in
      let error = error as? RequestError
      let found =
        switch error?.reason {
        case .decoding(let decoding): "decoding \(decoding.path.joined(separator: "."))"
        case .httpStatus(let failure):
          "status \(failure.status) \(failure.mediaType ?? "")"
            + (failure.retryAfter.map { ", again in \($0.components.seconds) s" } ?? "")
        case .service: "service \(error?.preludeError?.code.map { "\($0)" } ?? "-")"
        default: "\(error as Any)"
        }
      return found == reason
    }
  }
}
