// Tests a generated session whose login needs a second step, against django-allauth: codes of an
// authenticator app, and recovery codes.

import AuthGenRuntime
import AuthGenSessions
import AuthGenTestServers
import AuthGenTestSupport
import Foundation
import SessionsFixture
import Testing

extension TwoStepLogInResult {
  fileprivate var isSignedIn: Bool {
    if case .signedIn(_, storeError: nil) = self { true } else { false }
  }
}

extension EndToEnd.Servers.Sessions {
  @Suite(.needsNewPython) struct SecondStepTests {
    private typealias Step = SecondStep<AllauthSession.Stored>

    private let store = InMemoryStore()
    private let backend: Backend
    private let accounts: AllauthSession

    init() async throws {
      backend = try await Backend(.allauth) { $0.retry = .never }
      accounts = AllauthSession(backend.client, store: store)
    }

    /// A new user with second factors.
    private func newUser() async throws -> (name: String, code: Secret, recoveryCode: Secret) {
      let user = try await backend.control("second-factors", [:])
      func text(_ name: String) throws -> String { try #require(user[name]?.string) }
      return (
        try text("username"), Secret(try text("code")), Secret(try text("recoveryCode"))
      )
    }

    private func step(
      _ name: String, _ accounts: AllauthSession? = nil
    ) async throws -> (Step, AllauthLogInMutation.Data?) {
      let result = try await (accounts ?? self.accounts).logIn(
        .allauthLogIn(username: name, password: "correct horse"))
      guard case .secondStep(let step, let data) = backend.seen(result) else { throw NoStep() }
      return (step, data)
    }

    private struct NoStep: Error {}

    private func finish(_ step: Step, _ code: Secret) async -> SecondStepError.Reason? {
      do throws(SecondStepError) {
        let result = backend.seen(try await step.allauthAuthenticate(code: code))
        #expect(result.isSignedIn)
        return nil
      } catch {
        backend.seen(error)
        return error.reason
      }
    }

    @Test(arguments: [true, false])
    func codeCompletesTheLogin(isRecovery: Bool) async throws {
      let user = try await newUser()
      let (step, data) = try await step(user.name)
      guard case .pendingLogin(let pending)? = data?.logIn.concrete else {
        Issue.record("the data does not say which step follows")
        return
      }
      let flow = try #require(pending.flows.first { $0.isPending == true })
      #expect(flow.id == "mfa_authenticate" && flow.types?.contains("totp") == true)
      // The token of the pending login is no session.
      #expect(store.read() == nil)
      #expect(await accounts.sessions.state == .signedOut(.noSession))

      #expect(await finish(step, isRecovery ? user.recoveryCode : user.code) == nil)
      #expect(try await accounts.client.allauthSession().session.username == user.name)
      let next = AllauthSession(backend.client, store: store)
      #expect(try await next.client.allauthSession().session.username == user.name)
      await next.logOut()
      #expect(store.read() == nil)
    }

    @Test func userWithoutASecondFactorNeedsNone() async throws {
      let result = try await accounts.logIn(
        .allauthLogIn(username: "alice", password: "correct horse"))
      #expect(result.isSignedIn)
      #expect(try await accounts.client.allauthSession().session.username == "alice")
      await accounts.logOut()
    }

    @Test func wrongPasswordAsksForNoStep() async throws {
      let user = try await newUser()
      let error = await backend.failure {
        try await accounts.logIn(.allauthLogIn(username: user.name, password: "wrong words"))
      }
      #expect(error?.httpStatus == 400)
    }

    @Test func wrongCodeLeavesTheStepUsable() async throws {
      let user = try await newUser()
      let (step, _) = try await step(user.name)
      guard case .request(let error)? = await finish(step, "000000 is wrong") else {
        Issue.record("expected the server's error")
        return
      }
      #expect(error.httpStatus == 400)
      #expect(await accounts.sessions.state == .signedOut(.noSession))
      #expect(await finish(step, user.code) == nil)
      #expect(await accounts.sessions.state.session != nil)
      // The step is used up, and its code, too.
      #expect(caseName(of: await finish(step, user.recoveryCode)) == "otherLogIn")
    }

    /// A recovery code is valid once.
    @Test func usedRecoveryCodeIsWrong() async throws {
      let user = try await newUser()
      #expect(await finish(try await step(user.name).0, user.recoveryCode) == nil)
      await accounts.logOut()
      let again = try await step(user.name).0
      #expect(caseName(of: await finish(again, user.recoveryCode)) == "request")
      #expect(await finish(again, user.code) == nil)
    }

    @Test func loginThatTheServerHasEndedIsOver() async throws {
      let user = try await newUser()
      let (step, data) = try await step(user.name)
      guard case .pendingLogin(let pending)? = data?.logIn.concrete else { throw NoStep() }
      try await backend.control(
        "logins", ["token": try #require(pending.pendingToken).reveal()])
      #expect(caseName(of: await finish(step, user.code)) == "expired")
      #expect(await accounts.sessions.state.session == nil)
    }

    @Test func stepDoesNotReplaceAnotherUser() async throws {
      let user = try await newUser()
      let (step, _) = try await step(user.name)
      _ = try await accounts.logIn(.allauthLogIn(username: "carol", password: "correct horse"))
      #expect(caseName(of: await finish(step, user.code)) == "otherLogIn")
      #expect(try await accounts.client.allauthSession().session.username == "carol")
    }
  }
}
