// Tests Prelude's document step by step with only the generated client. This server requires no proofs of
// possession, because only a signing transport can send them.

import AuthGenRuntime
import AuthGenTestServers
import Foundation
import PreludeAPI
import Testing

extension EndToEnd.Servers {
  @Suite(.serialized) struct PreludeTests {
    // RFC 7636, appendix B.
    private let verifier: Secret = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    private let codeChallenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
    private let redirectUri = "shop://oauth-callback"

    private func backend() async throws -> Backend {
      try await Backend(.prelude) { $0.headers["X-Device-Id"] = "device-1" }
    }

    /// Begins a login and returns the parameters of the browser's redirect.
    private func browse(_ backend: Backend, hint: String) async throws -> [String: String] {
      let begun = try await PreludeClient(backend.client).authorizeOAuth(
        provider: .google, redirectUri: redirectUri, codeChallenge: codeChallenge
      ).authorizeOAuth
      backend.seen(begun)
      let page = try #require(URL(string: begun.authorizationUrl.reveal())).appending(
        queryItems: [URLQueryItem(name: "login_hint", value: hint)])
      let back = try await Browser().open(page)
      #expect(back.string?.hasPrefix("shop://oauth-callback?") == true)
      return back.parameters
    }

    private func newAddress(_ name: String = "user") -> String {
      "\(name)-\(UUID().uuidString.lowercased())@example.com"
    }

    @Test func sessionOfALoginIsRefreshedAndRevoked() async throws {
      let backend = try await backend()
      let prelude = PreludeClient(backend.client)
      let back = try await browse(backend, hint: newAddress())
      #expect(back["status"] == nil)
      let challenge = Secret(try #require(back["challenge_token"]))
      let session = try await prelude.finalizeLogin(
        challengeToken: challenge, codeVerifier: verifier
      ).finalizeLogin
      backend.seen(session)
      #expect(session.expiresAt.date > Date())
      #expect((session.refreshTokenExpiresAt?.date ?? .distantPast) > session.expiresAt.date)

      let reused = await backend.failure { () async throws(RequestError) in
        try await prelude.finalizeLogin(challengeToken: challenge, codeVerifier: verifier)
      }
      #expect(reused?.preludeError?.code == .tokenReused)
      guard case .service(let failure) = reused?.reason else {
        Issue.record("\(reused as Any)")
        return
      }
      #expect(failure.http.status == 409)

      let next = try await prelude.refreshSession(refreshToken: session.refreshToken)
        .refreshSession
      #expect(backend.seen(next).refreshToken != session.refreshToken)
      _ = try await prelude.revokeSession(refreshToken: next.refreshToken)
      let gone = await backend.failure { () async throws(RequestError) in
        try await prelude.refreshSession(refreshToken: next.refreshToken)
      }
      #expect(gone?.preludeError?.code == .unauthorized)
    }

    @Test func wrongVerifierGivesNoSession() async throws {
      let backend = try await backend()
      let back = try await browse(backend, hint: newAddress())
      let challenge = Secret(try #require(back["challenge_token"]))
      let error = await backend.failure { () async throws(RequestError) in
        try await PreludeClient(backend.client).finalizeLogin(
          challengeToken: challenge,
          codeVerifier: "xBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
      }
      #expect(error?.preludeError?.code == .unauthorized)
    }

    @Test func unverifiedAddressIsVerifiedByACode() async throws {
      let backend = try await backend()
      let prelude = PreludeClient(backend.client)
      let address = newAddress("unverified")
      let back = try await browse(backend, hint: address)
      #expect(back["status"] == "otp_required")
      let challenge = Secret(try #require(back["challenge_token"]))
      let early = await backend.failure { () async throws(RequestError) in
        try await prelude.finalizeLogin(challengeToken: challenge, codeVerifier: verifier)
      }
      #expect(early?.preludeError?.code == .stepNotCompleted)

      let started = try await prelude.startOTP(challengeToken: challenge).startOTP
      backend.seen(started)
      let token = started.verificationToken
      let wrong = await backend.failure { () async throws(RequestError) in
        try await prelude.checkOTP(verificationToken: token, code: "not-it")
      }
      #expect(wrong?.preludeError?.code == .badCheckCode)
      _ = try await prelude.retryOTP(verificationToken: token)
      let code = try await lastCode(backend, to: address)
      let checked = try await prelude.checkOTP(verificationToken: token, code: Secret(code))
        .checkOTP
      backend.seen(checked)
      let session = try await prelude.finalizeLogin(
        challengeToken: checked.challengeToken, codeVerifier: verifier
      ).finalizeLogin
      #expect(!session.accessToken.isEmpty)
    }

    private func lastCode(_ backend: Backend, to address: String) async throws -> String {
      guard case .array(let emails) = try await backend.control("emails") else { return "" }
      return try #require(emails.last { $0["to"]?.string == address }?["code"]?.string)
    }

    @Test func tooManyWrongCodesAreLimited() async throws {
      let backend = try await backend()
      let prelude = PreludeClient(backend.client)
      let back = try await browse(backend, hint: newAddress("unverified"))
      let token = try await prelude.startOTP(
        challengeToken: Secret(try #require(back["challenge_token"]))
      ).startOTP.verificationToken
      var codes: [PreludeErrorCode?] = []
      for _ in 0..<6 {
        let error = await backend.failure { () async throws(RequestError) in
          try await prelude.checkOTP(verificationToken: token, code: "not-it")
        }
        codes.append(error?.preludeError?.code)
      }
      #expect(codes == Array(repeating: .badCheckCode, count: 5) + [.rateLimited])
    }

    @Test func errorsHaveTheirCodes() async throws {
      let backend = try await backend()
      let prelude = PreludeClient(backend.client)
      func code(
        _ provider: SocialProvider, _ redirectUri: String, _ challenge: String
      ) async -> PreludeErrorCode? {
        await backend.failure { () async throws(RequestError) in
          try await prelude.authorizeOAuth(
            provider: provider, redirectUri: redirectUri, codeChallenge: challenge)
        }?.preludeError?.code
      }
      #expect(
        await code(.unknown("myspace"), redirectUri, codeChallenge) == .oauthProviderNotConfigured)
      #expect(
        await code(.google, "https://shop.example/callback", codeChallenge) == .invalidRedirectUri)
      #expect(await code(.google, redirectUri, "short") == .badRequest)
      let back = try await browse(backend, hint: newAddress())
      let token = try #require(back["challenge_token"])
      try await backend.control("challenges", ["challenge_token": token])
      let expired = await backend.failure { () async throws(RequestError) in
        try await prelude.finalizeLogin(challengeToken: Secret(token), codeVerifier: verifier)
      }
      #expect(expired?.preludeError?.code == .expiredChallengeToken)
      let denied = try await browse(backend, hint: "denied@example.com")
      #expect(denied["error"] == "access_denied" && denied["challenge_token"] == nil)
      let withoutDevice = try await Backend(.prelude)
      let noDevice = await withoutDevice.failure { () async throws(RequestError) in
        try await PreludeClient(withoutDevice.client).startOTP(challengeToken: "c")
      }
      #expect(noDevice?.preludeError?.code == .badRequest)
    }

    /// Responses outside the contract.
    @Test func unexpectedResponsesAreTypedErrors() async throws {
      let backend = try await Backend(.prelude) {
        $0.headers["X-Device-Id"] = "device-odd"
        $0.retry = .never
      }
      let prelude = PreludeClient(backend.client)
      let responses: [[String: any Sendable]] = [
        ["status": 204, "withoutHeaders": ["X-Verification-Token"]],
        ["status": 200, "body": "<html>", "contentType": "text/html"],
        [
          "status": 503, "body": "down", "contentType": "text/plain",
          "headers": ["Retry-After": "7"],
        ],
        ["status": 400, "body": ["code": "new_in_2027"] as [String: String]],
        ["status": 302, "headers": ["Location": "https://evil.example/"]],
      ]
      var reasons: [String] = []
      for response in responses {
        var order: [String: any Sendable] = [
          "path": "/v1/session/otp", "where": ["x-device-id": "device-odd"],
        ]
        order.merge(response) { $1 }
        try await backend.control("responses", order)
        let error = await backend.failure { () async throws(RequestError) in
          try await prelude.startOTP(challengeToken: "c")
        }
        reasons.append(name(error))
      }
      #expect(
        reasons == [
          "decoding $response.headers.x-verification-token", "status 200 text/html",
          "status 503 text/plain, again in 7 s", "service unknown(\"new_in_2027\")",
          "redirected",
        ])
    }

    private func name(_ error: RequestError?) -> String {
      switch error?.reason {
      case .decoding(let decoding): "decoding \(decoding.path.joined(separator: "."))"
      case .httpStatus(let failure):
        "status \(failure.status) \(failure.mediaType ?? "")"
          + (failure.retryAfter.map { ", again in \($0.components.seconds) s" } ?? "")
      case .service: "service \(error?.preludeError?.code.map { "\($0)" } ?? "-")"
      case .transport(let transport):
        if case .redirected = transport.reason { "redirected" } else { "\(transport)" }
      default: "\(error as Any)"
      }
    }
  }
}
