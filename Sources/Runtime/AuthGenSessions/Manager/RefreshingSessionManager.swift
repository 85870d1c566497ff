// A session whose tokens are refreshed when needed.

import AuthGenRuntime
import Foundation

/// The credential source of a session with a refresh token. Clients that use it get an unexpired
/// access token.
///
/// Concurrent calls that need a new token share one refresh request (single flight). New tokens are
/// stored before any call gets them, because the server no longer accepts the old ones (rotation).
/// The session ends if the server refuses the refresh token. It continues after a network failure
/// or a server error. A logout takes precedence over a refresh under way.
public actor RefreshingSessionManager<Session: RefreshableSession> {
  /// The session's store and state.
  public nonisolated let sessions: SessionManager<Session>

  private let refresh: @Sendable (Session) async -> RefreshOutcome<Session>
  private let abandon: @Sendable (Session) async -> Void
  private let now: @Sendable () -> Date
  private let leeway: TimeInterval
  private let isUsable: @Sendable (Session) -> Bool
  private var underWay: Task<Renewal, Never>?
  /// A refreshed session that is not stored yet.
  private var unsaved: Session?
  /// A session whose access token was refused before it expired.
  private var rejected: Session?

  private typealias Renewal = Result<Session?, CredentialUnavailable>

  /// Creates a manager for the session in a store.
  ///
  /// - Parameters:
  ///   - leeway: how long before its expiry an access token counts as expired, in seconds. Default:
  ///     30.
  ///   - isUsable: whether this device can use a session's access token, expired or not. Default:
  ///     always.
  ///   - refresh: requests new tokens from the server.
  ///   - abandon: revokes new tokens that are no longer needed.
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

  /// Returns the session with an unexpired access token, refreshing it if necessary; nil if the
  /// user is signed out.
  ///
  /// - Throws: `CredentialUnavailable` if the session or a new token is not available now. The user
  ///   stays signed in.
  public func currentSession() async throws(CredentialUnavailable) -> Session? {
    guard let session = try await storedSession() else { return nil }
    return needsRenewal(session) ? try await renewed(session) : session
  }

  /// Refreshes the session and returns it, even if its token has not expired; nil if the user is
  /// signed out. A session without a refresh token is returned unchanged until it expires.
  ///
  /// - Throws: `CredentialUnavailable` if new tokens are not available now. The user stays signed
  ///   in.
  public func refreshedSession() async throws(CredentialUnavailable) -> Session? {
    guard let session = try await storedSession() else { return nil }
    return try await renewed(session)
  }

  /// Waits until no refresh is under way.
  package func settle() async {
    _ = await underWay?.value
  }

  /// The current session. Stores it first if an earlier attempt failed.
  private func storedSession() async throws(CredentialUnavailable) -> Session? {
    switch await sessions.state {
    case .signedIn(let session):
      do throws(StoreError) {
        try await sessions.storeAgain(session)
        if session == unsaved { unsaved = nil }
      } catch {
        // Refreshed tokens must not be used before they are stored. Tokens of a login may be: the
        // app already has the error.
        if session == unsaved { throw CredentialUnavailable(error) }
      }
      return session
    case .signedOut:
      unsaved = nil
      rejected = nil
      return nil
    case .unavailable(let error): throw CredentialUnavailable(error)
    }
  }

  private func needsRenewal(_ session: Session) -> Bool {
    session == rejected || !isUsable(session) || expires(session, within: leeway)
  }

  private func expires(_ session: Session, within seconds: TimeInterval) -> Bool {
    session.expiresAt.map { $0.timeIntervalSince(now()) <= seconds } ?? false
  }

  /// Runs one refresh at a time. Concurrent callers share its result (single flight).
  private func renewed(_ session: Session) async throws(CredentialUnavailable) -> Session? {
    // An unstructured task: cancelling one caller does not cancel the others.
    let task = underWay ?? Task { await self.renew(session) }
    underWay = task
    return try await task.value.get()
  }

  private func renew(_ seen: Session) async -> Renewal {
    defer { underWay = nil }
    do throws(CredentialUnavailable) {
      // Another process may have refreshed the session, and a refresh token is valid once.
      if let newer = try await stored(insteadOf: seen), !needsRenewal(newer) {
        return .success(newer)
      }
      guard let current = await sessions.state.session else { return .success(nil) }
      // The session was refreshed or replaced before this task began.
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
      throw CredentialUnavailable(error)
    }
  }

  /// Ends a session, unless another process has stored its successor.
  private func ended(_ session: Session) async throws(CredentialUnavailable) -> Session? {
    do throws(StoreError) {
      return try await sessions.endSession(session)
    } catch {
      throw CredentialUnavailable(error)
    }
  }

  private func stored(
    insteadOf session: Session
  ) async throws(CredentialUnavailable) -> Session? {
    do throws(StoreError) {
      return try await sessions.takeStoredSession(insteadOf: session)
    } catch {
      throw CredentialUnavailable(error)
    }
  }
}

extension RefreshingSessionManager: CredentialSource {
  /// The session's credential; nil if the user is signed out.
  public func credential() async throws(CredentialUnavailable) -> Credential? {
    try await currentSession()?.credential
  }

  /// Returns the result of ``StoredSession/isEnded(by:)``.
  public nonisolated func endsSession(_ answer: CredentialAnswer) -> Bool {
    Session.isEnded(by: answer)
  }

  /// Marks the session's access token as refused, so that the next call refreshes it. Ends the
  /// session if it has no refresh token.
  public func sessionHasEnded(_ credential: Credential) async {
    guard let session = await sessions.state.session, session.credential == credential else {
      return
    }
    rejected = session
    if session.refreshToken == nil { await sessions.sessionHasEnded(credential) }
  }
}

extension RefreshingSessionManager: RedactedDescription {
  public nonisolated var description: String { "RefreshingSessionManager" }
}
