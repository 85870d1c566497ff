// Subscriptions of a user with a session.

import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import ConstructsFixture
import Foundation
import Testing

@testable import AuthGenStreams

@Suite(.timeLimit(.minutes(5))) struct SubscriptionSessionTests {
  private typealias Script = ScriptedStreams.Script

  private let tokens = RotatingServer()

  private func messages(
    _ server: ScriptedStreams, _ source: any CredentialSource, attempts: Int = 10
  ) -> ResponseStream<MessagesSubscription.Data> {
    streamingClient(server, by: source, policy: .patient(attempts: attempts))
      .events(of: MessagesSubscription())
  }

  /// The events of a stream whose session is refreshed after the event "Ada1".
  private func receivedWithRefresh(
    _ server: ScriptedStreams, _ manager: SessionManager<RotatingSession>, attempts: Int = 10
  ) async -> [String] {
    await received(from: messages(server, manager, attempts: attempts)) { event in
      if event.text == "Ada1" { _ = try await manager.refreshedSession() }
    }
  }

  private static func message(_ name: String) -> String {
    next(#"{"data":{"messages":{"__typename":"Person","name":"\#(name)"}}}"#)
  }

  private static let ada = Script.events(message("Ada") + complete)

  private func bearers(_ numbers: Int...) -> [String] { numbers.map { "Bearer access-\($0)" } }

  @Test(
    arguments: [
      ([Script.events(message("Ada") + complete)], ["Ada", "complete"], [1], true),
      // No event was missed before the first connection.
      ([.status(401), .events(message("Ada") + complete)], ["Ada", "complete"], [1, 2], true),
      ([.status(401)], ["session ended: endedByServer"], [1, 2], false),
    ] as [([ScriptedStreams.Script], [String], [Int], Bool)])
  func refusedCredentialIsRefreshedOnce(
    scripts: [ScriptedStreams.Script], expected: [String], sent: [Int], staysAlive: Bool
  ) async throws {
    let manager = try await tokens.signedIn()
    let server = ScriptedStreams { scripts[min($0, scripts.count) - 1] }
    #expect(await received(from: messages(server, manager)) == expected)
    #expect(server.sent("Authorization") == sent.map { "Bearer access-\($0)" })
    #expect(await tokens.refreshes == sent.count - 1)
    let state = await manager.state
    #expect((state.session != nil) == staysAlive && (state == .signedOut(.ended)) != staysAlive)
  }

  @Test func withoutASessionNothingIsSent() async throws {
    let server = ScriptedStreams(.events(complete))
    let stream = messages(server, tokens.manager(InMemoryStore()))
    #expect(await received(from: stream) == ["no session"])
    #expect(server.requests.isEmpty)
  }

  @Test func refreshThatTheServerRefusesEndsTheStream() async throws {
    let manager = try await tokens.signedIn()
    await tokens.endSession()
    let server = ScriptedStreams(.status(401))
    #expect(
      await received(from: messages(server, manager)) == ["session ended: endedByServer"])
    #expect(server.requests.count == 1)
  }

  /// The session may still exist.
  @Test func refreshThatFailsForNowIsTriedAgain() async throws {
    let manager = try await tokens.signedIn()
    await tokens.fail(with: TransportError(.connectionLost, wasSent: true))
    let server = ScriptedStreams(.status(401), Self.ada)
    async let result = received(from: messages(server, manager, attempts: .max))
    try await wait { await tokens.refreshes >= 2 }
    await tokens.fail(with: nil)
    #expect(await result == ["Ada", "complete"])
    #expect(server.sent("Authorization").last == "Bearer access-2")
  }

  /// A second refusal in a row ends the stream. The source reports no end of the session.
  @Test(arguments: [true, false]) func refusalInAnEventIsRefreshed(isRepeated: Bool) async throws {
    let refusal = next(
      #"{"data":null,"errors":[{"message":"","extensions":{"code":"UNAUTHENTICATED"}}]}"#)
    let source = NumberedSource(.extensions("code", in: ["UNAUTHENTICATED"]))
    let server = ScriptedStreams { number in
      if isRepeated { return .events(refusal) }
      return .events(
        number == 1 ? Self.message("Ada") + refusal : Self.message("Bob") + complete)
    }
    #expect(
      await received(from: messages(server, source))
        == (isRepeated ? ["reconnected", "GraphQL: "] : ["Ada", "reconnected", "Bob", "complete"]))
    #expect(server.sent("Authorization") == ["Bearer t1", "Bearer t2"])
  }

  @Test(arguments: [SessionEnd.loggedOut, .otherLogin])
  func logoutAndAnotherLoginEndTheStream(end: SessionEnd) async throws {
    let manager = try await tokens.signedIn()
    let server = ScriptedStreams(.events(Self.message("Ada")))
    let events = await received(from: messages(server, manager)) { _ in
      if end == .loggedOut { _ = try await manager.signOut() }
      if end == .otherLogin { try await manager.logIn { RotatingSession(7) } }
    }
    #expect(events == ["Ada", "session ended: \(end)"])
    #expect(server.cancelled == 1 && server.requests.count == 1)
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
      try await accounts.login(of: id)?.logIn { session }
      ids.append(id)
    }
    try await accounts.select(ids[0])
    return (accounts, ids)
  }

  @Test func streamThatWaitsForItsFirstCredentialIsNotOpenedForAnotherAccount() async throws {
    let gate = Gate()
    let (accounts, ids) = try await accounts(expiresAt: .distantPast) { await gate.pass() }
    let server = ScriptedStreams(.events(Self.message("Ben") + complete))
    async let result = received(from: messages(server, accounts))
    await gate.holdsACaller()
    try await accounts.select(ids[1])
    gate.open()
    #expect(await result == ["session ended: otherLogin"] && server.requests.isEmpty)
  }

  /// The first account's refresh fails, so there is no earlier credential.
  @Test func streamThatTriesAgainForItsFirstCredentialIsNotOpenedForAnotherAccount() async throws {
    let (accounts, ids) = try await accounts(expiresAt: .distantPast)
    await tokens.fail(with: TransportError(.connectionLost, wasSent: true))
    let server = ScriptedStreams(.events(Self.message("Ben") + complete))
    async let result = received(from: messages(server, accounts, attempts: .max))
    try await wait { await tokens.refreshes >= 1 }
    try await accounts.select(ids[1])
    #expect(await result == ["session ended: otherLogin"] && server.requests.isEmpty)
  }

  @Test func streamBetweenConnectionsEndsAfterASwitch() async throws {
    let (accounts, ids) = try await accounts()
    let server = ScriptedStreams { number in
      if number == 1 { return .events(Self.message("Ada"), end: .end) }
      // Another connection is tried, whose credential is not observed yet.
      return .status(503, opening: { _ = try? await accounts.select(ids[1]) })
    }
    let events = await received(from: messages(server, accounts, attempts: .max))
    #expect(events == ["Ada", "session ended: otherLogin"])
    #expect(server.sent("Authorization") == bearers(1, 1))
  }

  @Test func rotationMovesTheStreamToTheNewCredential() async throws {
    let manager = try await tokens.signedIn()
    let server = ScriptedStreams { number in
      .events(Self.message("Ada\(number)") + (number == 3 ? complete : ""))
    }
    let events = await received(from: messages(server, manager)) { event in
      guard event.text.hasPrefix("Ada"), let credential = try await manager.credential() else {
        return
      }
      _ = try await manager.credential(insteadOf: credential)
    }
    #expect(events == ["Ada1", "reconnected", "Ada2", "reconnected", "Ada3", "complete"])
    #expect(server.sent("Authorization") == bearers(1, 2, 3))
    #expect(await tokens.refreshes == 3)
  }

  @Test func sourceThatRepeatsItsCredentialDoesNotCauseALoop() async throws {
    let source = NumberedSource { _, report in report(.replaced) }
    let server = ScriptedStreams(.events(Self.message("Ada"), complete))
    #expect(await received(from: messages(server, source)) == ["Ada", "complete"])
    #expect(server.requests.count == 1)
  }

  /// Without event identifiers, a closed connection would lose events.
  @Test func connectionGoesOnUntilTheNextOneIsOpen() async throws {
    let manager = try await tokens.signedIn()
    let (isRefused, seesBob) = (Shared(false), Shared(false))
    let server = ScriptedStreams { number in
      if number == 1 {
        // The second event arrives while the server refuses the new connection.
        return .events(
          Self.message("Ada"), Self.message("Bob"),
          before: (1, { try? await wait { isRefused.withLock { $0 } } }))
      }
      if number == 2 {
        isRefused.withLock { $0 = true }
        return Script.status(503)
      }
      // Each further refusal would be another attempt, and their number is limited.
      return .events(
        Self.message("Eve") + complete, opening: { try? await wait { seesBob.withLock { $0 } } })
    }
    let events = await received(from: messages(server, manager)) { event in
      if event.text == "Ada" { _ = try await manager.refreshedSession() }
      if event.text == "Bob" { seesBob.withLock { $0 = true } }
    }
    #expect(events == ["Ada", "Bob", "reconnected", "Eve", "complete"])
    #expect(server.sent("Authorization").first == "Bearer access-1")
    #expect(server.sent("Authorization").dropFirst().allSatisfy { $0 == "Bearer access-2" })
  }

  @Test func newCredentialThatIsRefusedIsRefreshed() async throws {
    let manager = try await tokens.signedIn()
    let server = ScriptedStreams { number in
      if number == 2 { return Script.status(401) }
      return .events(Self.message("Ada\(number)") + (number == 3 ? complete : ""))
    }
    let events = await receivedWithRefresh(server, manager)
    #expect(events == ["Ada1", "reconnected", "Ada3", "complete"])
    #expect(server.sent("Authorization") == bearers(1, 2, 3))
  }

  /// A stream that ends must not leave a connection open.
  @Test func endOfTheLoopEndsTheNextConnection() async throws {
    let manager = try await tokens.signedIn()
    let server = ScriptedStreams { number in .events(Self.message("Ada\(number)")) }
    let reading = Task { await receivedWithRefresh(server, manager) }
    try await wait { server.requests.count >= 2 }
    reading.cancel()
    _ = await reading.value
    try await wait { server.cancelled >= 2 }
    #expect(server.requests.count == 2)
  }

  /// Getting the credential for the next connection may replace the session's credential again.
  @Test func changeDuringARenewalDoesNotStartAnother() async throws {
    final class Source: CredentialSource {
      private let state = Shared<(number: Int, reports: [CredentialReport])>((1, []))

      func credential() async -> Credential? {
        Credential(scheme: "Bearer", token: Secret("t\(state.withLock { $0.number })"))
      }
      func credential(after earlier: Credential) async -> Credential? {
        renew()
        return await credential()
      }
      func sessionHasEnded(_ credential: Credential) async {}
      func observe(
        _ credential: Credential, _ report: @escaping CredentialReport
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
    let server = ScriptedStreams { number in
      if number != 2 { return .events(Self.message("Ada\(number)")) }
      return .events(
        Self.message("Ada2") + complete,
        opening: { try? await Task.sleep(for: .milliseconds(50)) })
    }
    let events = await received(from: messages(server, source)) { event in
      if event.text == "Ada1" { source.renew() }
    }
    #expect(events == ["Ada1", "reconnected", "Ada2", "complete"] && server.requests.count == 2)
  }

  @Test func nextConnectionReplacesOneThatEndsMeanwhile() async throws {
    let manager = try await tokens.signedIn()
    let second = Shared(false)
    let server = ScriptedStreams { number in
      if number == 1 {
        var script = Script.events(
          Self.message("Ada1"), ": heartbeat\n\n",
          end: .fail(TransportError(.connectionLost, wasSent: true)))
        script.before = (1, { try? await wait { second.withLock { $0 } } })
        return script
      }
      second.withLock { $0 = true }
      return .events(
        Self.message("Ada\(number)") + complete,
        opening: { try? await Task.sleep(for: .milliseconds(50)) })
    }
    let events = await receivedWithRefresh(server, manager)
    #expect(events == ["Ada1", "reconnected", "Ada2", "complete"] && server.requests.count == 2)
  }

  @Test func serverWithOneConnectionForEachUserGetsTheNewCredential() async throws {
    let manager = try await tokens.signedIn()
    let known = Shared<ScriptedStreams?>(nil)
    let server = ScriptedStreams { number in
      if number == 1 { return .events(Self.message("Ada1")) }
      // Until the first connection is closed.
      let isBusy = known.withLock { $0?.cancelled } == 0 && number < 20
      return isBusy ? .status(503) : .events(Self.message("Ada\(number)") + complete)
    }
    known.withLock { $0 = server }
    let events = await receivedWithRefresh(server, manager, attempts: 3)
    known.withLock { $0 = nil }
    #expect(events == ["Ada1", "reconnected", "Ada5", "complete"])
  }

  /// Another caller may have replaced the credential that the server refuses.
  @Test func secondRefusalOfAReplacedCredentialEndsNoSession() async throws {
    let manager = try await tokens.signedIn()
    let server = ScriptedStreams { number in
      switch number {
      case 1: .status(401)
      case 2: .status(401, opening: { _ = try? await manager.refreshedSession() })
      default: Self.ada
      }
    }
    let events = await received(from: messages(server, manager))
    #expect(events == ["Ada", "complete"])
    #expect(server.sent("Authorization") == bearers(1, 2, 3))
  }
}
