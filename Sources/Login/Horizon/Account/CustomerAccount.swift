// The account of a customer who is logged in.

public import AuthGenRuntime
public import AuthGenSessions
public import HorizonAPI

/// The account of the customer who is logged in: its links to social login providers, and logout.
///
/// ```swift
/// let account = CustomerAccount(client: client, sessions: sessions)
/// for link in try await account.socialLinks() { show(link) }
/// ```
public struct CustomerAccount: Sendable {
  public typealias SocialLink = SocialLinksQuery.Data.Customer.SocialLink

  /// Makes calls on the customer's behalf.
  public let client: AuthenticatedGraphQLClient
  private let anonymous: GraphQLClient
  private let sessions: SessionManager<CustomerSession>

  /// Creates an account for the customer with the current session.
  ///
  /// - Parameters:
  ///   - client: calls the site's endpoint.
  ///   - sessions: keeps the session, and ends it when the server does.
  public init(client: GraphQLClient, sessions: SessionManager<CustomerSession>) {
    self.client = client.authenticated(by: sessions)
    anonymous = client
    self.sessions = sessions
  }

  /// Returns the customer's links. A provider may have several.
  ///
  /// - Parameter status: the links to return; nil for all. Default: the links that allow a login.
  /// - Throws: ``AccountError/notSignedIn`` if the customer is signed out.
  public func socialLinks(
    _ status: SocialLinkStatus? = .linked
  ) async throws(AccountError) -> [SocialLink] {
    let query = SocialLinksQuery(status: status, explicitNulls: status == nil ? [.status] : [])
    let response = try await sent { () async throws(RequestError) in
      try await client.response(to: query)
    }
    // A link is returned even if its provider could not be found.
    if let links = response.data?.customer?.socialLinks { return links }
    guard response.errors.isEmpty, response.data != nil else {
      throw .request(response.failure(of: SocialLinksQuery.operationName))
    }
    guard response.data?.customer != nil else { throw .notSignedIn }
    return []
  }

  /// Removes a link, so that the customer can no longer log in with it.
  ///
  /// - Throws: ``AccountError/noSuchLink`` if the customer has no such link.
  public func remove(_ link: SocialLink) async throws(AccountError) {
    let mutation = RemoveSocialLinkMutation(input: .init(socialLinkId: link.socialLinkId))
    try await expectDone { () async throws(RequestError) in
      try await client.execute(mutation).removeSocialLink
    }
  }

  /// Approves a pending link, so that the customer can log in with it.
  ///
  /// - Throws: ``AccountError/noSuchLink`` if the customer has no such pending link.
  public func approve(socialLinkID: String) async throws(AccountError) {
    let mutation = ApproveSocialLinkMutation(input: .init(socialLinkId: socialLinkID))
    try await expectDone { () async throws(RequestError) in
      try await client.execute(mutation).approveSocialLink
    }
  }

  private func expectDone(
    _ call: () async throws(RequestError) -> Bool?
  ) async throws(AccountError) {
    switch try await sent(call) {
    case true: return
    case false: throw .noSuchLink
    default: throw .notSignedIn
    }
  }

  private func sent<Value: Sendable>(
    _ call: () async throws(RequestError) -> Value
  ) async throws(AccountError) -> Value {
    try await Result(call).mapError { AccountError($0) }.get()
  }

  /// Ends the session on this device, and on the server (best effort).
  ///
  /// The request to the server continues even if the calling task is cancelled, for example when a
  /// screen closes with the session.
  ///
  /// - Returns: the errors, if any.
  @discardableResult
  public func logOut() async -> LogOut {
    await sessions.logOut(
      onServer: { [anonymous] session throws(RequestError) in
        try await anonymous.logOut(session.credential)
        return ()
      })
  }

  /// The errors of a logout.
  public typealias LogOut = AuthGenSessions.LogOut<Void, RequestError>
}

extension GraphQLClient {
  /// Ends a session on the server.
  func logOut(_ credential: Credential) async throws(RequestError) {
    _ = try await authenticated(by: credential).execute(LogoutMutation())
  }
}

/// Why an account operation failed.
public enum AccountError: Error, Sendable {
  case request(RequestError)
  /// The customer is signed out, or the server ended the session. The customer has to log in again.
  case notSignedIn
  /// The customer has no such link.
  case noSuchLink

  init(_ error: RequestError) {
    self = if case .notSent(.noSession) = error.reason { .notSignedIn } else { .request(error) }
  }
}
