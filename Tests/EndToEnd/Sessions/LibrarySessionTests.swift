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

    /// Neither server needs the access token, and django-graphql-jwt refuses a logout with an expired one.
    @Test(arguments: SessionSystem.libraries)
    func logoutWithAnExpiredTokenEndsTheSessionOnTheServer(_ system: SessionSystem) async throws {
      let backend = try await system.backend()
      let app = try await system.signedIn(backend, store)
      let stored = try #require(store.read())
      try await backend.control("advance", ["seconds": 301])
      let before = try await backend.operations().count
      await app.logOut()
      #expect(try await backend.operations(from: before) == [system.logOut])
      // The server accepts the tokens of the session no more.
      store.write(stored)
      let copy = system.open(backend.client, store)
      #expect((try? await copy.call()) != true)
      #expect(await copy.state() == .signedOut(.ended))
    }

    @Test(arguments: SessionSystem.libraries)
    func outageDuringARefreshIsNoLogout(_ system: SessionSystem) async throws {
      let backend = try await system.backend()
      let app = try await system.signedIn(backend, store)
      try await backend.control("revoke", ["kind": "access"])
      #expect(try await app.call())
      try await backend.control("revoke", ["kind": "access"])
      // The first response is the library's refusal.
      try await backend.control("responses", ["path": "/graphql"])
      try await backend.control("responses", ["path": "/graphql", "status": 503, "body": "no"])
      let error = await backend.failure { try await app.call() }
      #expect(error?.localizedDescription == "Your sign-in cannot be checked right now.")
      #expect(await app.state().session != nil)
      #expect(try await app.call())
    }

    /// The only root field is not null, so a refusal makes `data` null.
    @Test func refusedMutationWithNullDataIsSentOnceMore() async throws {
      for system in SessionSystem.libraries {
        let backend = try await system.backend()
        let app = try await system.signedIn(backend, store)
        #expect(try await app.call())
        try await backend.control("revoke", ["kind": "access"])
        let before = try await backend.operations().count
        if system.name == SessionSystem.gqlauth.name {
          let notes = GqlauthSession(backend.client, store: store)
          #expect(try await notes.client.gqlauthAddNote(text: "milk").addNote.text == "milk")
        } else {
          let notes = DjangoJWTSession(backend.client, store: store)
          let added = try await notes.client.djangoAddNotes(texts: ["milk"])
          #expect(added.addNotes.notes.map(\.text) == ["milk"])
        }
        let sent = try await backend.operations(from: before)
        #expect(sent.count == 3 && sent.first == sent.last && sent[1] == system.refresh)
      }
    }

    @Test func changeOfThePasswordReplacesTheTokens() async throws {
      let backend = try await SessionSystem.gqlauth.backend()
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
