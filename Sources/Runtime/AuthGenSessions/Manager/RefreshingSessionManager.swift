// A session whose tokens are renewed when they are needed.

import AuthGenRuntime
import Foundation

/// The credential source of a session with a refresh token: clients that are authenticated by it get
/// an access token that has not expired.
///
/// However many calls need a new token at once, one request is made for all of them. New tokens are
/// stored before any call gets them, since the server takes the old ones no more. A server that
/// refuses the refresh token ends the session; a network that fails does not, nor does a server that
/// is overloaded. Signing out wins over a refresh that is under way.
public actor RefreshingSessionManager<Session: RefreshableSession> {
  /// Whether somebody is signed in.
  public nonisolated let sessions: SessionManager<Session>

  private let refresh: @Sendable (Session) async -> RefreshOutcome<Session>
  private let abandon: @Sendable (Session) async -> Void
  private let now: @Sendable () -> Date
  private let leeway: TimeInterval
  private let isUsable: @Sendable (Session) -> Bool
  private var underWay: Task<Renewal, Never>?
  /// Renewed, and not stored yet.
  private var unsaved: Session?
  /// Its access token was refused before it expired.
  private var rejected: Session?

  private typealias Renewal = Result<Session?, CredentialUnavailable>

  /// - Parameters:
  ///   - leeway: how long before its end an access token counts as expired, in seconds.
  ///   - isUsable: whether a session's access token can be used here, expired or not.
  ///   - refresh: asks the server for new tokens.
  ///   - abandon: gets new tokens that nobody wants any more.
  package init(
    store: any SecretStore, leeway: TimeInterval = 30,
    now: @escaping @Sendable () -> Date = { Date() },
    isUsable: @escaping @Sendable (Session) -> Bool = { _ in true },
    refresh: @escaping @Sendable (Session) async -> RefreshOutcome<Session>,
    abandon: @escaping @Sendable (Session) async -> Void
  ) {
    sessions = SessionManager(store: store)
    self.leeway = leeway
    self.now = now
    self.isUsable = isUsable
    self.refresh = refresh
    self.abandon = abandon
  }

  /// The session, with an access token that has not expired; nil where nobody is signed in.
  ///
  /// - Throws: `CredentialUnavailable` where that cannot be told or had now. Nobody has been logged
  ///   out.
  public func currentSession() async throws(CredentialUnavailable) -> Session? {
    guard let session = try await storedSession() else { return nil }
    return needsRenewal(session) ? try await renewed(session) : session
  }

  /// The session with new tokens, whether or not it needs them yet; nil where nobody is signed in
  /// (any more). A session without a refresh token stays as it is until it has expired.
  ///
  /// - Throws: `CredentialUnavailable` where there are no new tokens to be had now. Nobody has been
  ///   logged out.
  public func refreshedSession() async throws(CredentialUnavailable) -> Session? {
    guard let session = try await storedSession() else { return nil }
    return try await renewed(session)
  }

  /// Waits until no renewal is under way.
  package func settle() async {
    _ = await underWay?.value
  }

  /// The session, which is stored if that is possible by now.
  private func storedSession() async throws(CredentialUnavailable) -> Session? {
    switch await sessions.state {
    case .signedIn(let session):
      do throws(StoreError) {
        try await sessions.storeAgain(session)
        if session == unsaved { unsaved = nil }
      } catch {
        // Renewed tokens are not to be used up with the process; those of a login are, and the app
        // was told.
        if session == unsaved { throw CredentialUnavailable(error.description) }
      }
      return session
    case .signedOut:
      unsaved = nil
      rejected = nil
      return nil
    case .unavailable(let error): throw CredentialUnavailable(error.description)
    }
  }

  private func needsRenewal(_ session: Session) -> Bool {
    session == rejected || !isUsable(session) || expires(session, within: leeway)
  }

  private func expires(_ session: Session, within seconds: TimeInterval) -> Bool {
    session.expiresAt.map { $0.timeIntervalSince(now()) <= seconds } ?? false
  }

  /// One renewal at a time: whoever wants one meanwhile gets what comes of it.
  private func renewed(_ session: Session) async throws(CredentialUnavailable) -> Session? {
    // A task of its own: whoever is cancelled meanwhile cancels no other.
    let task = underWay ?? Task { await self.renew(session) }
    underWay = task
    return try await task.value.get()
  }

  private func renew(_ seen: Session) async -> Renewal {
    defer { underWay = nil }
    do throws(CredentialUnavailable) {
      // Another process may have renewed it, and a token is good for one renewal.
      if let newer = try await stored(insteadOf: seen), !needsRenewal(newer) {
        return .success(newer)
      }
      guard let current = await sessions.state.session else { return .success(nil) }
      // It was renewed, or another one took its place, before this began.
      if current != seen, !needsRenewal(current) { return .success(current) }
      guard current.refreshToken != nil else {
        let isOver = current == rejected || !isUsable(current) || expires(current, within: 0)
        return .success(isOver ? try await ended(current) : current)
      }
      switch await refresh(current) {
      case .refreshed(let newer): return .success(try await adopt(newer, insteadOf: current))
      case .failed(let why): return .failure(why)
      case .refused: return .success(try await ended(current))
      }
    } catch {
      return .failure(error)
    }
  }

  private func adopt(
    _ newer: Session, insteadOf session: Session
  ) async throws(CredentialUnavailable) -> Session? {
    do throws(StoreError) {
      guard try await sessions.replaceSession(session, with: newer) else {
        let live = await sessions.state.session
        if newer.refreshToken != live?.refreshToken { await abandon(newer) }
        return live
      }
      return newer
    } catch {
      unsaved = newer
      throw CredentialUnavailable(error.description)
    }
  }

  /// Ends a session, unless another process has stored its successor.
  private func ended(_ session: Session) async throws(CredentialUnavailable) -> Session? {
    do throws(StoreError) {
      return try await sessions.endSession(session)
    } catch {
      throw CredentialUnavailable(error.description)
    }
  }

  private func stored(
    insteadOf session: Session
  ) async throws(CredentialUnavailable) -> Session? {
    do throws(StoreError) {
      return try await sessions.takeStoredSession(insteadOf: session)
    } catch {
      throw CredentialUnavailable(error.description)
    }
  }
}

extension RefreshingSessionManager: CredentialSource {
  /// The session's credential; nil where nobody is signed in.
  public func credential() async throws(CredentialUnavailable) -> Credential? {
    try await currentSession()?.credential
  }

  /// What the session's type says: see ``StoredSession/isEnded(by:)``.
  public nonisolated func endsSession(_ answer: CredentialAnswer) -> Bool {
    Session.isEnded(by: answer)
  }

  /// The server refuses an access token: the next call gets a new one. Only where there is no refresh
  /// token does the session end.
  public func sessionHasEnded(_ credential: Credential) async {
    guard let session = await sessions.state.session, session.credential == credential else {
      return
    }
    rejected = session
    if session.refreshToken == nil { await sessions.sessionHasEnded(credential) }
  }
}

extension RefreshingSessionManager: CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  public nonisolated var description: String { "RefreshingSessionManager" }
  public nonisolated var debugDescription: String { description }
  public nonisolated var customMirror: Mirror { Mirror(self, children: [], displayStyle: .class) }
}
