// What the oracle expects of one session.

/// The server's knowledge about the session, and what the client can know of it.
///
/// The contract, from which the expectations follow:
///
/// - Only the server ends a session: with the refusal of a refresh, or of a call if there is no refresh. Lost
///   connections, 5xx, 429, time limits, full disks and wrong clocks leave the user signed in.
/// - A server with rotation accepts each refresh token once. If the response to a refresh is lost, the server
///   has used up the token, and the client cannot know that. So the client stays signed in, and the next
///   refresh that the server responds to must end the session. Nothing else may lose tokens.
/// - Tokens that could not be stored are in one process alone. Another process that still finds their
///   predecessor may use it again, which ends the session at many servers. So the second process waits until
///   they are stored.
/// - A logout, here or in another process, ends the session on the device, also if the server fails.
struct Model: Sendable {
  var isSignedIn = false
  /// Why the server no longer accepts the session; nil while it does.
  var endedBy: String?
  /// Whether the client may have learned that the session has ended.
  var mayKnow = false
  /// Why the last tokens of the server may be unknown to the client; nil if they must be known.
  var excuse: String?
  /// Whether the server has failed during a refresh, so that it may have used up the token.
  var mayBeUsedUp = false
  /// Whether the disk was full, so that the store may not have the session yet.
  var mayBeUnsaved = false

  /// Whether the server accepts the session.
  var isAlive: Bool { isSignedIn && endedBy == nil }

  static let signedOut = Model()
  static let signedIn = Model(isSignedIn: true)

  mutating func end(_ reason: String, clientMayKnow: Bool = false) {
    guard isSignedIn else { return }
    endedBy = endedBy ?? reason
    mayKnow = mayKnow || clientMayKnow
  }
}
