// Tests Prelude's document for addresses that the provider has not verified.

import AuthGenRuntime
import Foundation
import PreludeAuth
import Testing

extension EndToEnd.Servers {
  @Suite(.serialized) struct PreludeEmailOTPTests {
    @Test func codeHasAlreadyBeenSent() async throws {
      let address = PreludeApp.address("unverified")
      let app = try await PreludeApp(as: address)
      let result = try await app.logIn()
      let challenge = try #require(result.challenge)
      #expect(result.email == address)
      #expect(try await app.client.user() == nil)
      let codes = try await app.codes(to: address)
      #expect(codes.count == 1)
      let user = try await app.client.checkOAuthEmailOTP(
        try #require(codes.first), resuming: challenge)
      #expect(try await app.client.user() == user)
      #expect(try await app.codes(to: address).count == 1)
      #expect(try await app.calls().contains("otp/retry") == false)
    }

    @Test func wrongCodeLeavesTheChallengeValid() async throws {
      let address = PreludeApp.address("unverified")
      let app = try await PreludeApp(as: address)
      let challenge = try #require(try await app.logIn().challenge)
      for _ in 0..<2 {
        let error = await app.failure {
          _ = try await app.client.checkOAuthEmailOTP("not-it", resuming: challenge)
        }
        guard case .invalidOTPCode = error else {
          Issue.record("\(error as Any)")
          return
        }
      }
      let code = try #require(try await app.codes(to: address).first)
      let user = try await app.client.checkOAuthEmailOTP(code, resuming: challenge)
      #expect(try await app.client.user() == user)
      app.backend.seen(challenge)
    }

    /// Beyond the document.
    @Test func newCodeReplacesTheFormerOne() async throws {
      let address = PreludeApp.address("unverified")
      let app = try await PreludeApp(as: address)
      let challenge = try #require(try await app.logIn().challenge)
      try await app.client.resendOAuthEmailOTP(challenge)
      let codes = try await app.codes(to: address)
      #expect(codes.count == 2)
      let error = await app.failure {
        _ = try await app.client.checkOAuthEmailOTP(codes[0], resuming: challenge)
      }
      guard case .invalidOTPCode = error else {
        Issue.record("\(error as Any)")
        return
      }
      let user = try await app.client.checkOAuthEmailOTP(
        try #require(codes.last), resuming: challenge)
      #expect(try await app.client.user() == user)
    }

    /// The code was right, and is valid once. The same challenge continues without it.
    @Test func lostSessionResponseIsRequestedAgainWithoutTheCode() async throws {
      let address = PreludeApp.address("unverified")
      let app = try await PreludeApp(as: address)
      let challenge = try #require(try await app.logIn().challenge)
      let code = try #require(try await app.codes(to: address).first)
      try await app.order("login/finalize", ["status": 503])
      let error = await app.failure {
        _ = try await app.client.checkOAuthEmailOTP(code, resuming: challenge)
      }
      guard case .request = error else {
        Issue.record("\(error as Any)")
        return
      }
      let user = try await app.client.checkOAuthEmailOTP(code, resuming: challenge)
      #expect(try await app.client.user() == user)
      #expect(try await app.calls().count { $0 == "otp/check" } == 1)
      // Then the challenge is used up.
      let again = await app.failure {
        _ = try await app.client.checkOAuthEmailOTP(code, resuming: challenge)
      }
      guard case .expiredChallengeToken = again else {
        Issue.record("\(again as Any)")
        return
      }
      #expect(try await app.calls().count { $0 == "otp/check" } == 1)
    }

    @Test func twoTapsOnTheButtonAreOneLogin() async throws {
      let address = PreludeApp.address("unverified")
      let app = try await PreludeApp(as: address)
      let challenge = try #require(try await app.logIn().challenge)
      let code = try #require(try await app.codes(to: address).first)
      async let one = app.client.checkOAuthEmailOTP(code, resuming: challenge)
      async let other = app.client.checkOAuthEmailOTP(code, resuming: challenge)
      let users = try await [one, other]
      #expect(users[0] == users[1])
      #expect(try await app.calls().count { $0 == "otp/check" } == 1)
    }

    @Test func tooManyWrongCodesAreLimited() async throws {
      let app = try await PreludeApp(as: PreludeApp.address("unverified"))
      let challenge = try #require(try await app.logIn().challenge)
      var last: PreludeAuthError?
      for _ in 0..<6 {
        last = await app.failure {
          _ = try await app.client.checkOAuthEmailOTP("not-it", resuming: challenge)
        }
      }
      guard case .rateLimited = last else {
        Issue.record("\(last as Any)")
        return
      }
    }

    // MARK: No code is required

    @Test func anyAddressLogsInWithoutVerifyEmail() async throws {
      let address = PreludeApp.address("unverified")
      let app = try await PreludeApp(
        PreludeApp.service.with("--no-verify-email"), as: address)
      try await expectNoCode(app, sentTo: address)
    }

    @Test(arguments: ["user", "noemail"])
    func noCodeIsSentWithoutAnUnverifiedAddress(_ name: String) async throws {
      let address = PreludeApp.address(name)
      try await expectNoCode(try await PreludeApp(as: address), sentTo: address)
    }

    private func expectNoCode(_ app: PreludeApp, sentTo address: String) async throws {
      let user = try #require(try await app.logIn().user)
      #expect(try await app.client.user() == user)
      #expect(try await app.codes(to: address).isEmpty)
      let calls = try await app.calls()
      #expect(calls.contains("login/finalize") && !calls.contains { $0.hasPrefix("otp") })
    }
  }
}
