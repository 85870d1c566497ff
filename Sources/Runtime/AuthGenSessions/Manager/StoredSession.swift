// What an app keeps of a login.

import AuthGenRuntime

/// What is kept of a login: at least the token, and what the app wants to know of its user before it
/// has called the server.
///
/// A session is stored as JSON. Tokens in it are of type `Secret`, so that no log shows them; of the
/// other properties, everything is shown that their types show.
///
/// ```swift
/// nonisolated struct UserSession: StoredSession {
///   let token: Secret
///   let customerID: String
///
///   var credential: Credential { Credential(scheme: "Bearer", token: token) }
/// }
/// ```
///
/// Properties that are added later must be optional, or sessions that are already stored are
/// ``StoreError/Reason/unreadable`` for the new version of the app.
public protocol StoredSession: Codable, Hashable, Sendable {
  /// What shows the server on whose behalf a request comes.
  var credential: Credential { get }

  /// Whether an answer to a request with a session's credential says that the session is over.
  /// Default: status 401 of a REST service (RFC 9110, section 15.5.2).
  static func isEnded(by answer: CredentialAnswer) -> Bool
}

extension StoredSession {
  public static func isEnded(by answer: CredentialAnswer) -> Bool { answer.isRefusedByService }
}
