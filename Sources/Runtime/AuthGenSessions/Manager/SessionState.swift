// Whether somebody is signed in.

/// Whether there is a session. However it is printed, it shows nothing of the session.
public enum SessionState<Session> {
  case signedIn(Session)
  case signedOut(SignOutReason)
  /// The store cannot be read now, or what it holds cannot be used. Nobody has been signed out; the
  /// store is asked again at the next use.
  case unavailable(StoreError)

  /// The session, where there is one.
  public var session: Session? {
    if case .signedIn(let session) = self { session } else { nil }
  }
}

/// Why nobody is signed in.
public enum SignOutReason: Hashable, Sendable {
  /// The store is empty: nobody has ever signed in, or the session was over in an earlier run.
  case noSession
  /// The app has signed its user out in this run.
  case loggedOut
  /// The server has said in this run that the session is over.
  case ended
}

extension SessionState: Sendable where Session: Sendable {}
extension SessionState: Equatable where Session: Equatable {}
extension SessionState: Hashable where Session: Hashable {}

extension SessionState: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String {
    switch self {
    case .signedIn: "signed in"
    case .signedOut(.noSession): "signed out: no session"
    case .signedOut(.loggedOut): "signed out: logged out"
    case .signedOut(.ended): "signed out: the server ended the session"
    case .unavailable(let error): "unavailable: \(error)"
    }
  }

  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .enum) }
}
