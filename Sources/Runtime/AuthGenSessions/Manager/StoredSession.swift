// The stored data of a login.

import AuthGenRuntime

/// The stored data of a login: at least the token, and any user data that the app needs before its
/// first call.
///
/// A session is stored as JSON. Declare tokens as `Secret`, so that logs do not show them. Other
/// properties are shown as their types show them.
///
/// ```swift
/// nonisolated struct UserSession: StoredSession {
///   let token: Secret
///   let customerID: String
///
///   var credential: Credential { Credential(scheme: "Bearer", token: token) }
/// }
/// ```
/// Properties that are added later must be optional. Otherwise the new version of the app finds
/// stored sessions ``StoreError/Reason/unreadable``.
public protocol StoredSession: Codable, Hashable, Sendable {
  /// The credential that authenticates the user's requests.
  var credential: Credential { get }

  /// Whether a response to a request with a session's credential means that the session is over.
  /// Default: true for status 401 of a REST service (RFC 9110, section 15.5.2).
  static func isEnded(by answer: CredentialAnswer) -> Bool
}

extension StoredSession {
  public static func isEnded(by answer: CredentialAnswer) -> Bool { answer.isRefusedByService }
}
