// Tests logins at Auth0 with a code instead of a password.

import AuthGenLoginTestSupport
import AuthGenOpenID
import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import AuthGenWebLogin
import Foundation
import OpenIDAPI
import Testing

struct PasswordlessTests {
  private func pretend(key: (any DPoPKey)? = nil) async throws -> PretendLogin {
    let pretend = try await PretendLogin(key: key)
    // As in github.com/auth0/go-auth0 (test/data/recordings/authentication/TestSendEmail.yaml).
    try await pretend.server.respond(
      to: "/passwordless/start",
      ["_id": "6492b5a75bedeae7449299fa", "email": "ada@example.com", "email_verified": true])
    return pretend
  }

  private func reason(_ body: () async throws -> Void) async -> WebLoginError.Reason? {
    let error = await #expect(throws: WebLoginError.self) { try await body() }
    return error?.reason
  }

  @Test(
    arguments: [
      (CodeRecipient.email("ada@example.com"), "email", "email", "ada@example.com"),
      (.phone("+442071838750"), "sms", "phone_number", "+442071838750"),
    ])
  func codeLogsIn(
    _ recipient: CodeRecipient, _ realm: String, _ name: String, _ value: String
  ) async throws {
    let pretend = try await pretend()
    let sent = try await pretend.login.sendCode(
      to: recipient, scopes: ["openid offline_access"], audience: "https://api.example")
    #expect(sent.recipient == recipient)
    #expect(
      await pretend.server.lastBody("/passwordless/start") == [
        "client_id": PretendServer.clientID, "connection": realm, name: value, "send": "code",
      ])
    await pretend.grant()
    let user = try await pretend.login.finish(sent, code: "123456")
    #expect(
      await pretend.server.lastBody("/oauth/token") == [
        "grant_type": "http://auth0.com/oauth/grant-type/passwordless/otp",
        "client_id": PretendServer.clientID, "username": value, "realm": realm, "otp": "123456",
        "scope": "openid offline_access", "audience": "https://api.example",
      ])
    #expect(user.claims?.subject == "user-1" && user.warning == nil && user.recoveryCode == nil)
    #expect(await pretend.login.sessions.state.session == user.session)
    #expect(try await pretend.login.sessions.refreshedSession()?.subject == "user-1")
  }

  @Test func wrongCodeCanBeEnteredAgain() async throws {
    let pretend = try await pretend()
    let sent = try await pretend.login.sendCode(to: .email("ada@example.com"))
    try await pretend.server.respond(
      to: "/oauth/token", status: 403,
      ["error": "invalid_grant", "error_description": "Wrong email or verification code."])
    guard
      case .wrongCode = await reason({ try await pretend.login.finish(sent, code: "000000") })
    else {
      Issue.record("not a wrong code")
      return
    }
    await pretend.grant()
    #expect(try await pretend.login.finish(sent, code: "123456").session.subject == "user-1")
  }

  @Test func refusedRecipientGetsNoCode() async throws {
    let pretend = try await pretend()
    try await pretend.server.respond(
      to: "/passwordless/start", status: 400,
      [
        "error": "bad.phone_number",
        "error_description": #"String does not match pattern: ^\+[0-9]{1,15}$"#,
      ])
    let refused = await reason { _ = try await pretend.login.sendCode(to: .phone("020")) }
    guard case .refused(let why) = refused else {
      Issue.record("\(refused as Any)")
      return
    }
    #expect(why.code == OpenIDErrorCode(graphQLName: "bad.phone_number"))
    #expect(await pretend.server.count("/passwordless/start") == 1)
  }

  @Test func codeWithoutAPasswordIsSentOnceEvenIfTheServerFails() async throws {
    let pretend = try await pretend()
    let sent = try await pretend.login.sendCode(to: .email("ada@example.com"))
    await pretend.server.respond(to: "/oauth/token") { _ in
      PretendServer.response(503, headers: ["Retry-After": "0"])
    }
    _ = await reason { try await pretend.login.finish(sent, code: "123456") }
    #expect(await pretend.server.count("/oauth/token") == 1)
  }

  @Test func secondFactorMayFollowACode() async throws {
    let pretend = try await pretend()
    let sent = try await pretend.login.sendCode(to: .email("ada@example.com"))
    try await pretend.server.respond(
      to: "/oauth/token", status: 403, ["error": "mfa_required", "mfa_token": "mfa-1"])
    let next = await reason { try await pretend.login.finish(sent, code: "123456") }
    #expect(next?.secondFactor != nil)
    #expect(await pretend.login.sessions.state.session == nil)
  }

  @Test func tokensForACodeAreVerifiedAndBound() async throws {
    let pretend = try await pretend(key: OpenSSLKey())
    let sent = try await pretend.login.sendCode(to: .email("ada@example.com"))
    await pretend.grant(["token_type": "DPoP"], idToken: ["aud": "another"])
    let refused = await reason { try await pretend.login.finish(sent, code: "123456") }
    #expect(refused?.idTokenError == .wrongAudience)
    await pretend.grant(["token_type": "DPoP"])
    let user = try await pretend.login.finish(sent, code: "123456")
    #expect(user.session.tokenType == .dpop)
    let last = await pretend.server.requests.last { $0.url.path == "/oauth/token" }
    #expect(last?.headers["DPoP"] != nil)
  }

  @Test func codeWithoutAnIDTokenCreatesNoSession() async throws {
    let pretend = try await pretend()
    let sent = try await pretend.login.sendCode(to: .email("ada@example.com"))
    try await pretend.server.respond(
      to: "/oauth/token",
      ["access_token": "access-1", "token_type": "Bearer", "refresh_token": "refresh-1"])
    let refused = await reason { try await pretend.login.finish(sent, code: "123456") }
    #expect(refused?.idTokenError == .missing)
    #expect(await pretend.login.sessions.state.session == nil)
  }

  @Test func codeOfAnotherServerIsNotSent() async throws {
    let pretend = try await pretend()
    let sent = try await pretend.login.sendCode(to: .email("ada@example.com"))
    let other = try await PretendLogin { provider in
      if let moved = try? OpenIDProvider.auth0(domain: "other.example") { provider = moved }
    }
    let refused = await reason { try await other.login.finish(sent, code: "123456") }
    #expect(refused.map { "\($0)" } == "noSuchAttempt")
    #expect(await other.server.requests.isEmpty)
  }

  @Test func otherProvidersSendNoCode() async throws {
    let pretend = try await PretendLogin { $0.passwordlessEndpoint = nil }
    let unsupported = await reason {
      _ = try await pretend.login.sendCode(to: .email("ada@example.com"))
    }
    #expect(unsupported.map { "\($0)" } == "unsupported")
    #expect(await pretend.server.requests.isEmpty)
  }

  @Test func recipientOfACodeIsNeverPrinted() async throws {
    let pretend = try await pretend()
    let recipient = CodeRecipient.email("ada-s3cret@example.com")
    let sent = try await pretend.login.sendCode(to: recipient)
    for value in [recipient, sent] as [Any] {
      var dumped = ""
      dump(value, to: &dumped)
      for text in ["\(value)", String(reflecting: value), dumped] {
        #expect(!text.contains("s3cret"), "\(text)")
      }
    }
  }
}
