// The stored data of a login.

public import AuthGenRuntime
public import Foundation

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
nonisolated public protocol StoredSession: Codable, Hashable, Sendable {
  /// The credential that authenticates the user's requests.
  var credential: Credential { get }

  /// The token that the manager's refresh sends. Default: nil. A session without one is used until the
  /// server refuses its credential, also after ``expiresAt``.
  var refreshToken: Secret? { get }

  /// When the credential expires. Default: nil, for a credential without a known expiry.
  var expiresAt: Date? { get }

  /// The user's ID on the server. Default: nil, for an unknown user. A refresh whose result has another ID
  /// ends the session, because streams, pages and cached data would mix two users. nil is not compared.
  var userIdentity: String? { get }

  /// The responses that refuse a session's credential. Default: those with status 401 (RFC 9110,
  /// section 15.5.2).
  static var refusals: [RefusalRule] { get }
}

nonisolated extension StoredSession {
  public var refreshToken: Secret? { nil }
  public var expiresAt: Date? { nil }
  public var userIdentity: String? { nil }
  public static var refusals: [RefusalRule] { [.status(401)] }
}
