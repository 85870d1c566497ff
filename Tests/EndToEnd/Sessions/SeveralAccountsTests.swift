// Tests several accounts, and a gate before their tokens, with a generated session against
// strawberry-django-auth.

import AuthGenCache
import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import Foundation
import SessionsFixture
import Testing

/// One user of the server.
private struct NotesLogin: AccountLogin {
  let notes: GqlauthSession
  var sessions: SessionManager<GqlauthSession.Stored> { notes.sessions }

  init(_ client: GraphQLClient, _ store: any SecretStore) {
    notes = GqlauthSession(client, store: store)
  }
}

extension EndToEnd.Servers.Sessions {
  @Suite(.needsNewPython) struct SeveralAccountsTests {
    private let folder = FileManager.default.temporaryDirectory
      .appending(path: "authgen-\(UUID().uuidString)")
    private let questions = Shared(0)
    private let refusal = Shared<GateRefusal?>(nil)
    private let gate: StoreGate

    init() {
      gate = StoreGate { [questions, refusal] in
        questions.withLock { $0 += 1 }
        if let refusal = refusal.withLock({ $0 }) { throw refusal }
      }
    }

    private func accounts(_ backend: Backend, gated: Bool = false) -> Accounts<NotesLogin> {
      Accounts(list: FileStore(url: folder.appending(path: "list/accounts"))) { [folder, gate] id in
        let file = FileStore(url: folder.appending(path: "sessions/\(id)"))
        return NotesLogin(backend.client, gated ? GatedStore(file, gate: gate) : file)
      }
    }

    private func add(_ name: String, to accounts: Accounts<NotesLogin>) async throws -> UUID {
      let id = try await accounts.add(name).id
      let login = try #require(try await accounts.login(of: id))
      #expect(
        try await login.notes.logIn(.gqlauthLogIn(username: name, password: "correct horse"))
          .isSignedIn)
      return id
    }

    private func user(_ backend: Backend, _ accounts: Accounts<NotesLogin>) async throws -> String {
      try await GqlauthClient(backend.client.authenticated(by: accounts)).gqlauthMe().me.username
    }

    @Test func eachAccountIsRefreshedAndRemovedByItself() async throws {
      defer { try? FileManager.default.removeItem(at: folder) }
      let backend = try await Backend(Service.tokens("gqlauth_server", 300, 3_600))
      let first = accounts(backend)
      let alice = try await add("alice", to: first)
      let frank = try await add("frank", to: first)
      for (id, name) in [(alice, "alice"), (frank, "frank"), (alice, "alice")] {
        try await first.select(id)
        #expect(try await user(backend, first) == name)
      }
      // The next start, with access tokens that the server refuses.
      try await backend.control("revoke", ["kind": "access"])
      let next = accounts(backend)
      #expect(try await user(backend, next) == "alice")
      try await next.select(frank)
      #expect(try await user(backend, next) == "frank")
      let login = try #require(try await next.login(of: frank))
      _ = await login.notes.logOut()
      try await next.remove(frank)
      #expect(try await next.all.map(\.label) == ["alice"])
      let files = try FileManager.default.contentsOfDirectory(
        atPath: folder.appending(path: "sessions").path)
      #expect(files.filter { !$0.hasPrefix(".") } == [alice.uuidString])
      try await next.select(alice)
      #expect(try await user(backend, next) == "alice")
      backend.seen(try await next.all)
    }

    @Test func gateAsksBeforeARequestAndNotAfterARefresh() async throws {
      defer { try? FileManager.default.removeItem(at: folder) }
      let backend = try await Backend(Service.tokens("gqlauth_server", 300, 3_600))
      let first = accounts(backend, gated: true)
      let alice = try await add("alice", to: first)
      try await first.select(alice)
      #expect(try await user(backend, first) == "alice")
      #expect(questions.withLock { $0 } == 0)

      gate.close()
      refusal.withLock { $0 = .cancelled }
      let next = accounts(backend, gated: true)
      let before = try await backend.requests("/graphql").count
      let error = await #expect(throws: RequestError.self) { try await user(backend, next) }
      guard case .notSent(.credentialUnavailable(let why)) = backend.seen(error)?.reason else {
        Issue.record("\(error as Any)")
        return
      }
      #expect(why.reason == .gateIsClosed)
      #expect(try await backend.requests("/graphql").count == before)

      refusal.withLock { $0 = nil }
      try await gate.open()
      try await backend.control("revoke", ["kind": "access"])
      #expect(try await user(backend, next) == "alice")
      #expect(questions.withLock { $0 } == 2)
      // The refreshed tokens are stored.
      #expect(try await user(backend, accounts(backend, gated: true)) == "alice")
      #expect(questions.withLock { $0 } == 2)
    }
  }
}
