// What shows a server on whose behalf a request comes.

/// A token, and how requests show it.
nonisolated public struct Credential: Hashable, Sendable {
  nonisolated public enum Placement: Hashable, Sendable {
    /// In the `Authorization` header, behind a scheme (RFC 9110, section 11.4): `Opaque` for Horizon,
    /// `Bearer` for OAuth 2.0.
    case authorization(scheme: String)
    /// In a header of its own, such as Ory's `X-Session-Token`.
    case header(String)
  }

  public let placement: Placement
  public let token: Secret

  public init(_ placement: Placement, token: Secret) {
    self.placement = placement
    self.token = token
  }

  public init(scheme: String = "Opaque", token: Secret) {
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

  /// A server has said, in its answer to a request with `credential`, that the session is over.
  func sessionHasEnded(_ credential: Credential) async
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
