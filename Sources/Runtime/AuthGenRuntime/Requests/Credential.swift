// What shows a server on whose behalf a request comes.

/// A token, and how requests show it.
nonisolated public struct Credential: Hashable, Sendable {
  nonisolated public enum Placement: Hashable, Sendable {
    /// In the `Authorization` header, behind a scheme (RFC 9110, section 11.4): `Bearer` for
    /// OAuth 2.0, say.
    case authorization(scheme: String)
    /// In a header of its own, such as `X-Session-Token`.
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
  ///   - scheme: stands before the token, such as `Bearer`.
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

/// Where a client finds the credential of each request. A ``Credential`` is a source of itself.
nonisolated public protocol CredentialSource: Sendable {
  /// The credential to use now, or nil where there is no session any more.
  ///
  /// - Throws: ``CredentialUnavailable`` where it cannot be told now whether there is one: the store
  ///   of the session is locked, say. The call is not made then, and nobody is logged out.
  func credential() async throws(CredentialUnavailable) -> Credential?

  /// Whether an answer to a request with a credential of this source says that the session is over.
  /// Default: status 401 of a REST service (RFC 9110, section 15.5.2).
  func endsSession(_ answer: CredentialAnswer) -> Bool

  /// A server has said, in its answer to a request with `credential`, that the session is over.
  func sessionHasEnded(_ credential: Credential) async
}

nonisolated extension CredentialSource {
  public func endsSession(_ answer: CredentialAnswer) -> Bool { answer.isRefusedByService }
}

/// What a server answered to a request with a credential, as far as it can concern the session.
nonisolated public struct CredentialAnswer: Hashable, Sendable {
  /// Whether the operation was sent as GraphQL; else it called a REST service.
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

/// A credential cannot be had now, which is not to say that there is no session.
nonisolated public struct CredentialUnavailable: Error, Hashable, Sendable {
  /// What stands in the way and what to do about it, for people. It goes into errors as it is, so no
  /// part of a credential may be in it.
  public let explanation: String

  public init(_ explanation: String) {
    self.explanation = explanation
  }
}

nonisolated extension CredentialUnavailable: CustomStringConvertible {
  public var description: String { explanation }
}
