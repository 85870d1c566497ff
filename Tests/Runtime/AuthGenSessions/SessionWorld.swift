// Two processes with one store and one server, as values: every order of events can be tried.

import AuthGenRuntime
import AuthGenTestSupport
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

  /// A step of several requests: it must end under the login that it has begun under, or without effect.
  struct Step {
    enum Kind {
      case login
      /// The deletion of the account, behind a question to the user.
      case deletion
      /// The server has deleted the account of a login.
      case deleted(NumberedMachine.Login)
      /// A call that waits at a gate.
      case call
      /// Other tokens of the login.
      case renewal
    }

    let kind: Kind
    let start: LoginStart
    /// The login of the process when the step began; nil if it had none, or if the store could not be read.
    let login: Int?
    /// The number of logins and logouts of the process before.
    let changes: Int
  }

  /// One process: its machine, and the effects that have not ended yet.
  struct Process {
    var machine = NumberedMachine(.init())
    var waitsForTurn = false
    /// The session that a refresh under way sends, or another change of its tokens.
    var request: NumberedSession?
    var requestedChange: NumberedMachine.Change?
    var steps: [Step] = []
    /// The number of logins and logouts that had an effect.
    var changes = 0
    /// The server's response that has not arrived yet.
    var response: RefreshResult<NumberedSession>?
    var holdsTurn = false
    /// The calls that wait, and the login that they are bound to; nil for any.
    var calls: [Int: Int?] = [:]
    /// The last login of this process; 0 for none.
    var last = 0
    /// The logins before the last login or logout of this process.
    var past: Set<Int> = []
    /// Whether the store is empty because this process has removed the content.
    var hasEmptied = false
    var revocations: [NumberedSession] = []
    /// The credentials that the machine has had, at most 16.
    var credentials: [Credential] = []
  }

  // The store.
  var content: NumberedMachine.Login?
  var readsFail = false
  var writesFail = false
  var hasStoreFailed = false
  /// Logins that are no longer in the store.
  var left: Set<Int> = []
  /// Logins that the user has left or replaced in one of the processes.
  var abandoned: Set<Int> = []
  /// Logins of which a killed process or a lost response may have been the last to know, and those that end
  /// without a revocation.
  var forgotten: Set<Int> = []

  // The server.
  var current: [Int: Int] = [:]
  /// The newest refresh token that was used, by login.
  var used: [Int: Int] = [:]
  var ended: Set<Int> = []
  var isDown = false

  var processes = [Process(), Process()]
  var uptime = Duration.zero
  /// The device's clock, which each event advances, and which the user can set.
  var clock: TimeInterval = 0
  var isClockSetBack = false
  /// The logins whose tokens changes replace, by the identifier of the change.
  private var changedLogins: [String: Int] = [:]
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
      clock += 0.001
      let now = NumberedMachine.Moment(date: date(), uptime: uptime)
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

  /// The time after a number of seconds.
  private func date(after seconds: TimeInterval = 0) -> Date {
    Date(timeIntervalSinceReferenceDate: clock + seconds)
  }

  private mutating func perform(
    _ effect: NumberedMachine.Effect, _ index: Int
  ) throws -> NumberedMachine.Event? {
    switch effect {
    case .read:
      if readsFail { return .read(.failure(StoreError(.unavailable))) }
      if content != nil { processes[index].hasEmptied = false }
      return .read(.success(content))
    case .write(let login, let replaced):
      if readsFail || writesFail { return .written(.failure(StoreError(.noSpace))) }
      guard replaced.includes(content) || content == nil && processes[index].hasEmptied else {
        return .written(.success(false))
      }
      processes[index].hasEmptied = false
      try store(login)
      return .written(.success(true))
    case .remove(let replaced):
      if !readsFail, !writesFail, replaced.includes(content) {
        processes[index].hasEmptied = true
        try store(nil)
      }
    case .takeTurn: processes[index].waitsForTurn = true
    case .refresh(let session, let change):
      if let change, changedLogins[change.id] != session.login {
        throw Violation(text: "the tokens of another login are replaced")
      }
      processes[index].request = session
      processes[index].requestedChange = change
    case .endTurn: processes[index].holdsTurn = false
    case .revoke(let session):
      let isOver = abandoned.union(ended).contains(session.login)
      guard isOver || content?.session.login != session.login,
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
    if let later = content?.session.login, let login, login.session.login < later, !isClockSetBack {
      throw Violation(text: "a login is stored over a later one")
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

  /// A call needs a session.
  ///
  mutating func ask(_ demand: NumberedMachine.Demand, _ index: Int) throws {
    // While the user is signed out, the call may get the session that another process has stored.
    let login = processes[index].machine.session?.login
    try ask(demand, of: .since(processes[index].machine.loginStart), login, index)
  }

  /// A call needs another credential than one that the server has refused.
  /// The machine may not know its login.
  mutating func ask(insteadOf refused: Credential, _ index: Int) throws {
    let text = refused.token.reveal().dropFirst().prefix { $0 != "." }
    try ask(
      .another(than: refused), of: .login(processes[index].machine.login(of: refused)), Int(text),
      index)
  }

  private mutating func ask(
    _ demand: NumberedMachine.Demand, of origin: CallOrigin, _ login: Int?, _ index: Int
  ) throws {
    lastCall += 1
    processes[index].calls[lastCall] = .some(login)
    try receive(.sessionRequested(lastCall, demand, of: origin), index)
  }

  /// The user changes the password. The tokens with which the server responds are another login.
  mutating func replaceTokens(_ index: Int) throws {
    guard let login = processes[index].machine.login else { return }
    lastLogin += 1
    let number = lastLogin
    let change = NumberedMachine.Change(
      id: "\(number)", newLogin: UUID(createdAt: date()), isMade: { $0.login == number },
      make: { $0 })
    changedLogins[change.id] = login.session.login
    lastCall += 1
    // It may get the session after its own change, and that of no third login.
    processes[index].calls[lastCall] = .some(nil)
    try receive(.sessionRequested(lastCall, .changed(change), of: .login(login.id)), index)
  }

  /// The user begins a step that ends later.
  mutating func begin(_ kind: Step.Kind, _ index: Int) throws {
    switch kind {
    case .login: try receive(.storeRequested, index)
    case .deletion, .renewal: try receive(.stateRequested, index)
    case .call, .deleted: break
    }
    let process = processes[index]
    processes[index].steps.append(
      Step(
        kind: kind, start: process.machine.loginStart, login: process.machine.session?.login,
        changes: process.changes))
  }

  /// The last request of a step has its response.
  mutating func finishStep(_ index: Int, using generator: inout SeededGenerator) throws {
    guard !processes[index].steps.isEmpty else { return }
    let count = processes[index].steps.count
    let step = processes[index].steps.remove(at: Int.random(in: 0..<count, using: &generator))
    switch step.kind {
    case .login: try complete(step, lasts: 3_600, index)
    case .deletion:
      // The gate is open, so the session is read again.
      try receive(.storeRequested, index)
      guard let login = processes[index].machine.login(since: step.start) else { return }
      guard step.changes == processes[index].changes,
        step.login ?? login.session.login == login.session.login
      else { throw Violation(text: "the account of another login is deleted") }
      abandoned.insert(login.session.login)
      ended.insert(login.session.login)
      try begin(.deleted(login), index)
    case .deleted(let login): try deleteAccount(of: login, index)
    case .call:
      // No login has the number -1.
      let login = step.changes == processes[index].changes ? step.login : -1
      try ask(.valid, of: .since(step.start), login, index)
    case .renewal:
      try receive(.storeRequested, index)
      guard let login = step.login, let id = step.start.login,
        processes[index].machine.login?.id != id
      else { return }
      let newer = NumberedSession(login: login, refresh: 1_000)
      try receive(.renewed(.init(session: newer, id: id)), index)
      if processes[index].machine.session == newer {
        throw Violation(text: "the tokens of an earlier login are used")
      }
    }
  }

  mutating func logIn(_ index: Int, lasts seconds: TimeInterval?) throws {
    try begin(.login, index)
    try complete(processes[index].steps.removeLast(), lasts: seconds, index)
  }

  /// The server has created a session. It becomes the current one, or is revoked.
  private mutating func complete(_ step: Step, lasts seconds: TimeInterval?, _ index: Int) throws {
    lastLogin += 1
    let number = lastLogin
    current[number] = 1
    let session = NumberedSession(
      login: number, refresh: 1, expiresAt: seconds.map { date(after: $0) })
    let (before, stored) = (processes[index], content?.session.login)
    // A process with a state that is not stored does not read the store first.
    let isStoreKnown = !readsFail && before.machine.unsaved == nil
    let wasAbandoned = step.login.map { !abandoned.insert($0).inserted }
    try receive(
      .loggedIn(
        .init(session: session, id: UUID(createdAt: date())), since: step.start, revokes: true),
      index)
    guard processes[index].machine.session?.login == number else {
      if wasAbandoned == false, let login = step.login { abandoned.remove(login) }
      guard ended.contains(number) else {
        throw Violation(text: "the session of a late login is not revoked")
      }
      return
    }
    guard step.changes == before.changes else {
      throw Violation(text: "a login completes after another login or a logout")
    }
    if isStoreKnown, let stored, stored != step.login {
      throw Violation(text: "a login replaces another one than that under which it began")
    }
    processes[index].changes += 1
    processes[index].past.insert(before.last)
    if isStoreKnown, let stored { processes[index].past.insert(stored) }
  }

  mutating func logOut(_ index: Int) throws {
    try receive(.stateRequested, index)
    let (before, stored) = (processes[index], content?.session.login)
    let isStoreKnown = !readsFail && before.machine.unsaved == nil
    let login = before.machine.session?.login
    for former in [login, login == nil ? stored : nil] {
      if let former { abandoned.insert(former) }
    }
    try receive(.loggedOut(since: before.machine.loginStart), index)
    if isStoreKnown, let stored, stored != login, content?.session.login != stored {
      throw Violation(text: "a logout removes another user's session")
    }
    guard processes[index].machine.login == nil else {
      guard let login, login != stored else { throw Violation(text: "a logout has no effect") }
      processes[index].past.insert(login)
      return
    }
    processes[index].changes += 1
    processes[index].past.insert(before.last)
    if case .signedIn(let session) = processes[index].machine.replaced {
      ended.insert(session.login)
    }
  }

  /// The server has deleted the account of a login. The store may have another one.
  private mutating func deleteAccount(of login: NumberedMachine.Login, _ index: Int) throws {
    let before = processes[index].machine
    let stored = before.unsaved == nil ? content : nil
    try receive(.accountDeleted(login.id), index)
    if before.login != nil, case .signedOut(.loggedOut) = processes[index].machine.state {
      processes[index].past.insert(login.session.login)
      processes[index].changes += 1
    }
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
    let change = processes[index].requestedChange
    (processes[index].request, processes[index].requestedChange) = (nil, nil)
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
      let expiresAt = date(after: 3_600)
      if let change {
        let number = change.newNumber
        forgotten.insert(session.login)
        current[number] = 1
        processes[index].response = .session(
          NumberedSession(login: number, refresh: 1, expiresAt: expiresAt))
        return
      }
      current[session.login] = newest + 1
      processes[index].response = .session(
        NumberedSession(login: session.login, refresh: newest + 1, expiresAt: expiresAt))
    }
  }

  /// A response arrives, or is lost.
  mutating func deliver(_ index: Int, isLost: Bool = false) throws {
    guard let response = processes[index].response else { return }
    processes[index].response = nil
    if isLost, case .session(let newer) = response { forgotten.insert(newer.login) }
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
    forgotten.formUnion([processes[index].machine.session?.login].compactMap(\.self))
    if case .session(let newer)? = processes[index].response { forgotten.insert(newer.login) }
    processes[index] = Process()
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
      try ask(.refreshed(after: processes[index].machine.session), index)
      for _ in 0..<4 {
        try grantTurn(index)
        try serve(index)
        try deliver(index)
      }
      guard processes[index].machine.session == content?.session else {
        throw Violation(text: "a process and the store have different sessions after a refresh")
      }
    }
    let over = Set(current.keys).subtracting([content?.session.login].compactMap(\.self))
    guard hasStoreFailed || over.subtracting(ended.union(abandoned).union(forgotten)).isEmpty else {
      throw Violation(text: "a session that is not used continues at the server")
    }
  }
}

nonisolated extension SessionChange<NumberedSession> {
  /// The login that begins with the changed session.
  fileprivate var newNumber: Int { Int(id) ?? 0 }
}
