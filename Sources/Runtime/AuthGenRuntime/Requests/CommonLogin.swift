// The login of calls that belong together.

package import Foundation

/// The login that several calls share, such as those for the pages of a query. The first call sets it. After
/// another login, later calls fail with ``RequestError/NotSent/noSession``.
nonisolated package final class CommonLogin: Sendable {
  nonisolated private struct State {
    var credential: Credential?
    var login: UUID?
    var source: (any CredentialSource)?
  }

  private let state: Locked<State>

  /// - Parameter login: the login; nil if the first call sets it.
  package init(_ login: UUID? = nil) {
    state = Locked(State(login: login))
  }

  /// The source of all calls: that of the first one.
  func source(_ first: any CredentialSource) -> any CredentialSource {
    state.withLock { state in
      let bound = state.login.flatMap { (first as? any LoginSource)?.source(of: $0) }
      let source = state.source ?? bound ?? first.forOneCall()
      state.source = source
      return source
    }
  }

  /// The credential of the last call; nil before the first one.
  var credential: Credential? {
    get { state.withLock { $0.credential } }
    set { state.withLock { $0.credential = newValue } }
  }

  /// Whether a call may use the cached data of a login. The first call sets the common login.
  package func admits(_ login: UUID) -> Bool {
    state.withLock { state in
      state.login = state.login ?? (state.source as? any LoginBoundSource)?.login ?? login
      return state.login == login
    }
  }
}

/// A source of several logins, one after the other.
nonisolated package protocol LoginSource: CredentialSource {
  /// The source for calls of one login.
  func source(of login: UUID) -> any LoginBoundSource
}

/// A source of the credentials of one login.
nonisolated package protocol LoginBoundSource: CredentialSource {
  /// The login of the last credential; nil before the first one.
  var login: UUID? { get }
  /// The source of all logins, which knows the login of each credential.
  var base: any CredentialSource { get }
}

nonisolated extension LoginBoundSource {
  package func credential(
    after earlier: Credential
  ) async throws(CredentialUnavailable) -> Credential? {
    try await base.credential(after: earlier)
  }

  package func credential(
    insteadOf refused: Credential
  ) async throws(CredentialUnavailable) -> Credential? {
    try await base.credential(insteadOf: refused)
  }

  package var refusals: [RefusalRule] { base.refusals }

  package func sessionHasEnded(_ credential: Credential) async {
    await base.sessionHasEnded(credential)
  }

  package func observe(
    _ credential: Credential, _ report: @escaping @Sendable (CredentialChange) -> Void
  ) async -> CredentialObservation? {
    await base.observe(credential, report)
  }
}
