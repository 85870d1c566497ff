// A session's store, as its manager sees it.

import Foundation

/// A store, and the content that it had when this manager last read or wrote it. A write that depends
/// on that content fails if another process has changed it since.
struct SessionStorage<Session: StoredSession>: Sendable {
  let store: any SecretStore
  /// The last known content; nil if the store was empty.
  private var content: Data?
  private var form: SessionForm<Session>?

  init(_ store: any SecretStore) {
    self.store = store
  }

  /// Reads the store.
  ///
  /// - Returns: nil if it is empty.
  mutating func read() throws(StoreError) -> Session? {
    let data = try store.read()
    form = nil
    content = data
    form = try data.map { data throws(StoreError) in try SessionForm(decoding: data) }
    return form?.session
  }

  /// Stores a session in place of any content.
  mutating func write(_ session: Session) throws(StoreError) {
    let form = SessionForm(session, after: self.form)
    let data = try form.encoded()
    try store.write(data)
    (content, self.form) = (data, form)
  }

  /// Removes any content.
  mutating func remove() throws(StoreError) {
    try store.remove()
    (content, form) = (nil, nil)
  }

  /// Replaces `session` with `newer`, or removes it if `newer` is nil.
  ///
  /// - Returns: false if the store has another session, or none.
  mutating func replace(_ session: Session, with newer: Session?) throws(StoreError) -> Bool {
    // The second attempt is after a turn of another manager, which changes only the form.
    for _ in 0..<Self.maximumAttempts {
      if let form, form.session == session {
        let newForm = newer.map { SessionForm($0, after: form) }
        if try replace(with: newForm) { return true }
      }
      guard try read() == session else { return false }
    }
    throw StoreError(.unavailable)
  }

  private static var maximumAttempts: Int { 8 }

  private mutating func replace(with form: SessionForm<Session>?) throws(StoreError) -> Bool {
    let data = try form?.encoded()
    guard try store.replace(content, with: data) else { return false }
    (content, self.form) = (data, form)
    return true
  }

  // MARK: Turns

  /// Takes the turn to refresh the session in a store without locks.
  ///
  /// - Parameter limit: the time after which another manager may take the turn, in seconds. Of
  ///   another manager's turn, at most five more minutes count: its clock may have been wrong.
  /// - Returns: false if another manager has the turn.
  mutating func takeTurn(
    _ id: UUID, at now: Date, for limit: TimeInterval
  ) throws(StoreError) -> Bool {
    // Without a session there is nothing to refresh.
    guard try read() != nil, let form else { return true }
    let rest = form.turn?.endsAt.timeIntervalSince(now) ?? 0
    if rest > 0, rest <= limit + 300 { return false }
    let turn = SessionForm<Session>.Turn(id: id, endsAt: now.addingTimeInterval(limit))
    return try replace(with: SessionForm(form.session, turn: turn, after: form))
  }

  /// Ends the turn if it is still in the store.
  mutating func endTurn(_ id: UUID) throws(StoreError) {
    guard let form, form.turn?.id == id else { return }
    _ = try replace(with: SessionForm(form.session, after: form))
  }
}
