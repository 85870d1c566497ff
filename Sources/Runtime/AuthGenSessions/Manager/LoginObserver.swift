// The reports of a login's changes to connections that outlive a call.

import AuthGenRuntime
import Foundation

/// Reports the changes of a part of the session, and the end of its login.
nonisolated struct LoginObserver<Session: StoredSession>: Sendable {
  /// Nil for a login that is over.
  let login: UUID?
  let credential: @Sendable (Session) -> Credential?
  /// The value that was last reported.
  var known: Credential?
  let report: @Sendable (CredentialChange) -> Void

  /// Reports what has changed.
  ///
  /// - Returns: false after the end of the login.
  mutating func receive(_ machine: SessionMachine<Session>) -> Bool {
    switch machine.known {
    case .unread, .unavailable: break
    case .signedOut(let reason):
      report(.ended(reason.sessionEnd))
      return false
    case .signedIn(let current):
      guard current.id == login else {
        report(.ended(.otherLogin))
        return false
      }
      let now = credential(current.session)
      guard now != known else { break }
      known = now
      report(.replaced)
    }
    return true
  }
}

nonisolated extension SignOutReason {
  fileprivate var sessionEnd: SessionEnd {
    switch self {
    case .noSession: .noSession
    case .loggedOut: .loggedOut
    case .ended, .untrusted: .endedByServer
    }
  }
}
