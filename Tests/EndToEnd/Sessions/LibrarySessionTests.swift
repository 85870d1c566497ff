// Tests generated sessions against django-graphql-jwt and strawberry-django-auth, as these libraries are.

import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import Foundation
import SessionsFixture
import Testing

extension EndToEnd.Servers.Sessions {
  /// `GeneratedSessionTests` has what these servers share with all others.
  @Suite(.needsNewPython) struct LibrarySessionTests {
    private let store = InMemoryStore()

    private func backend(_ system: SessionSystem) async throws -> Backend {
      try await Backend(system.service(system.name, 300, 3_600)) { $0.retry = .never }
    }

    private func signedIn(
      _ system: SessionSystem, _ backend: Backend
    ) async throws -> SessionSystem.App {
      let app = system.open(backend.client, store)
      #expect(try await app.logIn(SessionSystem.password))
      return app
    }

    /// The operations that the server has received since `start`.
    private func operations(_ backend: Backend, from start: Int = 0) async throws -> [String] {
      try await backend.requests("/graphql").dropFirst(start).compactMap {
        $0.members["operationName"]
      }
    }

    /// The device's clock does not know that the token has expired.
    @Test(arguments: SessionSystem.libraries)
    func parallelCallsWithAnExpiredTokenShareOneRefresh(_ system: SessionSystem) async throws {
      let backend = try await backend(system)
      let app = try await signedIn(system, backend)
      let before = try await operations(backend).count
      try await backend.control("advance", ["seconds": 301])
      let results = await withTaskGroup(of: Bool.self) { group in
        for _ in 0..<50 { group.addTask { (try? await app.call()) ?? false } }
        return await group.reduce(into: []) { $0.append($1) }
      }
      #expect(results == Array(repeating: true, count: 50))
      let sent = try await operations(backend, from: before)
      #expect(sent.count { $0 == system.refresh } == 1)
    }

    /// Neither server needs the access token, and django-graphql-jwt refuses a logout with an expired one.
    @Test(arguments: SessionSystem.libraries)
    func logoutWithAnExpiredTokenEndsTheSessionOnTheServer(_ system: SessionSystem) async throws {
      let backend = try await backend(system)
      let app = try await signedIn(system, backend)
      let stored = try #require(store.read())
      try await backend.control("advance", ["seconds": 301])
      let before = try await operations(backend).count
      await app.logOut()
      #expect(try await operations(backend, from: before) == [system.logOut])
      // The server accepts the tokens of the session no more.
      store.write(stored)
      let copy = system.open(backend.client, store)
      #expect((try? await copy.call()) != true)
      #expect(await copy.state() == .signedOut(.ended))
    }

    @Test(arguments: SessionSystem.libraries)
    func outageDuringARefreshIsNoLogout(_ system: SessionSystem) async throws {
      let backend = try await backend(system)
      let app = try await signedIn(system, backend)
      try await backend.control("revoke", ["kind": "access"])
      #expect(try await app.call())
      try await backend.control("revoke", ["kind": "access"])
      // The first response is the library's refusal.
      try await backend.control("responses", ["path": "/graphql"])
      try await backend.control("responses", ["path": "/graphql", "status": 503, "body": "no"])
      let error = await backend.failure { () async throws(RequestError) in try await app.call() }
      #expect(error?.localizedDescription == "Your sign-in cannot be checked right now.")
      #expect(await app.state().session != nil)
      #expect(try await app.call())
    }

    /// The only root field is not null, so a refusal makes `data` null.
    @Test func refusedMutationWithNullDataIsSentOnceMore() async throws {
      for system in SessionSystem.libraries {
        let backend = try await backend(system)
        let app = try await signedIn(system, backend)
        #expect(try await app.call())
        try await backend.control("revoke", ["kind": "access"])
        let before = try await operations(backend).count
        if system.name == SessionSystem.gqlauth.name {
          let notes = GqlauthSession(backend.client, store: store)
          #expect(try await notes.client.gqlauthAddNote(text: "milk").addNote.text == "milk")
        } else {
          let notes = DjangoJWTSession(backend.client, store: store)
          let added = try await notes.client.djangoAddNotes(texts: ["milk"])
          #expect(added.addNotes.notes.map(\.text) == ["milk"])
        }
        let sent = try await operations(backend, from: before)
        #expect(sent.count == 3 && sent.first == sent.last && sent[1] == system.refresh)
      }
    }

    @Test func changeOfThePasswordReplacesTheTokens() async throws {
      let backend = try await backend(.gqlauth)
      let notes = GqlauthSession(backend.client, store: store)
      let old: Secret = "correct horse"
      #expect(
        try await notes.logIn(.gqlauthLogIn(username: "carol", password: old)).isSignedIn)
      let before = try #require(await notes.sessions.state.session)
      let declined = try await notes.replaceTokens(
        .gqlauthChangePassword(old: "wrong", new: "battery staple 9"))
      guard case .declined(let data) = declined else {
        Issue.record("expected the server's refusal, found \(declined)")
        return
      }
      #expect(!data.passwordChange.success)
      #expect(await notes.sessions.state.session == before)

      let changed = try await notes.replaceTokens(
        .gqlauthChangePassword(old: old, new: "battery staple 9"))
      #expect(changed.isSignedIn)
      let after = try #require(await notes.sessions.state.session)
      #expect(after.refreshToken != before.refreshToken && after.userID == before.userID)
      #expect(try await notes.client.gqlauthMe().me.username == "carol")
      // The new refresh token works, also at the next start.
      try await backend.control("revoke", ["kind": "access"])
      let next = GqlauthSession(backend.client, store: store)
      #expect(try await next.client.gqlauthMe().me.username == "carol")
      #expect(
        try await next.logIn(.gqlauthLogIn(username: "carol", password: old)).isSignedIn == false)
    }
  }
}
