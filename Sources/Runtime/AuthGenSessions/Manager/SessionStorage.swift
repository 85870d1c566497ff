// A session's store, as its manager sees it.

import Foundation

/// A store, and the content that it had when this manager last read or wrote it. A write that depends
/// on that content fails if another process has changed it since.
nonisolated struct SessionStorage<Session: StoredSession>: Sendable {
  let store: any SecretStore
  /// The last known content; nil if the store was empty.
  private var content: Data?
  private var form: SessionForm<Session>?
  /// Whether the store is empty because this manager has removed the content.
  private var isEmptied = false

  init(_ store: any SecretStore) {
    self.store = store
  }

  /// Reads the store.
  ///
  /// - Returns: nil if it is empty.
  mutating func read() throws(StoreError) -> SessionMachine<Session>.Login? {
    let data = try store.read()
    form = nil
    content = data
    form = try data.map { data throws(StoreError) in try SessionForm(decoding: data) }
    if data != nil { isEmptied = false }
    return stored
  }

  private var stored: SessionMachine<Session>.Login? {
    form.map { SessionMachine.Login(session: $0.session, id: $0.login) }
  }

  /// The content that a write may replace.
  nonisolated enum Replaceable: Sendable {
    /// The sessions of logins that began before a time, and content that cannot be read.
    case before(Date)
    /// The sessions of one login; an empty store if it is nil.
    case login(UUID?)
    case session(Session)

    func includes(_ stored: SessionMachine<Session>.Login?) -> Bool {
      switch self {
      case .before(let time): stored?.id.createdAt.map { $0 < time } ?? true
      case .login(let login): stored?.id == login
      case .session(let session): stored?.session == session
      }
    }
  }

  /// Stores a session of a login, or removes the content if `login` is nil.
  ///
  /// - Returns: false if the store has another content than `replaced`. The store keeps it.
  mutating func write(
    _ login: SessionMachine<Session>.Login?, over replaced: Replaceable
  ) throws(StoreError) -> Bool {
    if case .before = replaced, !canRead() {
      let form = login.map { SessionForm($0.session, login: $0.id, after: self.form) }
      let data = try form?.encoded()
      if let data { try store.write(data) } else { try store.remove() }
      (content, self.form) = (data, form)
      return true
    }
    // The second attempt is after a turn of another manager, which changes only the form.
    for _ in 0..<Self.maximumAttempts {
      if includes(replaced) {
        let newForm = login.map { SessionForm($0.session, login: $0.id, after: form) }
        if try replace(with: newForm) { return true }
      }
      _ = try read()
      guard includes(replaced) else { return false }
    }
    throw StoreError(.unavailable)
  }

  /// Empties the store, so that the app does not start with a session whose successor cannot be stored. A
  /// write over the same content may follow.
  mutating func remove(_ replaced: Replaceable) throws(StoreError) {
    isEmptied = try write(nil, over: replaced)
  }

  private mutating func canRead() -> Bool {
    do throws(StoreError) {
      _ = try read()
      return true
    } catch {
      return false
    }
  }

  private func includes(_ replaced: Replaceable) -> Bool {
    replaced.includes(stored) || stored == nil && isEmptied
  }

  private static var maximumAttempts: Int { 8 }

  private mutating func replace(with form: SessionForm<Session>?) throws(StoreError) -> Bool {
    let data = try form?.encoded()
    guard try store.replace(content, with: data) else { return false }
    (content, self.form, isEmptied) = (data, form, false)
    return true
  }

  /// Stores the content again, to find out before a refresh whether its result can be stored.
  mutating func rewrite() throws(StoreError) {
    guard try read() != nil, let form else { return }
    _ = try replace(with: SessionForm(form.session, login: form.login, after: form))
  }

  // MARK: Turns

  /// Takes the turn to refresh the session in a store without locks.
  ///
  /// - Parameter limit: the time after which another manager may take the turn, in seconds. Of
  ///   another manager's turn, at most five more minutes count: its clock may have been wrong. The turn of
  ///   an earlier launch of this program does not count.
  /// - Returns: false if another manager has the turn.
  mutating func takeTurn(
    _ id: UUID, at now: Date, for limit: TimeInterval, launch: Launch = .current
  ) throws(StoreError) -> Bool {
    // Without a session there is nothing to refresh.
    guard try read() != nil, let form else { return true }
    let rest = form.turn?.endsAt.timeIntervalSince(now) ?? 0
    let hasEnded = form.turn?.launch.hasEnded(before: launch) ?? true
    if rest > 0, rest <= limit + 300, !hasEnded { return false }
    let turn = SessionForm<Session>.Turn(
      id: id, endsAt: now.addingTimeInterval(limit), launch: launch)
    return try replace(
      with: SessionForm(form.session, login: form.login, turn: turn, after: form))
  }

  /// Ends the turn if it is still in the store.
  mutating func endTurn(_ id: UUID) throws(StoreError) {
    guard let form, form.turn?.id == id else { return }
    _ = try replace(with: SessionForm(form.session, login: form.login, after: form))
  }
}
