// Compiles and runs the app's code in the article Sessions.

import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import Foundation
import SessionsFixture
import Testing

extension EndToEnd.Servers.Sessions {
  @Suite struct SessionSnippets {
    private let email = SessionSystem.email
    private let shown = Shared<[String]>([])

    @Sendable private func show(_ text: String) { shown.withLock { $0.append(text) } }

    /// Only compiled: tests do not use the platform's store.
    private func makeSession(_ endpoint: URL) -> SaleorSession {
      let client = GraphQLClient(ClientConfiguration(endpoint: endpoint))
      let shop = SaleorSession(client, store: .platform)
      return shop
    }

    private func logIn(_ shop: SaleorSession, password: Secret) async {
      do throws(RequestError) {
        switch try await shop.logIn(.tokenCreate(email: email, password: password)) {
        case .signedIn(let session, storeError: _): show("Welcome, \(session.userID ?? "").")
        case .declined(let data):
          show("Refused: \(data.tokenCreate?.errors.first?.code.graphQLName ?? "")")
        }
      } catch {
        show(error.localizedDescription)
      }
    }

    private func useSession(_ shop: SaleorSession) async throws {
      let me = try await shop.client.me().me
      show(me?.email ?? "")
      await shop.logOut()
    }

    private func logInWithStep(
      _ accounts: AllauthSession, name: String, password: Secret,
      asking: (SecondStep<AllauthSession.Stored>) async -> Void
    ) async throws {
      func ask(for step: SecondStep<AllauthSession.Stored>) async { await asking(step) }
      switch try await accounts.logIn(.allauthLogIn(username: name, password: password)) {
      case .signedIn(let session, storeError: _): show("Welcome, \(session.userID ?? "").")
      case .secondStep(let step, _): await ask(for: step)
      case .declined: show("Refused.")
      }
    }

    private func enter(_ code: Secret, for step: SecondStep<AllauthSession.Stored>) async {
      func ask(for step: SecondStep<AllauthSession.Stored>) async { show("Enter another code.") }
      do throws(SecondStepError) {
        _ = try await step.allauthAuthenticate(code: code)
      } catch {
        switch error.reason {
        case .request: await ask(for: step)
        case .expired, .otherLogIn: show("Log in again.")
        case .inProgress: break
        }
      }
    }

    @Test(.needsNewPython) func secondStepOfTheArticleWorks() async throws {
      let backend = try await Backend(.allauth)
      let accounts = AllauthSession(backend.client, store: InMemoryStore())
      let user = try await backend.control("second-factors", [:])
      let code = Secret(try #require(user["code"]?.string))
      try await logInWithStep(
        accounts, name: try #require(user["username"]?.string), password: "correct horse"
      ) { step in
        await enter("wrong-code-of-the-user", for: step)
        await enter(code, for: step)
        await enter(code, for: step)
      }
      #expect(shown.withLock { $0 } == ["Enter another code.", "Log in again."])
      #expect(await accounts.sessions.state.session != nil)
    }

    private func readResult(_ shop: SaleorSession) async {
      let result = await shop.logOut()
      if let problem = result.data?.tokensDeactivateAll?.errors.first { show("\(problem.code)") }
      if let error = result.serverError { show(error.localizedDescription) }
    }

    private func deleteAccount(
      _ notes: GqlauthSession, password: Secret, _ cached: [LocalData]
    ) async {
      do throws(AccountDeletionError) {
        let answer = try await notes.deleteAccount(
          erasing: cached,
          confirming: { GqlauthDeleteAccountMutation(password: password) },
          where: { $0.deleteAccount.success })
        if case .declined = answer { show("The password is wrong.") }
      } catch {
        await tell(error)
      }
    }

    private func tell(_ error: AccountDeletionError) async { show(error.localizedDescription) }

    @Test(.needsNewPython) func deletionOfTheArticleWorks() async throws {
      let backend = try await Backend(Service.tokens("gqlauth_server", 300, 3_600))
      let notes = GqlauthSession(backend.client, store: InMemoryStore())
      #expect(
        try await notes.logIn(.gqlauthLogIn(username: "alice", password: "correct horse"))
          .isSignedIn)
      await deleteAccount(notes, password: "wrong", [])
      #expect(shown.withLock { $0 } == ["The password is wrong."])
      #expect(await notes.sessions.state.session != nil)
    }

    private func observe(_ shop: SaleorSession) async {
      for await state in shop.states {
        switch state {
        case .signedIn(let session): show("Welcome, \(session.userID ?? "").")
        case .needsLogin: show("Please log in again to continue.")
        case .signedOut(.ended): show("Your session has ended. Please log in again.")
        case .signedOut: show("Please log in.")
        case .unavailable(let error): show(error.localizedDescription)
        }
      }
    }

    @Test func codeOfTheArticleWorks() async throws {
      let backend = try await Backend(Service.session("saleor", 300, 3_600))
      let shop = SaleorSession(backend.client, store: InMemoryStore())
      let observer = Task { await observe(shop) }
      await logIn(shop, password: "false password")
      await #expect(throws: RequestError.self) { try await useSession(shop) }
      await logIn(shop, password: SessionSystem.password)
      try await useSession(shop)
      try await wait { shown.withLock { $0.count { $0 == "Please log in." } } >= 2 }
      observer.cancel()
      let texts = shown.withLock { $0 }
      #expect(texts.contains("Refused: INVALID_CREDENTIALS"))
      #expect(texts.contains("ada@example.com"))
      #expect(texts.count { $0 == "Welcome, VXNlcjox." } == 2)
    }
  }
}
