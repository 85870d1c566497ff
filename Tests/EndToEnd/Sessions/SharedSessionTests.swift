// Tests processes that share a session: they refresh in turn, also after one of them was killed.

import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import Foundation
import SessionsFixture
import Testing

extension EndToEnd.Servers.Sessions {
  @Suite struct SharedSessionTests {
    /// The session that `AppProcess` refreshes.
    private struct RenewedSession: StoredSession {
      var token: Secret
      var refreshToken: Secret?
      var credential: Credential { Credential(scheme: "Bearer", token: token) }
    }

    /// The other servers accept each refresh token once, too.
    @Test(arguments: SessionSystem.libraries)
    func processesShareTheSessionOfALibrary(_ system: SessionSystem) async throws {
      var service = system.service(system.name, 300, 3_600)
      if system.name == SessionSystem.djangoJWT.name { service = service.with("--one-time") }
      let backend = try await Backend(service)
      let store = InMemoryStore()
      let app = system.open(backend.client, store)
      #expect(try await app.logIn(SessionSystem.password))
      let stored = try JSONDecoder().decode(JSON.self, from: try #require(store.read()))
      let session = try #require(stored["session"])
      try await withSession(
        RenewedSession(
          token: Secret(session["accessToken"]?.string ?? ""),
          refreshToken: session["refreshToken"]?.string.map { Secret($0) })
      ) { file in
        try await run(2, arguments("10", file, true, system.name, backend), in: file)
        #expect(await storedSession(in: file) != nil)
      }
    }

    /// The server accepts each token once, so two refreshes at a time would end the session.
    @Test(arguments: [true, false])
    func processesUseEachTokenOnce(withLocks: Bool) async throws {
      let backend = try await Backend(Service.session("shopify", 300, 3_600))
      let shop = ShopifySession(backend.client, store: InMemoryStore())
      let input = CustomerAccessTokenCreateInput(
        email: SessionSystem.email, password: SessionSystem.password)
      let login = try #require(
        try await shop.logIn(.customerAccessTokenCreate(input: input)).session)
      try await withSession(
        RenewedSession(token: login.accessToken, refreshToken: login.accessToken)
      ) { file in
        try await run(3, arguments("50", file, withLocks, "shopify", backend), in: file)
        let session = try #require(await storedSession(in: file))
        let client = ShopifyClient(
          backend.client.authenticated(by: Credential(.variable, token: session.token)))
        #expect(try await client.storefrontCustomer().customer != nil)
      }
    }

    @Test(arguments: [true, false])
    func killedProcessDoesNotEndTheSession(withLocks: Bool) async throws {
      let backend = try await Backend(Service.session("saleor", 300, 3_600))
      let shop = SaleorSession(backend.client, store: InMemoryStore())
      let login = try #require(
        try await shop.logIn(
          .tokenCreate(email: SessionSystem.email, password: SessionSystem.password)
        ).session)
      try await withSession(
        RenewedSession(token: login.accessToken, refreshToken: login.refreshToken)
      ) { file in
        let before = try await refreshes(backend)
        let rounds = 40
        let printed = try await withThrowingTaskGroup(of: Int.self) { group in
          for slot in 0..<3 {
            group.addTask {
              var lines = 0
              for round in 0..<rounds {
                let output = try await killProcess(
                  builtProgram("AppProcess"),
                  arguments("1000000", file, withLocks, "saleor", backend),
                  in: file.deletingLastPathComponent(),
                  after: Double((slot * 37 + round * 53) % 100))
                lines += output.split(separator: "\n").count
              }
              return lines
            }
          }
          return try await group.reduce(0, +)
        }
        #expect(printed >= 3 * rounds)
        // Each line follows a refresh, of this process or of another one. A kill can lose the line.
        let refreshes = try await refreshes(backend) - before
        #expect(refreshes > 0 && refreshes <= printed + 3 * rounds)
        let session = try #require(await storedSession(in: file))
        #expect(session.refreshToken == login.refreshToken)
        let client = SaleorClient(backend.client.authenticated(by: session.credential))
        #expect(try await client.me().me != nil)
      }
    }

    /// Runs processes at the same time.
    private func run(_ count: Int, _ arguments: [String], in file: URL) async throws {
      try await withThrowingTaskGroup(of: ProcessResult.self) { group in
        for _ in 0..<count {
          group.addTask {
            try await runProcess(
              builtProgram("AppProcess"), arguments, in: file.deletingLastPathComponent())
          }
        }
        for try await result in group { #expect(result.exitCode == 0, "\(result.text)") }
      }
    }

    private func storedSession(in file: URL) async -> RenewedSession? {
      await SessionManager<RenewedSession>(store: FileStore(url: file)).state.session
    }

    private func refreshes(_ backend: Backend) async throws -> Int {
      try await backend.operations().count { $0 == "Refresh" }
    }

    private func arguments(
      _ count: String, _ file: URL, _ withLocks: Bool, _ system: String, _ backend: Backend
    ) -> [String] {
      [
        "refresh", file.path, count, withLocks ? "locks" : "turns", system,
        backend.url("graphql").absoluteString,
      ]
    }

    private func withSession(
      _ session: RenewedSession, _ body: (URL) async throws -> Void
    ) async throws {
      let folder = FileManager.default.temporaryDirectory
        .appending(path: "authgen-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let file = folder.appending(path: "app/session")
      try await SessionManager<RenewedSession>(store: FileStore(url: file)).logIn { session }
      try await body(file)
    }
  }
}
