// A session whose tokens are renewed when they are needed.

import AuthGenRuntime
import AuthGenSessions
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
  private var underWay: (session: Session, task: Task<Renewal, Never>)?
  /// Renewed, and not stored yet.
  private var unsaved: Session?
  /// Its access token was refused before it expired.
  private var rejected: Session?

  private typealias Renewal = Result<Session?, CredentialUnavailable>

  /// - Parameters:
  ///   - leeway: how long before its end an access token counts as expired, in seconds.
  ///   - refresh: asks the server for new tokens.
  ///   - abandon: gets new tokens that nobody wants any more.
  package init(
    store: any SecretStore, leeway: TimeInterval = 30,
    now: @escaping @Sendable () -> Date = { Date() },
    refresh: @escaping @Sendable (Session) async -> RefreshOutcome<Session>,
    abandon: @escaping @Sendable (Session) async -> Void
  ) {
    sessions = SessionManager(store: store)
    self.leeway = leeway
    self.now = now
    self.refresh = refresh
    self.abandon = abandon
  }

  /// The session, with an access token that has not expired; nil where nobody is signed in.
  ///
  /// - Throws: `CredentialUnavailable` where that cannot be told or had now. Nobody has been logged
  ///   out.
  public func currentSession() async throws(CredentialUnavailable) -> Session? {
    switch await sessions.state {
    case .signedIn(let session):
      try await save(session)
      return needsRenewal(session) ? try await renewed(session) : session
    case .signedOut: return nil
    case .unavailable(let error): throw CredentialUnavailable(error.description)
    }
  }

  /// The session with new tokens, whether or not it needs them yet; nil where nobody is signed in
  /// (any more).
  ///
  /// - Throws: `CredentialUnavailable` where there are no new tokens to be had now. Nobody has been
  ///   logged out.
  public func refreshedSession() async throws(CredentialUnavailable) -> Session? {
    switch await sessions.state {
    case .signedIn(let session):
      try await save(session)
      return try await renewed(session)
    case .signedOut: return nil
    case .unavailable(let error): throw CredentialUnavailable(error.description)
    }
  }

  private func needsRenewal(_ session: Session) -> Bool {
    if session == rejected { return true }
    return session.expiresAt.map { $0.timeIntervalSince(now()) <= leeway } ?? false
  }

  /// One renewal for all who want one of the same session.
  private func renewed(_ session: Session) async throws(CredentialUnavailable) -> Session? {
    if let underWay, underWay.session == session { return try await underWay.task.value.get() }
    // A task of its own: whoever is cancelled meanwhile cancels no other.
    let task = Task { await self.renew(session) }
    underWay = (session, task)
    return try await task.value.get()
  }

  private func renew(_ session: Session) async -> Renewal {
    defer { if underWay?.session == session { underWay = nil } }
    do throws(CredentialUnavailable) {
      // Another process may have renewed it, and a token is good for one renewal.
      if let newer = try await stored(insteadOf: session), !needsRenewal(newer) {
        return .success(newer)
      }
      guard let current = await sessions.state.session, current.refreshToken != nil else {
        await sessions.removeSession(ifCurrent: session, .ended)
        return .success(nil)
      }
      switch await refresh(current) {
      case .refreshed(let newer): return .success(try await adopt(newer, insteadOf: current))
      case .failed(let why): return .failure(why)
      case .refused:
        if let newer = try await stored(insteadOf: current) { return .success(newer) }
        await sessions.removeSession(ifCurrent: current, .ended)
        return .success(nil)
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
        await abandon(newer)
        return await sessions.state.session
      }
      return newer
    } catch {
      unsaved = newer
      throw CredentialUnavailable(error.description)
    }
  }

  /// Stores what could not be stored before: its tokens are not to be used up with the process.
  private func save(_ session: Session) async throws(CredentialUnavailable) {
    guard session == unsaved else { return }
    do throws(StoreError) {
      _ = try await sessions.replaceSession(session, with: session)
      unsaved = nil
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

  /// The server refuses an access token: the next call gets a new one. Only where there is no refresh
  /// token does the session end.
  public func sessionHasEnded(_ credential: Credential) async {
    guard let session = await sessions.state.session, session.credential == credential else {
      return
    }
    if session.refreshToken == nil {
      await sessions.sessionHasEnded(credential)
    } else {
      rejected = session
    }
  }
}

extension RefreshingSessionManager: CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  public nonisolated var description: String { "RefreshingSessionManager" }
  public nonisolated var debugDescription: String { description }
  public nonisolated var customMirror: Mirror { Mirror(self, children: [], displayStyle: .class) }
}
