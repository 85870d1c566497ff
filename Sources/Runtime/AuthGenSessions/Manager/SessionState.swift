// Whether a user is signed in.

public import AuthGenRuntime

/// The state of a session. Its descriptions show nothing of the session.
nonisolated public enum SessionState<Session> {
  case signedIn(Session)
  /// The server requires a new login before it issues tokens again. The session is kept, and its credential
  /// is used until it expires.
  case needsLogin(Session, ServerRefusal)
  case signedOut(SignOutReason)
  /// The store cannot be read now, or its content cannot be used. The user is not signed out; the
  /// next use reads the store again.
  case unavailable(StoreError)

  /// The session; nil while no user is signed in.
  public var session: Session? {
    switch self {
    case .signedIn(let session), .needsLogin(let session, _): session
    case .signedOut, .unavailable: nil
    }
  }
}

/// The reason why the user is signed out.
nonisolated public enum SignOutReason: Hashable, Sendable {
  /// The store is empty: there was no login yet, or the session ended in an earlier run.
  case noSession
  /// The app signed the user out in this run.
  case loggedOut
  /// The server ended the session in this run.
  case ended
  /// New tokens failed a check that decides trust, for example because they belong to another user. They were
  /// not used, and the old ones are used up.
  case untrusted(TrustFailure)
}

/// Why a response with new tokens is not trusted.
nonisolated public struct TrustFailure: Hashable, Sendable, CustomStringConvertible {
  /// The failed check, for developers. It contains nothing of the response.
  public let description: String

  package init(_ description: String) {
    self.description = description
  }
}

nonisolated extension SessionState: Sendable where Session: Sendable {}
nonisolated extension SessionState: Equatable where Session: Equatable {}
nonisolated extension SessionState: Hashable where Session: Hashable {}

nonisolated extension SessionState: RedactedDescription {
  public var description: String {
    switch self {
    case .signedIn: "signed in"
    case .needsLogin(_, let refusal): "signed in, and needs a new login: \(refusal)"
    case .signedOut(.noSession): "signed out: no session"
    case .signedOut(.loggedOut): "signed out: logged out"
    case .signedOut(.ended): "signed out: the server ended the session"
    case .signedOut(.untrusted(let why)): "signed out: new tokens are not trusted: \(why)"
    case .unavailable(let error): "unavailable: \(error)"
    }
  }
}
