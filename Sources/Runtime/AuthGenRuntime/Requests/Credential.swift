// Credentials, which authenticate a request.

import Foundation

/// A token, and its place in requests.
nonisolated public struct Credential: Hashable, Sendable {
  nonisolated public enum Placement: Hashable, Sendable {
    /// A header field. In its value, `{token}` stands for the token, as in `Token token="{token}"`.
    case header(String, template: String)
    /// The variable that a generated operation names as its ``GraphQLOperation/credentialVariable``.
    /// Operations without such a variable are sent without the token.
    case variable

    /// A header field, such as `X-Session-Token`. With a scheme, the token follows it.
    public static func header(_ name: String, scheme: String? = nil) -> Placement {
      .header(name, template: (scheme.map { "\($0) " } ?? "") + "{token}")
    }

    /// A cookie (RFC 6265, section 4.2). The client keeps no other cookies.
    public static func cookie(_ name: String) -> Placement {
      .header("Cookie", template: "\(name)={token}")
    }

    /// The `Authorization` header field, after a scheme (RFC 9110, section 11.4), for example `Bearer`
    /// for OAuth 2.0.
    public static func authorization(scheme: String) -> Placement {
      .header("Authorization", scheme: scheme)
    }
  }

  public let placement: Placement
  public let token: Secret

  public init(_ placement: Placement, token: Secret) {
    self.placement = placement
    self.token = token
  }

  /// A credential in the `Authorization` header.
  ///
  /// - Parameters:
  ///   - scheme: the word before the token, such as `Bearer`.
  ///   - token: the token itself.
  public init(scheme: String, token: Secret) {
    self.init(.authorization(scheme: scheme), token: token)
  }

  /// The header field with the token; nil for a credential in a variable.
  package var header: (name: String, value: String)? {
    guard case .header(let name, let template) = placement else { return nil }
    let parts = template.components(separatedBy: "{token}")
    return (name, parts.joined(separator: token.reveal()))
  }

  /// Adds the credential to a request.
  ///
  /// - Parameter variable: the operation's variable for a credential; nil if it has none.
  /// - Throws: ``RequestError/NotSent/invalidVariables`` if an interceptor has replaced the body by one
  ///   without variables; ``RequestError/NotSent/streamedBody`` if the body is a stream.
  package func add(
    to request: inout HTTPRequest, variable: String?
  ) throws(RequestError.NotSent) {
    if let header {
      // The app may send cookies of its own.
      let own = header.name.lowercased() == "cookie" ? request.headers[header.name] : nil
      request.headers[header.name] = own.map { "\($0); \(header.value)" } ?? header.value
      return
    }
    guard let variable else { return }
    guard request.bodyStream == nil else { throw .streamedBody }
    guard let body = request.body, case .object(var members)? = JSON(body),
      case .object(var variables)? = members["variables"]
    else { throw .invalidVariables }
    variables[variable] = .string(token.reveal())
    members["variables"] = .object(variables)
    request.body = JSON.object(members).data
  }
}

/// Provides the credential of each request. A ``Credential`` is its own source.
///
/// If a response refuses the credential, the client asks the source for another one, and sends the
/// call once more if it is safe: see ``RefusalRule``.
nonisolated public protocol CredentialSource: Sendable {
  /// The credential to use now, or nil if there is no session.
  ///
  /// - Throws: ``CredentialUnavailable`` if the source cannot determine whether there is a session,
  ///   for example because the session's store is locked. The client does not send the request, and
  ///   the session continues.
  func credential() async throws(CredentialUnavailable) -> Credential?

  /// Returns the credential for another attempt of a call, after a temporary failure. Default: that of
  /// ``credential()``.
  ///
  /// - Parameter earlier: the credential of the attempt before.
  /// - Returns: nil if there is no session, or if another login has replaced it: a call is not repeated for
  ///   another user.
  /// - Throws: ``CredentialUnavailable``, as ``credential()`` does.
  func credential(after earlier: Credential) async throws(CredentialUnavailable) -> Credential?

  /// Returns the source for one call with all of its attempts, or for one stream. A source of several
  /// accounts returns one that stays with the account of its first credential. Default: this source.
  func forOneCall() -> any CredentialSource

  /// The responses that refuse a credential. Default: those with status 401 (RFC 9110, section 15.5.2).
  var refusals: [RefusalRule] { get }

  /// Returns another credential after a response has refused one. Default: calls
  /// ``sessionHasEnded(_:)`` and returns nil.
  ///
  /// - Returns: nil if the session is over.
  /// - Throws: ``CredentialUnavailable`` if the source cannot get one now. The session continues.
  func credential(
    insteadOf refused: Credential
  ) async throws(CredentialUnavailable) -> Credential?

  /// Handles the end of a session: a response has refused a credential that had just replaced
  /// another one, or the source cannot replace credentials.
  func sessionHasEnded(_ credential: Credential) async

  /// Reports the changes of a credential's login. Connections that outlive a call use it, such as those of
  /// subscriptions. Default: reports nothing, and returns nil.
  ///
  /// - Parameters:
  ///   - credential: a credential that the source has returned.
  ///   - report: receives each change. The end of the login is the last one. The source calls it before the
  ///     logout or other call that ends the login returns, so that nothing is delivered after it. If the
  ///     login has already ended, the source calls it before `observe` returns. `report` must not block.
  /// - Returns: the observation, which ends when it is released; nil if no more changes follow.
  func observe(
    _ credential: Credential, _ report: @escaping @Sendable (CredentialChange) -> Void
  ) async -> CredentialObservation?
}

/// The reports of changes of one credential; see ``CredentialSource/observe(_:_:)``. They end when it is
/// released.
nonisolated public final class CredentialObservation: Sendable {
  private let end: @Sendable () -> Void

  /// - Parameter end: called when the observation is released.
  public init(end: @escaping @Sendable () -> Void) {
    self.end = end
  }

  deinit { end() }
}

/// A change of a credential's login.
nonisolated public enum CredentialChange: Hashable, Sendable {
  /// The session has a new credential, for example after a refresh.
  case replaced
  case ended(SessionEnd)
}

/// Why a session has ended.
nonisolated public enum SessionEnd: Hashable, Sendable {
  /// The app signed the user out.
  case loggedOut
  /// The server ended the session.
  case endedByServer
  /// Another login replaced the session.
  case otherLogin
  /// There is no session, for example because another process signed the user out.
  case noSession
}

nonisolated extension CredentialSource {
  public func credential(
    after earlier: Credential
  ) async throws(CredentialUnavailable) -> Credential? {
    try await credential()
  }

  public func forOneCall() -> any CredentialSource { self }

  public var refusals: [RefusalRule] { [.status(401)] }

  public func observe(
    _ credential: Credential, _ report: @escaping @Sendable (CredentialChange) -> Void
  ) async -> CredentialObservation? { nil }

  public func credential(
    insteadOf refused: Credential
  ) async throws(CredentialUnavailable) -> Credential? {
    await sessionHasEnded(refused)
    return nil
  }
}

nonisolated extension Credential: CredentialSource {
  public func credential() async -> Credential? { self }
  /// Returns the same credential: there is no other one, and no session that ends.
  public func credential(insteadOf refused: Credential) async -> Credential? { self }
  public func sessionHasEnded(_ credential: Credential) async {}
}

/// A credential that is not available now. The session may still exist.
nonisolated public struct CredentialUnavailable: Error, Hashable, Sendable {
  nonisolated public enum Reason: Hashable, Sendable {
    /// The same call may succeed later: the server, the network or the session's store has failed.
    case temporary
    /// The calling task was cancelled, or another account was chosen.
    case cancelled
    /// The user has not agreed to the use of the stored session, for example with a face or a fingerprint.
    /// The session is kept.
    case gateIsClosed
    /// The server refuses new tokens until the user logs in again.
    case needsLogin(ServerRefusal)
    /// The server refuses the app itself, such as with `invalid_client`. A login cannot help. The session is
    /// kept.
    case appRefused(ServerRefusal)
  }

  public let reason: Reason
  /// The reason and the fix, for developers. Errors include it unchanged, so it must not contain any
  /// part of a credential.
  public let explanation: String
  /// The wait that the server asks for; nil if it asks for none.
  public let retryAfter: Duration?
  /// The text about the session's store, if it has failed; nil for another cause.
  let cause: ErrorText?

  public init(_ explanation: String, reason: Reason = .temporary, retryAfter: Duration? = nil) {
    self.init(explanation, reason: reason, retryAfter: retryAfter, cause: nil)
  }

  package init(
    _ explanation: String, reason: Reason = .temporary, retryAfter: Duration? = nil,
    cause: ErrorText?
  ) {
    self.explanation = explanation
    self.reason = reason
    self.retryAfter = retryAfter
    self.cause = cause
  }

  /// Why the server refuses new tokens until the user logs in again; nil for another reason.
  public var refusal: ServerRefusal? {
    if case .needsLogin(let refusal) = reason { refusal } else { nil }
  }
}

/// A server's refusal of new tokens for a session that is kept.
nonisolated public struct ServerRefusal: Hashable, Sendable {
  /// The error code (RFC 6749, section 5.2), such as `interaction_required` or `mfa_required`.
  public let code: String
  /// The server's text for developers, `error_description`, in any language. Do not show it to users.
  public let serverText: String?
  /// The token with which the user can complete a second factor, for servers that send one as `mfa_token`.
  public let mfaToken: Secret?

  public init(code: String, serverText: String? = nil, mfaToken: Secret? = nil) {
    self.code = code
    self.serverText = serverText
    self.mfaToken = mfaToken
  }
}

nonisolated extension CredentialUnavailable: CustomStringConvertible {
  public var description: String { explanation }
}

nonisolated extension ServerRefusal: RedactedDescription {
  /// The code if it has the form of one: any other text is the server's.
  public var description: String {
    let isCode =
      code.utf8.count <= 40
      && code.utf8.allSatisfy { byte in
        (97...122).contains(byte) || (48...57).contains(byte) || byte == UInt8(ascii: "_")
      }
    return isCode ? code : "an unknown code"
  }
}
