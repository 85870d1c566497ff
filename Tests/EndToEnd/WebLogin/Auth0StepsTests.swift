// Tests logins at Auth0 without a browser: with a code instead of a password, and with a second factor. The
// tests read the messages, play the app with codes, and answer the notifications.

import AuthGenLoginTestSupport
import AuthGenOpenID
import AuthGenRuntime
import AuthGenSessions
import AuthGenTestServers
import AuthGenTestSupport
import AuthGenWebLogin
import Foundation
import OpenIDAPI
import Testing

extension EndToEnd.Glewlwyd {
  @Suite struct Auth0StepsTests {
    private func app(
      _ service: Service = .auth0, key: (any DPoPKey)? = nil, clock: (any Clock<Duration>)? = nil
    ) async throws -> OpenIDApp {
      let backend = try await Backend(service)
      return OpenIDApp(backend, try .auth0(at: backend.url("")), key: key, clock: clock)
    }

    private func newAddress() -> String { "ada-\(UUID().uuidString.lowercased())@example.com" }

    private func code(to recipient: String, _ app: OpenIDApp) async throws -> Secret {
      let message = try await app.backend.control("messages", ["to": recipient])
      return Secret(try #require(message["code"]?.string))
    }

    private func code(of key: Secret, _ app: OpenIDApp) async throws -> Secret {
      let shown = try await app.backend.control("authenticator-apps", ["secret": key.reveal()])
      return Secret(try #require(shown["code"]?.string))
    }

    /// Logs in with a correct code that was sent to an address.
    private func logIn(_ app: OpenIDApp, _ address: String) async throws -> OpenIDLogin.LoggedIn {
      let sent = app.backend.seen(try await app.login.sendCode(to: .email(address)))
      return app.backend.seen(
        try await app.login.finish(sent, code: try await code(to: address, app)))
    }

    /// Logs in a user who needs a second factor.
    private func factor(_ app: OpenIDApp, _ address: String) async throws -> SecondFactor {
      _ = try await app.backend.control("second-factors", ["user": address])
      let reason = try await app.failure { _ in try await logIn(app, address) }
      return app.backend.seen(try #require(reason.secondFactor))
    }

    private func finish(
      _ challenge: SecondFactor.Challenge, _ code: Secret, _ app: OpenIDApp
    ) async throws -> OpenIDLogin.LoggedIn {
      guard case .code(let challenge) = app.backend.seen(challenge) else {
        throw WebLoginError(.unsupported)
      }
      return app.backend.seen(try await app.login.finish(challenge, code: code))
    }

    /// Sets up an app with codes.
    private func enroll(
      _ app: OpenIDApp, _ address: String
    ) async throws -> SecondFactor.AddedAuthenticator {
      let factor = try await factor(app, address)
      #expect(try await app.login.authenticators(for: factor).isEmpty)
      let added = app.backend.seen(
        try await app.login.add(.authenticatorApp, for: factor))
      let key = try #require(added.key)
      #expect(added.barcode?.reveal().contains(key.reveal()) == true)
      _ = try await finish(added.challenge, try await code(of: key, app), app)
      return added
    }

    private func challenge(
      _ kind: SecondFactor.Kind, _ app: OpenIDApp, _ factor: SecondFactor
    ) async throws -> SecondFactor.Challenge {
      let all = app.backend.seen(try await app.login.authenticators(for: factor))
      return try await app.login.challenge(
        try #require(all.first { $0.kind == kind }), for: factor)
    }

    @Test func codeByEmailOrSMSLogsInOnce() async throws {
      let app = try await app()
      let number = "+49" + (0..<10).map { _ in String(Int.random(in: 0...9)) }.joined()
      for recipient in [CodeRecipient.email(newAddress()), .phone(number)] {
        let address =
          switch recipient {
          case .email(let address): address
          case .phone(let number): number
          }
        let sent = app.backend.seen(try await app.login.sendCode(to: recipient))
        let wrong = try await app.failure { try await $0.finish(sent, code: "none") }
        #expect(wrong.refusedCode == .invalidGrant)
        let code = try await code(to: address, app)
        let user = app.backend.seen(try await app.login.finish(sent, code: code))
        #expect(user.claims?.name == address && user.session.subject?.isEmpty == false)
        #expect(await app.login.sessions.state.session == user.session)
        #expect(app.backend.seen(try await app.login.userInfo()).sub == user.session.subject)
        let again = try await app.failure { try await $0.finish(sent, code: code) }
        #expect(again.refusedCode == .invalidGrant)
      }
    }

    @Test func appWithCodesIsSetUpAndProvesLogins() async throws {
      let app = try await app()
      let address = newAddress()
      let added = try await enroll(app, address)
      let session = await app.login.sessions.state.session
      #expect(session?.subject?.isEmpty == false && added.recoveryCodes.count == 1)
      let factor = try await factor(app, address)
      #expect(factor.requirements?.challenge?.map(\.type) == ["otp"])
      let challenge = try await challenge(.authenticatorApp, app, factor)
      let wrong = try await app.failure { _ in try await finish(challenge, "none", app) }
      #expect(wrong.refusedCode == .invalidGrant)
      #expect(await app.login.sessions.state.session == session)
      let code = try await code(of: try #require(added.key), app)
      let user = try await finish(challenge, code, app)
      #expect(user.session.subject == session?.subject && user.session != session)
      let second = try await app.failure { try await $0.add(.push, for: factor) }
      #expect(second.refusal == .invalidGrant)
    }

    @Test func messageProvesASecondFactor() async throws {
      let app = try await app()
      let address = newAddress()
      let recipient = newAddress()
      let factor = try await factor(app, address)
      let added = app.backend.seen(try await app.login.add(.email(recipient), for: factor))
      _ = try await finish(added.challenge, try await code(to: recipient, app), app)
      let later = try await self.factor(app, address)
      let challenge = try await challenge(.email, app, later)
      let user = try await finish(challenge, try await code(to: recipient, app), app)
      #expect(user.claims?.email == address)
      let refused = try await app.failure { try await $0.add(.authenticatorApp, for: later) }
      // The login is over.
      #expect(refused.refusal == .invalidGrant)
    }

    /// The pauses take no time. Another device answers after the second one.
    @Test(arguments: ["approve", "decline"])
    func notificationIsAnsweredOnAnotherDevice(_ answer: String) async throws {
      let address = newAddress()
      let waited = Shared(0.0)
      let backend = try await Backend(.auth0)
      let app = try await app(
        clock: RunningClock { step in
          let isTime = waited.withLock { waited in
            let earlier = waited
            waited += step / .seconds(1)
            return earlier < 12 && waited >= 12
          }
          guard isTime else { return }
          _ = try await backend.control("notifications", ["user": address, "answer": answer])
        })
      let factor = try await factor(app, address)
      let added = app.backend.seen(try await app.login.add(.push, for: factor))
      guard case .approval(let challenge) = app.backend.seen(added.challenge) else {
        Issue.record("not a notification")
        return
      }
      if answer == "approve" {
        let user = app.backend.seen(try await app.login.finish(challenge))
        #expect(user.claims?.email == address)
        // After the second request came too early, the pause is longer.
        #expect(waited.withLock { $0.rounded() } == 20)
      } else {
        let reason = try await app.failure { try await $0.finish(challenge) }
        #expect(reason.denial == .accessDenied)
      }
    }

    @Test func recoveryCodeLogsInOnceAndIsReplaced() async throws {
      let app = try await app()
      let address = newAddress()
      let code = try #require(try await enroll(app, address).recoveryCodes.first)
      let first = try await challenge(.recoveryCode, app, try await factor(app, address))
      let user = try await finish(first, code, app)
      let next = try #require(user.recoveryCode)
      let second = try await challenge(.recoveryCode, app, try await factor(app, address))
      let used = try await app.failure { _ in try await finish(second, code, app) }
      #expect(used.refusedCode == .invalidGrant)
      #expect(try await finish(second, next, app).recoveryCode != nil)
    }

    @Test func expiredSecondStepIsOver() async throws {
      let app = try await app()
      let address = newAddress()
      let factor = try await factor(app, address)
      _ = try await app.backend.control("mfa-tokens", ["user": address])
      let reason = try await app.failure { try await $0.authenticators(for: factor) }
      #expect("\(reason)" == "noSuchAttempt")
    }

    /// Another library verifies the answers.
    @Test func passkeyRegistersAndLogsInAtAuth0() async throws {
      let app = try await app(.auth0.with("--dpop-nonce"), key: OpenSSLKey())
      let user = PasskeyUser(email: newAddress(), name: "Ada")
      let challenge = app.backend.seen(
        try await app.login.passkeyChallenge(registering: user))
      let creation = app.backend.seen(try PasskeyRegistration(options: challenge.options))
      #expect(creation.userName == user.email)
      let new = try await app.backend.answer(to: creation)
      let first = app.backend.seen(try await app.login.finish(challenge, passkey: new))
      #expect(first.claims?.email == user.email && first.claims?.name == "Ada")
      #expect(first.session.tokenType == .dpop)
      #expect(try await app.login.userInfo().sub == first.session.subject)
      let known = try await app.failure { try await $0.passkeyChallenge(registering: user) }
      #expect(known.refusal == .invalidRequest)

      let other = try await self.app(.auth0.with("--dpop-nonce"), key: OpenSSLKey())
      let passkey = try new.credentialID()
      let asked = other.backend.seen(try await other.login.passkeyChallenge())
      let request = other.backend.seen(try PasskeySignIn(options: asked.options))
      let answer = try await other.backend.answer(to: request, with: passkey)
      // An answer to another challenge.
      let later = try await other.login.passkeyChallenge()
      let stray = try await other.failure { try await $0.finish(later, passkey: answer) }
      #expect(stray.refusal == .invalidGrant)
      let again = other.backend.seen(try await other.login.finish(asked, passkey: answer))
      #expect(again.session.subject == first.session.subject)
      let used = try await other.failure { try await $0.finish(asked, passkey: answer) }
      #expect(used.refusal == .invalidGrant)
      #expect(await other.login.sessions.state.session == again.session)
    }

    /// Another library verifies the proofs. The requests about the factor have none.
    @Test func tokensOfASecondStepAreBoundToTheDevicesKey() async throws {
      let app = try await app(.auth0.with("--dpop-nonce"), key: OpenSSLKey())
      let address = newAddress()
      _ = try await enroll(app, address)
      let session = try #require(await app.login.sessions.state.session)
      #expect(session.tokenType == .dpop)
      #expect(try await app.login.userInfo().email == address)
    }
  }
}

extension WebLoginError.Reason {
  /// The continuation of a login that needs a second factor.
  fileprivate var secondFactor: SecondFactor? {
    if case .secondFactor(let factor) = self { factor } else { nil }
  }

  /// The server's error code for a refused code.
  fileprivate var refusedCode: OpenIDErrorCode? {
    if case .wrongCode(let error) = self { error.code } else { nil }
  }
}
