// The credentials of one call, which belong to one login.

import AuthGenRuntime
import Foundation

/// The credentials of one call or stream, or of several calls of one login. All of them belong to the login
/// under which the first request for a credential began, even if that request got none.
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
  var base: any CredentialSource { sessions }

  func credential() async throws(CredentialUnavailable) -> Credential? {
    let found = try await sessions.session(of: origin)
    if let found { lastLogin.withLock { $0 = found.login } }
    return found?.session.credential
  }
}
