// The state of a user's sign-in with Apple, after the login.

import AuthGenRuntime

/// A user who signed in with Apple. The user can stop using Apple's account with an app, in the settings of
/// the device: then the app must end its session.
///
/// ```swift
/// let revocation = Task {
///   await AppleAccount(user: user).whenRevoked { await login.logOut() }
/// }
/// ```
///
/// Cancel the task when the user logs out, and when `states` of the sessions has another user: another
/// process may have logged that user in. So the task does not end the session of the next user.
public struct AppleAccount: Sendable {
  /// The state of an account at Apple, for this app.
  public enum State: Int, Hashable, Sendable {
    /// The user has stopped using the account with this app, or has deleted it.
    case revoked = 0
    /// The user is signed in.
    case authorized = 1
    /// The device knows no such user: another Apple Account is signed in, or none.
    case notFound = 2
    /// The app was transferred to another team, where the user has another identifier.
    case transferred = 3
  }

  /// ``AppleCredential/user``, which the app keeps beside its session.
  public let user: String
  private let ask: @Sendable (String) async throws(AppleSignInError) -> State
  private let notices: @Sendable () -> AsyncStream<Void>

  /// - Parameters:
  ///   - ask: returns the state of a user.
  ///   - notices: the system's notices about revoked accounts, from the call on.
  package init(
    user: String, ask: @escaping @Sendable (String) async throws(AppleSignInError) -> State,
    notices: @escaping @Sendable () -> AsyncStream<Void>
  ) {
    self.user = user
    self.ask = ask
    self.notices = notices
  }

  /// Asks the system for the account's state. The system answers without a network, too.
  ///
  /// - Throws: ``AppleSignInError`` if the system has no answer. That is no reason to end a session.
  public func state() async throws(AppleSignInError) -> State {
    try await ask(user)
  }

  /// The system's notices that a user has stopped using an account with this app, from the call on. A notice
  /// names no user: ask for the ``state()`` after it.
  public var revocations: AsyncStream<Void> { notices() }

  /// Waits until Apple has revoked the account, and calls a function then, once. Call it in a task of the
  /// app's start: an account that was revoked while the app was closed is noticed, too. Cancel the task when
  /// the user logs out.
  ///
  /// A state that the system does not know, a user who is not found, and the revocation of another account
  /// end nothing.
  ///
  /// - Parameter end: ends the app's session, for example with a login's `logOut`. It is not called if the
  ///   task is cancelled.
  public func whenRevoked(_ end: @Sendable () async -> Void) async {
    // Before the question, so that no notice is missed.
    let notices = revocations
    var isOver = await isRevoked
    if !isOver {
      for await _ in notices {
        isOver = await isRevoked
        if isOver { break }
      }
    }
    guard isOver, !Task.isCancelled else { return }
    await end()
  }

  private var isRevoked: Bool {
    get async { (try? await state()) == .revoked }
  }
}

extension AppleAccount: RedactedDescription {}
