// Tests logins at Auth0 with a code instead of a password.

import AuthGenOpenID
import AuthGenRuntime
import AuthGenSessions
import Foundation
import OpenIDAPI
import Testing

struct PasswordlessTests {
  private func pretend() async throws -> PretendLogin {
    let pretend = try await PretendLogin()
    // As in github.com/auth0/go-auth0 (test/data/recordings/authentication/TestSendEmail.yaml).
    try await pretend.server.respond(
      to: "/passwordless/start",
      ["_id": "6492b5a75bedeae7449299fa", "email": "ada@example.com", "email_verified": true])
    return pretend
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

  @Test func refusedRecipientGetsNoCode() async throws {
    let pretend = try await pretend()
    try await pretend.server.respond(
      to: "/passwordless/start", status: 400,
      [
        "error": "bad.phone_number",
        "error_description": #"String does not match pattern: ^\+[0-9]{1,15}$"#,
      ])
    let refused = await reasonOfFailure { try await pretend.login.sendCode(to: .phone("020")) }
    #expect(refused?.refusal == OpenIDErrorCode(graphQLName: "bad.phone_number"))
    #expect(await pretend.server.count("/passwordless/start") == 1)
  }

  @Test func recipientOfACodeIsNeverPrinted() async throws {
    let pretend = try await pretend()
    let recipient = CodeRecipient.email("ada-s3cret@example.com")
    let sent = try await pretend.login.sendCode(to: recipient)
    for text in shapes(of: recipient) + shapes(of: sent) {
      #expect(!text.contains("s3cret"), "\(text)")
    }
  }
}
