// Subscriptions of a user with a session.

import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import ConstructsFixture
import Foundation
import Testing

@testable import AuthGenStreams

@Suite(.timeLimit(.minutes(5))) struct SubscriptionSessionTests {
  private let tokens = RotatingServer()

  private func stream(
    _ server: ScriptedStreams, _ source: any CredentialSource, attempts: Int = 10
  ) throws -> ResponseStream<MessagesSubscription.Data> {
    let endpoint = try #require(URL(string: "https://api.example.com/graphql"))
    let policy = StreamPolicy(
      retry: RetryPolicy(maximumAttempts: attempts), silenceLimit: .seconds(600))
    let client = GraphQLClient(
      ClientConfiguration(endpoint: endpoint), transport: server, clock: InstantClock())
    return ConstructsClient(client.authenticated(by: source).streaming(policy: policy)).messages()
  }

  private func signedIn() async throws -> SessionManager<RotatingSession> {
    let manager = tokens.manager(InMemoryStore())
    try await manager.signIn(RotatingSession(1))
    return manager
  }

  private func message(_ name: String) -> String {
    "event: next\ndata: {\"data\":{\"messages\":{\"__typename\":\"Person\",\"name\":\"\(name)\"}}}\n\n"
  }

  private func name(_ event: StreamEvent<MessagesSubscription.Data>) -> String {
    guard let data = event.data else { return "reconnected" }
    if case .person(let person) = data.messages.concrete { return person.name }
    return "another type"
  }

  private func read(
    _ stream: ResponseStream<MessagesSubscription.Data>,
    _ each: (String) async throws -> Void = { _ in }
  ) async -> (names: [String], reason: StreamError.Reason?) {
    var names: [String] = []
    do {
      for try await event in stream {
        names.append(name(event))
        try await each(name(event))
      }
    } catch {
      return (names, (error as? StreamError)?.reason)
    }
    return (names, nil)
  }

  private func authorizations(_ server: ScriptedStreams) -> [String?] {
    server.requests.map { $0.headers["Authorization"] }
  }

  private func end(_ reason: StreamError.Reason?) -> SessionEnd? {
    if case .sessionEnded(let end)? = reason { end } else { nil }
  }

  @Test func requestHasTheSessionsCredential() async throws {
    let server = ScriptedStreams { _, _ in .events(self.message("Ada") + complete) }
    let result = await read(try stream(server, try await signedIn()))
    #expect(result.names == ["Ada"] && result.reason == nil)
    #expect(authorizations(server) == ["Bearer access-1"])
  }

  @Test func withoutASessionNothingIsSent() async throws {
    let server = ScriptedStreams { _, _ in .events(complete) }
    let result = await read(try stream(server, tokens.manager(InMemoryStore())))
    guard case .request(.notSent(.noSession))? = result.reason else {
      Issue.record("\(String(describing: result.reason))")
      return
    }
    #expect(server.requests.isEmpty)
  }

  @Test func refusedCredentialIsRefreshedOnce() async throws {
    let server = ScriptedStreams { number, _ in
      number == 1
        ? ScriptedStreams.Script(status: 401, type: "text/plain")
        : .events(self.message("Ada") + complete)
    }
    let result = await read(try stream(server, try await signedIn()))
    // No event was missed before the first connection.
    #expect(result.names == ["Ada"] && result.reason == nil)
    #expect(authorizations(server) == ["Bearer access-1", "Bearer access-2"])
    #expect(await tokens.refreshes == 1)
  }

  @Test func serverThatRefusesTwiceEndsTheSession() async throws {
    let manager = try await signedIn()
    let server = ScriptedStreams { _, _ in ScriptedStreams.Script(status: 401, type: "text/plain") }
    let result = await read(try stream(server, manager))
    #expect(end(result.reason) == .endedByServer && server.requests.count == 2)
    #expect(await manager.state == .signedOut(.ended))
  }

  @Test func refreshThatTheServerRefusesEndsTheStream() async throws {
    let manager = try await signedIn()
    await tokens.endSession()
    let server = ScriptedStreams { _, _ in ScriptedStreams.Script(status: 401, type: "text/plain") }
    let result = await read(try stream(server, manager))
    #expect(end(result.reason) == .endedByServer && server.requests.count == 1)
  }

  /// The session may still exist.
  @Test func refreshThatFailsForNowIsTriedAgain() async throws {
    let manager = try await signedIn()
    await tokens.fail(with: TransportError(.connectionLost, wasSent: true))
    let server = ScriptedStreams { number, _ in
      number == 1
        ? ScriptedStreams.Script(status: 401, type: "text/plain")
        : .events(self.message("Ada") + complete)
    }
    let stream = try stream(server, manager, attempts: .max)
    async let result = read(stream)
    try await wait { await tokens.refreshes >= 2 }
    await tokens.fail(with: nil)
    #expect(await result.names == ["Ada"])
    #expect(authorizations(server).last == "Bearer access-2")
  }

  @Test func refusalInAnEventIsRefreshed() async throws {
    struct Source: CredentialSource {
      let number = Shared(1)

      func credential() async -> Credential? {
        Credential(scheme: "Bearer", token: Secret("t\(number.withLock { $0 })"))
      }
      var refusals: [RefusalRule] { [.extensions("code", in: ["UNAUTHENTICATED"])] }
      func credential(insteadOf refused: Credential) async -> Credential? {
        number.withLock { $0 += 1 }
        return await credential()
      }
      func sessionHasEnded(_ credential: Credential) async {}
    }
    let refusal =
      "event: next\ndata: {\"data\":null,\"errors\":[{\"message\":\"\",\"extensions\":{\"code\":\"UNAUTHENTICATED\"}}]}\n\n"
    let server = ScriptedStreams { number, _ in
      .events(number == 1 ? self.message("Ada") + refusal : self.message("Bob") + complete)
    }
    let result = await read(try stream(server, Source()))
    #expect(result.names == ["Ada", "reconnected", "Bob"])
    #expect(authorizations(server) == ["Bearer t1", "Bearer t2"])
    // A second refusal in a row ends it. The source reports no end of the session.
    let refusing = ScriptedStreams { _, _ in .events(refusal) }
    let refused = await read(try stream(refusing, Source()))
    guard case .request(.graphQL)? = refused.reason else {
      Issue.record("\(String(describing: refused.reason))")
      return
    }
    #expect(refusing.requests.count == 2)
  }

  @Test func logoutEndsTheStream() async throws {
    let manager = try await signedIn()
    let server = ScriptedStreams { _, _ in .events(self.message("Ada")) }
    let result = await read(try stream(server, manager)) { _ in _ = try await manager.signOut() }
    #expect(result.names == ["Ada"] && end(result.reason) == .loggedOut)
    #expect(server.cancelled == 1)
  }

  @Test func anotherLoginEndsTheStream() async throws {
    let manager = try await signedIn()
    let server = ScriptedStreams { _, _ in .events(self.message("Ada")) }
    let result = await read(try stream(server, manager)) { _ in
      try await manager.signIn(RotatingSession(7))
    }
    #expect(end(result.reason) == .otherLogin && server.requests.count == 1)
  }

  /// Two accounts, of which the first one is selected.
  private func accounts(
    expiresAt: Date? = nil, before: @escaping @Sendable () async -> Void = {}
  ) async throws -> (
    accounts: Accounts<SessionManager<RotatingSession>>, ids: [SavedAccount.ID]
  ) {
    let accounts = Accounts(list: InMemoryStore()) { [tokens] _ in
      tokens.manager(InMemoryStore(), before: before)
    }
    var ids: [SavedAccount.ID] = []
    for session in [RotatingSession(1, expiresAt: expiresAt), RotatingSession(7)] {
      let id = try await accounts.add("user").id
      try await accounts.login(of: id)?.signIn(session)
      ids.append(id)
    }
    try await accounts.select(ids[0])
    return (accounts, ids)
  }

  @Test func streamThatWaitsForItsFirstCredentialIsNotOpenedForAnotherAccount() async throws {
    let gate = Gate()
    let (accounts, ids) = try await accounts(expiresAt: .distantPast) { await gate.pass() }
    let server = ScriptedStreams { _, _ in .events(self.message("Ben") + complete) }
    let stream = try stream(server, accounts)
    async let result = read(stream)
    await gate.holdsACaller()
    try await accounts.select(ids[1])
    gate.open()
    #expect(end(await result.reason) == .otherLogin)
    #expect(server.requests.isEmpty)
  }

  /// The first account's refresh fails, so there is no earlier credential.
  @Test func streamThatTriesAgainForItsFirstCredentialIsNotOpenedForAnotherAccount() async throws {
    let (accounts, ids) = try await accounts(expiresAt: .distantPast)
    await tokens.fail(with: TransportError(.connectionLost, wasSent: true))
    let server = ScriptedStreams { _, _ in .events(self.message("Ben") + complete) }
    let stream = try stream(server, accounts, attempts: .max)
    async let result = read(stream)
    try await wait { await tokens.refreshes >= 1 }
    try await accounts.select(ids[1])
    #expect(end(await result.reason) == .otherLogin)
    #expect(server.requests.isEmpty)
  }

  @Test func streamBetweenConnectionsEndsAfterASwitch() async throws {
    let (accounts, ids) = try await accounts()
    let server = ScriptedStreams { number, _ in
      if number == 1 { return .events(self.message("Ada"), end: .end) }
      // Another connection is tried, whose credential is not observed yet.
      var script = ScriptedStreams.Script(status: 503, type: "text/plain")
      script.opening = { _ = try? await accounts.select(ids[1]) }
      return script
    }
    let result = await read(try stream(server, accounts, attempts: .max))
    #expect(result.names == ["Ada"] && end(result.reason) == .otherLogin)
    #expect(authorizations(server) == ["Bearer access-1", "Bearer access-1"])
  }

  @Test func rotationMovesTheStreamToTheNewCredential() async throws {
    let manager = try await signedIn()
    let server = ScriptedStreams { number, _ in
      .events(self.message("Ada\(number)") + (number == 3 ? complete : ""))
    }
    let result = await read(try stream(server, manager)) { name in
      guard name.hasPrefix("Ada"), let credential = try await manager.credential() else { return }
      _ = try await manager.credential(insteadOf: credential)
    }
    #expect(result.names == ["Ada1", "reconnected", "Ada2", "reconnected", "Ada3"])
    #expect(
      authorizations(server) == ["Bearer access-1", "Bearer access-2", "Bearer access-3"])
    #expect(await tokens.refreshes == 3)
  }

  @Test func sourceThatRepeatsItsCredentialDoesNotCauseALoop() async throws {
    struct Source: CredentialSource {
      func credential() async -> Credential? { Credential(scheme: "Bearer", token: "t") }
      func sessionHasEnded(_ credential: Credential) async {}
      func observe(
        _ credential: Credential, _ report: @escaping @Sendable (CredentialChange) -> Void
      ) async -> CredentialObservation? {
        report(.replaced)
        return nil
      }
    }
    let server = ScriptedStreams { _, _ in .events(self.message("Ada"), complete) }
    let result = await read(try stream(server, Source()))
    #expect(result.names == ["Ada"] && result.reason == nil && server.requests.count == 1)
  }

  /// Without event identifiers, a closed connection would lose events.
  @Test func connectionGoesOnUntilTheNextOneIsOpen() async throws {
    let manager = try await signedIn()
    let (isRefused, seesBob) = (Shared(false), Shared(false))
    let server = ScriptedStreams { number, _ in
      if number == 1 {
        // The second event arrives while the server refuses the new connection.
        var script = ScriptedStreams.Script.events(self.message("Ada"), self.message("Bob"))
        script.before = (1, { try? await wait { isRefused.withLock { $0 } } })
        return script
      }
      if number == 2 {
        isRefused.withLock { $0 = true }
        return ScriptedStreams.Script(status: 503, type: "text/plain")
      }
      // Each further refusal would be another attempt, and their number is limited.
      var script = ScriptedStreams.Script.events(self.message("Eve") + complete)
      script.opening = { try? await wait { seesBob.withLock { $0 } } }
      return script
    }
    let result = await read(try stream(server, manager)) { name in
      if name == "Ada" { _ = try await manager.refreshedSession() }
      if name == "Bob" { seesBob.withLock { $0 = true } }
    }
    #expect(result.names == ["Ada", "Bob", "reconnected", "Eve"] && result.reason == nil)
    #expect(authorizations(server).first == "Bearer access-1")
    #expect(authorizations(server).dropFirst().allSatisfy { $0 == "Bearer access-2" })
  }

  @Test func newCredentialThatIsRefusedIsRefreshed() async throws {
    let manager = try await signedIn()
    let server = ScriptedStreams { number, _ in
      if number == 2 { return ScriptedStreams.Script(status: 401, type: "text/plain") }
      return .events(self.message("Ada\(number)") + (number == 3 ? complete : ""))
    }
    let result = await read(try stream(server, manager)) { name in
      if name == "Ada1" { _ = try await manager.refreshedSession() }
    }
    #expect(result.names == ["Ada1", "reconnected", "Ada3"] && result.reason == nil)
    #expect(
      authorizations(server) == ["Bearer access-1", "Bearer access-2", "Bearer access-3"])
  }

  /// A stream that ends must not leave a connection open.
  @Test func endOfTheLoopEndsTheNextConnection() async throws {
    let manager = try await signedIn()
    let server = ScriptedStreams { number, _ in .events(self.message("Ada\(number)")) }
    let stream = try stream(server, manager)
    let reading = Task {
      await read(stream) { name in
        if name == "Ada1" { _ = try await manager.refreshedSession() }
      }
    }
    try await wait { server.requests.count >= 2 }
    reading.cancel()
    _ = await reading.value
    try await wait { server.cancelled >= 2 }
    #expect(server.requests.count == 2)
  }

  /// Getting the credential for the next connection may replace the session's credential again.
  @Test func changeDuringARenewalDoesNotStartAnother() async throws {
    final class Source: CredentialSource {
      private typealias Report = @Sendable (CredentialChange) -> Void
      private let state = Shared<(number: Int, reports: [Report])>((1, []))

      func credential() async -> Credential? {
        Credential(scheme: "Bearer", token: Secret("t\(state.withLock { $0.number })"))
      }
      func credential(after earlier: Credential) async -> Credential? {
        renew()
        return await credential()
      }
      func sessionHasEnded(_ credential: Credential) async {}
      func observe(
        _ credential: Credential, _ report: @escaping @Sendable (CredentialChange) -> Void
      ) async -> CredentialObservation? {
        state.withLock { $0.reports.append(report) }
        return nil
      }
      func renew() {
        let reports = state.withLock { state in
          state.number += 1
          return state.reports
        }
        for report in reports { report(.replaced) }
      }
    }
    let source = Source()
    let server = ScriptedStreams { number, _ in
      var script = ScriptedStreams.Script.events(self.message("Ada\(number)"))
      if number == 2 {
        script = .events(self.message("Ada\(number)") + complete)
        script.opening = { try? await Task.sleep(for: .milliseconds(50)) }
      }
      return script
    }
    let result = await read(try stream(server, source)) { name in
      if name == "Ada1" { source.renew() }
    }
    #expect(result.names == ["Ada1", "reconnected", "Ada2"] && server.requests.count == 2)
  }

  @Test func nextConnectionReplacesOneThatEndsMeanwhile() async throws {
    let manager = try await signedIn()
    let second = Shared(false)
    let server = ScriptedStreams { number, _ in
      if number == 1 {
        var script = ScriptedStreams.Script.events(
          self.message("Ada1"), ": heartbeat\n\n",
          end: .fail(TransportError(.connectionLost, wasSent: true)))
        script.before = (1, { try? await wait { second.withLock { $0 } } })
        return script
      }
      second.withLock { $0 = true }
      var script = ScriptedStreams.Script.events(self.message("Ada\(number)") + complete)
      script.opening = { try? await Task.sleep(for: .milliseconds(50)) }
      return script
    }
    let result = await read(try stream(server, manager)) { name in
      if name == "Ada1" { _ = try await manager.refreshedSession() }
    }
    #expect(result.names == ["Ada1", "reconnected", "Ada2"] && server.requests.count == 2)
  }

  @Test func serverWithOneConnectionForEachUserGetsTheNewCredential() async throws {
    let manager = try await signedIn()
    let known = Shared<ScriptedStreams?>(nil)
    let server = ScriptedStreams { number, _ in
      if number == 1 { return .events(self.message("Ada1")) }
      // Until the first connection is closed.
      let isBusy = known.withLock { $0?.cancelled } == 0 && number < 20
      return isBusy
        ? ScriptedStreams.Script(status: 503, type: "text/plain")
        : .events(self.message("Ada\(number)") + complete)
    }
    known.withLock { $0 = server }
    let result = await read(try stream(server, manager, attempts: 3)) { name in
      if name == "Ada1" { _ = try await manager.refreshedSession() }
    }
    known.withLock { $0 = nil }
    #expect(result.names == ["Ada1", "reconnected", "Ada5"] && result.reason == nil)
  }

  /// Another caller may have replaced the credential that the server refuses.
  @Test func secondRefusalOfAReplacedCredentialEndsNoSession() async throws {
    let manager = try await signedIn()
    let server = ScriptedStreams { number, _ in
      if number < 3 {
        var script = ScriptedStreams.Script(status: 401, type: "text/plain")
        if number == 2 { script.opening = { _ = try? await manager.refreshedSession() } }
        return script
      }
      return .events(self.message("Ada") + complete)
    }
    let result = await read(try stream(server, manager))
    #expect(result.names == ["Ada"] && result.reason == nil)
    #expect(
      authorizations(server) == ["Bearer access-1", "Bearer access-2", "Bearer access-3"])
  }
}
