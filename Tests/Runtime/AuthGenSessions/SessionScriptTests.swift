// Tests sessions with scripts: managers with one store, a server, and a user who answers questions.

import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5))) struct SessionScriptTests {
  @Test(arguments: RecordedCase.scripts("logins"))
  func callsAndTokensOfLoginsAreNotMixed(_ script: RecordedCase) async throws {
    try await script.run(in: ScriptedSessions())
  }

  @Test(arguments: RecordedCase.scripts("processes"))
  func processesWithOneStoreKeepTheSession(_ script: RecordedCase) async throws {
    try await script.run(in: ScriptedSessions())
  }

  @Test(arguments: RecordedCase.scripts("failing-stores"))
  func changesThatTheStoreRejectsAreStoredLater(_ script: RecordedCase) async throws {
    try await script.run(in: ScriptedSessions())
  }

  @Test(arguments: RecordedCase.scripts("gates"))
  func userIsAskedBeforeAStoredSessionIsUsed(_ script: RecordedCase) async throws {
    try await script.run(in: ScriptedSessions())
  }
}

/// The first word of a command is its subject: `server`, `store`, `gate`, `person`, or the name of a manager.
/// A manager begins with its first command. A session is shown as its number. `stored` shows the session that
/// a new process finds.
///
/// The managers `earlier` and `earlier2` have no gate, `plain` cannot refresh, and `copy` begins with a
/// copy of the store. A call that `begins` is held by the server or the person, until it `ends`.
private actor ScriptedSessions: Scripted {
  private typealias Manager = SessionManager<RotatingSession>

  /// The answers of the user.
  private struct Person {
    var questions = 0
    var refusal: GateRefusal?
    var emptiesTheStore = false
  }

  private let store = FakeStore()
  private let copy = InMemoryStore()
  private let server = RotatingServer()
  private let person = Shared(Person())
  private let serverHold = Shared<Gate?>(nil)
  private let personHold = Shared<Gate?>(nil)
  private var gate: StoreGate?
  private var managers: [String: Manager] = [:]
  private var calls: [String: Task<Credential?, any Error>] = [:]

  func result(of command: [String]) async throws -> String {
    let (action, argument) = (command.dropFirst().first ?? "", command.dropFirst(2).first)
    switch command[0] {
    case "server": return try await result(ofServer: action)
    case "store": return try await result(ofStore: action)
    case "gate": return try await result(ofGate: action)
    case "person": return try result(ofPerson: action)
    case "stored":
      guard store.now.content != nil else { return "nothing" }
      return shown(await Manager(store: store).state)
    default: return try await result(of: manager(command[0]), command[0], action, argument)
    }
  }

  private func manager(_ name: String) -> Manager {
    if let manager = managers[name] { return manager }
    if name == "copy", let content = store.now.content { copy.write(content) }
    var store: any SecretStore = name == "copy" ? copy : store
    if let gate, !name.hasPrefix("earlier") { store = GatedStore(store, gate: gate) }
    let manager =
      name == "plain"
      ? Manager(store: store, revoke: { [server] in await server.revoke($0) })
      : server.manager(store) { [serverHold] in await serverHold.withLock { $0 }?.pass() }
    managers[name] = manager
    return manager
  }

  // MARK: Managers

  private func result(
    of manager: Manager, _ name: String, _ action: String, _ argument: String?
  ) async throws -> String {
    let number = argument.flatMap { Int($0) } ?? 0
    switch action {
    case "login": try await manager.logIn { RotatingSession(number) }
    case "expiredLogin":
      try await manager.logIn { RotatingSession(number, expiresAt: .distantPast) }
    case "logout": return shown(try await manager.signOut())
    case "serverLogout":
      let ended = Shared<[RotatingSession]>([])
      let result = await manager.logOut { session in ended.withLock { $0.append(session) } }
      if let error = result.storeError { throw error }
      return shown(ended.withLock { $0.first })
    case "isEnded": await manager.sessionHasEnded(RotatingSession(number).credential)
    case "deletes":
      let answer = try await manager.deleteAccount(confirming: {}) { .deleted(($0, $1)) }
      guard case .deleted((let session, _)) = answer else { return "not deleted" }
      return shown(session)
    case "state": return shown(await manager.state)
    case "states":
      for await state in manager.states { return shown(state) }
    case "isBehindGate": return "\(await manager.isBehindClosedGate)"
    case "credential": return shown(try await manager.credential())
    case "insteadOf":
      let refused = RotatingSession(number).credential
      return shown(try await manager.credential(insteadOf: refused))
    case "session": return shown(try await manager.currentSession())
    case "refreshed": return shown(try await manager.refreshedSession())
    case "begins":
      calls[name] = Task {
        switch argument {
        case "session": try await manager.currentSession()?.credential
        case "refreshed": try await manager.refreshedSession()?.credential
        default: try await manager.credential()
        }
      }
      await hold?.holdsACaller()
    case "ends":
      hold?.open()
      return shown(try await calls.removeValue(forKey: name)?.value)
    default: throw UnknownCommand()
    }
    return "done"
  }

  private var hold: Gate? { serverHold.withLock { $0 } ?? personHold.withLock { $0 } }

  private func shown(_ credential: Credential?) -> String {
    credential.map { String($0.token.reveal().drop { $0 != "-" }.dropFirst()) } ?? "none"
  }

  private func shown(_ session: RotatingSession?) -> String {
    guard let session else { return "none" }
    let number = shown(session.credential)
    let isWhole = session.refreshToken == Secret("refresh-\(number)")
    return "\(number)\(session.expiresAt == nil ? "" : " expired")\(isWhole ? "" : " mixed")"
  }

  private func shown(_ state: SessionState<RotatingSession>) -> String {
    if case .unavailable(let error) = state { return "unavailable: \(described(error))" }
    return state.session.map { shown($0) } ?? "\(state)"
  }

  // MARK: The world

  private func result(ofServer action: String) async throws -> String {
    switch action {
    case "holds": serverHold.withLock { $0 = Gate() }
    case "acceptsUsedTokens": await server.acceptUsedTokens()
    case "refreshes": return "\(await server.refreshes)"
    case "revoked":
      for manager in managers.values { await manager.settle() }
      return "\(await server.revoked.map { $0.reveal() })"
    default: throw UnknownCommand()
    }
    return "done"
  }

  private func result(ofStore action: String) async throws -> String {
    switch action {
    case "isLocked": store.now.failure = .unavailable
    case "hasNoSpace": store.now.failure = .noSpace
    case "isFull": store.now.writesFail = true
    case "works": (store.now.failure, store.now.writesFail) = (nil, false)
    case "isEmptied": store.now.content = nil
    case "takesTheCopy": store.now.content = copy.read()
    case "takesTheCopyBeforeAChange": store.now.next = copy.read()
    case "isErased":
      let erased = GatedStore(store, gate: try #require(gate))
      try await [LocalData.store(erased, named: "session")].eraseAll()
    default: throw UnknownCommand()
    }
    return "done"
  }

  private func result(ofGate action: String) async throws -> String {
    switch action {
    case "exists":
      gate = StoreGate { [person, personHold, store] in
        let answer = person.withLock {
          $0.questions += 1
          return $0
        }
        await personHold.withLock { $0 }?.pass()
        if answer.emptiesTheStore { store.now.content = nil }
        if let refusal = answer.refusal { throw refusal }
      }
    case "isClosed": gate?.close()
    case "isOpened": try await gate?.open()
    case "isOpen": return "\(gate?.isOpen == true)"
    default: throw UnknownCommand()
    }
    return "done"
  }

  private func result(ofPerson action: String) throws -> String {
    switch action {
    case "holds": personHold.withLock { $0 = Gate() }
    case "declines": person.refusal = .cancelled
    case "agrees": person.refusal = nil
    case "emptiesTheStore": person.emptiesTheStore = true
    case "questions": return "\(person.questions)"
    default: throw UnknownCommand()
    }
    return "done"
  }
}
