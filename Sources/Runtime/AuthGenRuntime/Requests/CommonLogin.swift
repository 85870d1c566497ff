// The login of calls that belong together.

package import Foundation

/// The login of several calls, such as those for the pages of a query: that of the first one. Later calls fail with
/// ``RequestError/NotSent/noSession`` after another login.
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

  /// Whether a call may use the data of a login, without a request.
  package func admits(_ login: UUID) -> Bool {
    state.withLock { state in
      state.login = state.login ?? login
      return state.login == login
    }
  }
}
