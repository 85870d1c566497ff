// Tests the sessions that are generated from a configuration, against servers with the schemas' own names.

import AuthGenRuntime
import AuthGenSessions
import AuthGenTestServers
import AuthGenTestSupport
import Foundation
import SessionsFixture
import Testing

extension EndToEnd.Servers.Sessions {
  @Suite struct GeneratedSessionTests {
    /// The number of concurrent calls.
    private let crowd = 1_000
    private let store = InMemoryStore()

    // MARK: Login and logout

    @Test(arguments: SessionSystem.all)
    func userLogsInAndOut(_ system: SessionSystem) async throws {
      let backend = try await system.backend()
      let app = system.open(backend.client, store)
      #expect(await app.state() == .signedOut(.noSession))
      #expect(try await app.logIn(SessionSystem.password))
      #expect(backend.seen(await app.state()).session != nil)
      #expect(try await app.call())
      // The next start of the app.
      let next = system.open(backend.client, store)
      #expect(try await next.call())

      let before = try await backend.operations().count
      await next.logOut()
      #expect(await next.state() == .signedOut(.loggedOut))
      #expect(store.read() == nil)
      #expect(try await backend.operations(from: before) == [system.logOut].compactMap { $0 })
      await #expect(throws: RequestError.self) { try await next.call() }
    }

    @Test(arguments: SessionSystem.all)
    func wrongPasswordIsNoSession(_ system: SessionSystem) async throws {
      let backend = try await system.backend()
      let app = system.open(backend.client, store)
      // Some systems report an error, others a result that says why.
      let isSignedIn = try? await app.logIn("wrong password")
      #expect(isSignedIn != true)
      #expect(await app.state() == .signedOut(.noSession))
      #expect(store.read() == nil)
    }

    // MARK: Expiry and refusal

    @Test(arguments: SessionSystem.all.filter { $0.refresh != nil })
    func expiringTokenIsRefreshedBeforeTheCall(_ system: SessionSystem) async throws {
      let backend = try await system.backend(accessSeconds: 20)
      let app = try await system.signedIn(backend, store)
      let before = try await backend.operations().count
      #expect(try await app.call())
      let operations = try await backend.operations(from: before)
      #expect(operations.count == 2)
      #expect(operations.first == system.refresh)
    }

    @Test(arguments: SessionSystem.all)
    func revokedTokenIsRefreshedOnceForAllCalls(_ system: SessionSystem) async throws {
      let backend = try await system.backend()
      let app = try await system.signedIn(backend, store)
      #expect(try await app.call())
      try await backend.control("revoke", ["kind": "access"])
      let before = try await backend.operations().count
      let results = await withTaskGroup(of: Bool.self) { group in
        for _ in 0..<crowd { group.addTask { (try? await app.call()) ?? false } }
        return await group.reduce(into: []) { $0.append($1) }
      }
      let sent = try await backend.operations(from: before)
      let refreshes = sent.count { $0 == system.refresh }
      #expect(sent.count - refreshes <= 2 * crowd)
      if system.survivesRevocation {
        #expect(results == Array(repeating: true, count: crowd))
        #expect(sent.count - refreshes >= crowd)
        #expect(refreshes == 1)
        #expect(await app.state().session != nil)
      } else {
        #expect(results == Array(repeating: false, count: crowd))
        #expect(refreshes <= 1)
        #expect(await app.state() == .signedOut(.ended))
        #expect(store.read() == nil)
      }
    }

    @Test(arguments: SessionSystem.all.filter(\.survivesRevocation))
    func refusedRefreshEndsTheSession(_ system: SessionSystem) async throws {
      let backend = try await system.backend()
      let app = try await system.signedIn(backend, store)
      try await backend.control("revoke", ["kind": "refresh"])
      try await backend.control("revoke", ["kind": "access"])
      #expect((try? await app.call()) != true)
      #expect(await app.state() == .signedOut(.ended))
      #expect(store.read() == nil)
    }

    @Test(arguments: SessionSystem.all.filter { $0.refresh != nil }, [429, 500, 503])
    func failedRefreshDoesNotEndTheSession(_ system: SessionSystem, _ status: Int) async throws {
      let backend = try await system.backend(accessSeconds: 20)
      let app = try await system.signedIn(backend, store)
      try await backend.control("responses", ["path": "/graphql", "status": status, "body": "no"])
      // The token has not expired yet, so the call succeeds without a refresh.
      #expect(try await app.call())
      #expect(await app.state().session != nil)
    }

    @Test(arguments: SessionSystem.all.filter(\.survivesRevocation))
    func expiredTokenIsRefreshedAfterAFailure(_ system: SessionSystem) async throws {
      let backend = try await system.backend(accessSeconds: 1)
      let app = try await system.signedIn(backend, store)
      try await Task.sleep(for: .milliseconds(2_100))
      try await backend.control("responses", ["path": "/graphql", "status": 503, "body": "no"])
      let error = await #expect(throws: RequestError.self) { try await app.call() }
      #expect(error?.progress == .notSent)
      #expect(await app.state().session != nil)
      #expect(try await app.call())
    }

    /// Otherwise the server would refuse the logout, and the refresh token would stay valid.
    @Test func expiredSessionIsRefreshedForItsLogout() async throws {
      let backend = try await SessionSystem.saleor.backend(accessSeconds: 1)
      let app = try await SessionSystem.saleor.signedIn(backend, store)
      try await Task.sleep(for: .milliseconds(1_100))
      let before = try await backend.operations().count
      await app.logOut()
      #expect(
        try await backend.operations(from: before) == ["TokenRefresh", "TokensDeactivateAll"])
      #expect(await app.state() == .signedOut(.loggedOut))
    }

    // MARK: Mutations

    @Test func refusedMutationIsSentOnceMoreOnlyIfNothingOfItWasExecuted() async throws {
      let backend = try await SessionSystem.saleor.backend()
      let shop = SaleorSession(backend.client, store: store)
      let login = try await shop.logIn(
        .tokenCreate(email: SessionSystem.email, password: SessionSystem.password))
      #expect(login.isSignedIn)
      try await backend.control("revoke", ["kind": "access"])
      let update = try await shop.client.accountUpdate(input: AccountInput(firstName: "Ada"))
      #expect(update.accountUpdate?.user?.firstName == "Ada")
      #expect(
        try await backend.operations().suffix(3) == [
          "AccountUpdate", "TokenRefresh", "AccountUpdate",
        ])

      // The first root field has succeeded.
      try await backend.control("revoke", ["kind": "access"])
      let both = await backend.failure {
        try await shop.client.twoUpdates(
          email: SessionSystem.email, password: SessionSystem.password,
          input: AccountInput(firstName: "Ada"))
      }
      #expect(both != nil)
      #expect(try await backend.operations().suffix(2) == ["TwoUpdates", "TokenRefresh"])
      #expect(await shop.sessions.state.session != nil)
    }

    // MARK: Horizon

    @Test func horizonsOwnLogInIsASession() async throws {
      let live = try #require(LiveServer.current)
      let client = GraphQLClient(
        ClientConfiguration.patient(live.server.endpoint(site: "generated-session")),
        interceptors: [Recorder(transcript: live.transcript)])
      let shop = HorizonPasswordSession(client, store: store)
      let declined = try await shop.logIn(
        .passwordLogin(username: "ada@example.com", password: "false password"))
      #expect(!declined.isSignedIn)
      let result = try await shop.logIn(
        .passwordLogin(username: "ada@example.com", password: "correct horse"))
      #expect(result.isSignedIn)
      #expect(try await shop.client.currentCustomer().customer != nil)
      await shop.logOut()
      #expect(await shop.sessions.state == .signedOut(.loggedOut))

      // The server ends the session: the flag LOGGED_IN is missing.
      let session = try #require(
        try await shop.logIn(
          .passwordLogin(username: "ada@example.com", password: "correct horse")
        ).session)
      _ = try await client.authenticated(by: session.credential).execute(EndOfSessionMutation())
      _ = try? await shop.client.currentCustomer()
      #expect(await shop.sessions.state == .signedOut(.ended))
      #expect(store.read() == nil)
    }
  }
}
