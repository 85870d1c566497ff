// Credentials, which authenticate a request.

/// A token, and its place in requests.
nonisolated public struct Credential: Hashable, Sendable {
  nonisolated public enum Placement: Hashable, Sendable {
    /// The `Authorization` header, after a scheme (RFC 9110, section 11.4), for example `Bearer`
    /// for OAuth 2.0.
    case authorization(scheme: String)
    /// A custom header, such as `X-Session-Token`.
    case header(String)
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

  func add(to headers: inout HTTPHeaders) {
    switch placement {
    case .authorization(let scheme): headers["Authorization"] = "\(scheme) \(token.reveal())"
    case .header(let name): headers[name] = token.reveal()
    }
  }
}

/// Provides the credential of each request. A ``Credential`` is its own source.
nonisolated public protocol CredentialSource: Sendable {
  /// The credential to use now, or nil if there is no session.
  ///
  /// - Throws: ``CredentialUnavailable`` if the source cannot determine whether there is a session,
  ///   for example because the session's store is locked. The client does not send the request, and
  ///   the session continues.
  func credential() async throws(CredentialUnavailable) -> Credential?

  /// Whether a response to a request with this source's credential means that the session is over.
  /// Default: true for status 401 of a REST service (RFC 9110, section 15.5.2).
  func endsSession(_ answer: CredentialAnswer) -> Bool

  /// Handles the end of a session. The client calls it after a response to a request with
  /// `credential` for which ``CredentialSource/endsSession(_:)`` is true.
  func sessionHasEnded(_ credential: Credential) async
}

nonisolated extension CredentialSource {
  public func endsSession(_ answer: CredentialAnswer) -> Bool { answer.isRefusedByService }
}

/// The parts of a response to a request with a credential that can affect the session.
nonisolated public struct CredentialAnswer: Hashable, Sendable {
  /// Whether the operation was sent as GraphQL. If false, it called a REST service.
  public let isGraphQL: Bool
  /// The HTTP status.
  public let status: Int
  /// The errors of a GraphQL response; empty if there are none.
  public let errors: [GraphQLError]
  /// The `extensions` of a GraphQL response.
  public let extensions: RedactedJSON

  public init(
    isGraphQL: Bool, status: Int, errors: [GraphQLError] = [],
    extensions: RedactedJSON = RedactedJSON()
  ) {
    self.isGraphQL = isGraphQL
    self.status = status
    self.errors = errors
    self.extensions = extensions
  }

  /// Whether a REST service answered with status 401.
  public var isRefusedByService: Bool { !isGraphQL && status == 401 }
}

nonisolated extension Credential: CredentialSource {
  public func credential() async -> Credential? { self }
  public func sessionHasEnded(_ credential: Credential) async {}
}

/// A credential that is not available now. The session may still exist.
nonisolated public struct CredentialUnavailable: Error, Hashable, Sendable {
  /// The reason and the fix, for people. Errors include it unchanged, so it must not contain any
  /// part of a credential.
  public let explanation: String

  public init(_ explanation: String) {
    self.explanation = explanation
  }
}

nonisolated extension CredentialUnavailable: CustomStringConvertible {
  public var description: String { explanation }
}
