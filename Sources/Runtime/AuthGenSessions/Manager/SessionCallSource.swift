// The credentials of one call, which belong to one login.

import AuthGenRuntime
import Foundation

/// The credentials of one call or stream, or of calls that belong together: those of the login under which
/// the first one began, also if that one got no credential in time.
nonisolated final class SessionCallSource<Session: StoredSession>: LoginBoundSource {
  private let sessions: SessionManager<Session>
  /// Nil before the first request for a credential.
  private let origin: Locked<CallOrigin?>
  private let lastLogin = Locked<UUID?>(nil)

  init(_ sessions: SessionManager<Session>, of origin: CallOrigin? = nil) {
    self.sessions = sessions
    self.origin = Locked(origin)
  }

  var login: UUID? { lastLogin.withLock { $0 } }

  func credential() async throws(CredentialUnavailable) -> Credential? {
    let origin: CallOrigin
    if let known = self.origin.withLock({ $0 }) {
      origin = known
    } else {
      let start = CallOrigin.since(await sessions.knownStart)
      origin = self.origin.withLock { first in
        first = first ?? start
        return first ?? start
      }
    }
    let found = try await sessions.validSession(of: origin)
    if let found { lastLogin.withLock { $0 = found.login } }
    return found?.session.credential
  }

  func credential(after earlier: Credential) async throws(CredentialUnavailable) -> Credential? {
    try await sessions.credential(after: earlier)
  }

  func credential(
    insteadOf refused: Credential
  ) async throws(CredentialUnavailable) -> Credential? {
    try await sessions.credential(insteadOf: refused)
  }

  var refusals: [RefusalRule] { sessions.refusals }

  func sessionHasEnded(_ credential: Credential) async {
    await sessions.sessionHasEnded(credential)
  }

  func observe(
    _ credential: Credential, _ report: @escaping @Sendable (CredentialChange) -> Void
  ) async -> CredentialObservation? {
    await sessions.observe(credential, report)
  }
}
