// The login of calls that belong together.

package import Foundation

/// The login that several calls share, such as those for the pages of a query. The first call sets it. After
/// another login, later calls fail with ``RequestError/NotSent/noSession``.
nonisolated package final class CommonLogin: Sendable {
  nonisolated private struct State {
    var credential: Credential?
    var login: UUID?
  }

  private let state = Locked(State())

  package init() {}

  /// The credential of the last call; nil before the first one.
  var credential: Credential? {
    get { state.withLock { $0.credential } }
    set { state.withLock { $0.credential = newValue } }
  }

  /// Whether a call may use the cached data of a login. The first call sets the common login.
  package func admits(_ login: UUID) -> Bool {
    state.withLock { state in
      state.login = state.login ?? login
      return state.login == login
    }
  }
}
