// A change of a session that the server makes with its refresh token.

nonisolated extension SessionManager {
  /// A change of a session, such as new tokens. The manager makes one change at a time, among all processes
  /// with the same store, because a server may accept each refresh token once.
  nonisolated package struct Change: Sendable {
    /// Calls that need changes with the same identifier share one. Empty for a refresh of the session's own
    /// tokens.
    let id: String
    /// Whether a session has the change, so that it need not be made.
    let isMade: @Sendable (isolated SessionManager, Session) -> Bool
    /// Requests the changed session; nil if the server refuses the refresh token.
    let make: @Sendable (Session) async throws -> Session?

    /// Creates a change in addition to refreshes.
    package init(
      id: String, isMade: @escaping @Sendable (Session) -> Bool,
      make: @escaping @Sendable (Session) async throws -> Session?
    ) {
      self.init(id: id, isMade: { _, session in isMade(session) }, make: make)
    }

    init(
      id: String, isMade: @escaping @Sendable (isolated SessionManager, Session) -> Bool,
      make: @escaping @Sendable (Session) async throws -> Session?
    ) {
      self.id = id
      self.isMade = isMade
      self.make = make
    }
  }
}
