// Two processes with one store and one server, as values: every order of events can be tried.

import AuthGenRuntime
import Foundation

@testable import AuthGenSessions

/// A session of a numbered login, after a number of refreshes.
struct NumberedSession: StoredSession {
  let login: Int
  let refresh: Int
  var expiresAt: Date?

  var credential: Credential { Credential(scheme: "Bearer", token: Secret("a\(login).\(refresh)")) }
  var refreshToken: Secret? { Secret("r\(login).\(refresh)") }
}

typealias NumberedMachine = SessionMachine<NumberedSession>

/// The world around the machines, and what must never happen in it.
struct SessionWorld {
  struct Violation: Error {
    let text: String
  }

  /// One process: its machine, and the effects that have not ended yet.
  struct Process {
    var machine = NumberedMachine(.init())
    var waitsForTurn = false
    /// The session that a refresh under way sends.
    var request: NumberedSession?
    /// The server's response that has not arrived yet.
    var response: RefreshResult<NumberedSession>?
    var holdsTurn = false
    /// The calls that wait, and the login that they are bound to; nil for any.
    var calls: [Int: Int?] = [:]
    var clock: TimeInterval = 0
    /// The last login of this process; 0 for none.
    var last = 0
    /// The logins before the last login or logout of this process.
    var past: Set<Int> = []
    var revocations: [NumberedSession] = []
    /// The credentials that the machine has had, at most 16.
    var credentials: [Credential] = []
  }

  // The store.
  var content: NumberedMachine.Login?
  var readsFail = false
  var writesFail = false
  /// Logins that are no longer in the store.
  var left: Set<Int> = []
  /// Logins that the user has left or replaced in one of the processes.
  var abandoned: Set<Int> = []

  // The server.
  var current: [Int: Int] = [:]
  /// The newest refresh token that was used, by login.
  var used: [Int: Int] = [:]
  var ended: Set<Int> = []
  var isDown = false

  var processes = [Process(), Process()]
  var uptime = Duration.zero
  private var lastCall = 0
  private var lastLogin = 0
  private(set) var resumedCalls = 0
  /// The events and effects, if they are wanted.
  var trace: [String]?

  // MARK: Events

  mutating func receive(_ event: NumberedMachine.Event, _ index: Int) throws {
    var event: NumberedMachine.Event? = event
    while let next = event {
      event = nil
      let now = NumberedMachine.Moment(
        date: Date(timeIntervalSinceReferenceDate: processes[index].clock), uptime: uptime)
      trace?.append("\(index): \(next)")
      for effect in processes[index].machine.receive(next, at: now) {
        trace?.append("     \(effect)")
        event = try perform(effect, index)
      }
    }
    if let login = processes[index].machine.session?.login {
      if processes[index].past.contains(login) {
        throw Violation(text: "login \(login) is back after another login or a logout")
      }
      processes[index].last = login
    }
  }

  private mutating func perform(
    _ effect: NumberedMachine.Effect, _ index: Int
  ) throws -> NumberedMachine.Event? {
    switch effect {
    case .read: return .read(readsFail ? .failure(StoreError(.unavailable)) : .success(content))
    case .write(let login, let replaced):
      if readsFail || writesFail { return .written(.failure(StoreError(.noSpace))) }
      guard replaced.includes(content) else { return .written(.success(false)) }
      try store(login)
      return .written(.success(true))
    case .remove:
      if !readsFail, !writesFail { try store(nil) }
    case .takeTurn: processes[index].waitsForTurn = true
    case .refresh(let session, _): processes[index].request = session
    case .endTurn: processes[index].holdsTurn = false
    case .revoke(let session):
      guard abandoned.contains(session.login) || content?.session.login != session.login,
        processes[index].machine.session?.login != session.login
      else { throw Violation(text: "a login that continues is revoked") }
      processes[index].revocations.append(session)
      ended.insert(session.login)
    case .publish: break
    case .resume(let call, let result): try check(result, to: call, index)
    }
    return nil
  }

  private mutating func store(_ login: NumberedMachine.Login?) throws {
    if let login, left.contains(login.session.login) {
      throw Violation(text: "a session is stored again after its logout")
    }
    if let former = content?.session.login, former != login?.session.login { left.insert(former) }
    content = login
  }

  private mutating func check(
    _ result: Result<NumberedMachine.Login?, CredentialUnavailable>, to call: Int, _ index: Int
  ) throws {
    guard let pinned = processes[index].calls.removeValue(forKey: call) else {
      throw Violation(text: "a call is resumed twice")
    }
    resumedCalls += 1
    guard case .success(let login?) = result else { return }
    if let pinned, pinned != login.session.login {
      throw Violation(text: "a call of login \(pinned) gets the session of another login")
    }
    if processes[index].machine.session != login.session {
      throw Violation(text: "a call gets a session that is not the current one")
    }
  }

  // MARK: What may happen

  mutating func ask(
    _ demand: NumberedMachine.Demand, of origin: NumberedMachine.Origin, _ index: Int
  ) throws {
    lastCall += 1
    let login = processes[index].machine.session?.login
    switch origin {
    case .anyLogin: processes[index].calls[lastCall] = .some(nil)
    // While the user is signed out, the call may get the session that another process has stored.
    case .currentLogin: processes[index].calls[lastCall] = .some(login)
    case .login(let credential):
      let text = credential.token.reveal().dropFirst().prefix { $0 != "." }
      processes[index].calls[lastCall] = .some(Int(text))
    }
    try receive(.sessionRequested(lastCall, demand, of: origin), index)
  }

  mutating func logIn(_ index: Int, lasts seconds: TimeInterval?) throws {
    lastLogin += 1
    for former in [processes[index].machine.session, content?.session] {
      if let former { abandoned.insert(former.login) }
    }
    current[lastLogin] = 1
    let expiresAt = seconds.map {
      Date(timeIntervalSinceReferenceDate: processes[index].clock + $0)
    }
    let session = NumberedSession(login: lastLogin, refresh: 1, expiresAt: expiresAt)
    processes[index].past.insert(processes[index].last)
    // A process with a state that is not stored does not read the store first.
    if let stored = content?.session.login, !readsFail, processes[index].machine.unsaved == nil {
      processes[index].past.insert(stored)
    }
    try receive(.loggedIn(.init(session: session, id: UUID()), revokesFormer: true), index)
  }

  mutating func logOut(_ index: Int) throws {
    for former in [processes[index].machine.session, content?.session] {
      if let former { abandoned.insert(former.login) }
    }
    processes[index].past.insert(processes[index].last)
    try receive(.loggedOut, index)
    if case .signedIn(let session) = processes[index].machine.replaced {
      ended.insert(session.login)
    }
  }

  /// The server has deleted the account of a login. The store may have another one.
  mutating func deleteAccount(_ index: Int) throws {
    guard let login = processes[index].machine.login else { return }
    let stored = processes[index].machine.unsaved == nil ? content : nil
    for former in [login.session, content?.session] {
      if let former { abandoned.insert(former.login) }
    }
    processes[index].past.insert(login.session.login)
    try receive(.accountDeleted(login.id), index)
    ended.insert(login.session.login)
    if let stored, stored.id != login.id, content?.id != stored.id {
      throw Violation(text: "another login is removed with a deleted account")
    }
  }

  /// Gives a process its turn, unless the other one has it.
  mutating func grantTurn(_ index: Int) throws {
    guard processes[index].waitsForTurn, !processes.contains(where: \.holdsTurn) else { return }
    processes[index].waitsForTurn = false
    processes[index].holdsTurn = true
    try receive(.turn(.success(())), index)
  }

  /// The server receives a refresh. It accepts a refresh token again, because the response may have been
  /// lost, until a newer one is used. Then an older one counts as stolen.
  mutating func serve(_ index: Int) throws {
    guard let session = processes[index].request else { return }
    processes[index].request = nil
    if isDown {
      processes[index].response = .unavailable(CredentialUnavailable("the server is down"))
      return
    }
    let newest = current[session.login] ?? 0
    if ended.contains(session.login) {
      processes[index].response = .ended(.ended)
    } else if session.refresh < used[session.login] ?? 0 {
      throw Violation(text: "a refresh token is used after a newer one")
    } else {
      used[session.login] = session.refresh
      current[session.login] = newest + 1
      let expiresAt = Date(timeIntervalSinceReferenceDate: processes[index].clock + 3_600)
      processes[index].response = .session(
        NumberedSession(login: session.login, refresh: newest + 1, expiresAt: expiresAt))
    }
  }

  /// A response arrives, or is lost.
  mutating func deliver(_ index: Int, isLost: Bool = false) throws {
    guard let response = processes[index].response else { return }
    processes[index].response = nil
    let before = processes[index].machine.session
    try receive(
      .refreshed(isLost ? .unavailable(CredentialUnavailable("connection lost")) : response), index)
    if case .signedOut(.ended) = processes[index].machine.state, let before,
      !ended.contains(before.login)
    {
      throw Violation(text: "a session ends that the server has not ended")
    }
  }

  /// Kills a process and starts it again.
  mutating func restart(_ index: Int) {
    let clock = processes[index].clock
    processes[index] = Process(clock: clock)
  }

  /// Ends everything under way, with a store and a server that work.
  mutating func settle() throws {
    (readsFail, writesFail, isDown) = (false, false, false)
    for _ in 0..<20 {
      for index in processes.indices {
        try grantTurn(index)
        try serve(index)
        try deliver(index)
      }
    }
    for index in processes.indices {
      guard processes[index].calls.isEmpty, processes[index].machine.underWay == nil else {
        throw Violation(text: "a call never ends")
      }
      try receive(.stateRequested, index)
      try ask(.refreshed, of: .anyLogin, index)
      for _ in 0..<4 {
        try grantTurn(index)
        try serve(index)
        try deliver(index)
      }
      guard processes[index].machine.session == content?.session else {
        throw Violation(text: "a process and the store have different sessions after a refresh")
      }
    }
  }
}
