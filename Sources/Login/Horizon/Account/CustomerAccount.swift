// What a customer who is logged in can do about their logins.

import AuthGenRuntime
import AuthGenSessions
import HorizonAPI

/// The account of the customer who is logged in: its links to social login providers, and the way
/// out.
///
/// ```swift
/// let account = CustomerAccount(client: client, sessions: sessions)
/// for link in try await account.socialLinks() { show(link) }
/// ```
public struct CustomerAccount: Sendable {
  public typealias SocialLink = SocialLinksQuery.Data.Customer.SocialLink

  /// Calls on the customer's behalf.
  public let client: AuthenticatedGraphQLClient
  private let anonymous: GraphQLClient
  private let sessions: SessionManager<CustomerSession>

  /// - Parameters:
  ///   - client: calls the site's endpoint.
  ///   - sessions: has the session; it ends there where the server says that it is over.
  public init(client: GraphQLClient, sessions: SessionManager<CustomerSession>) {
    self.client = client.authenticated(by: sessions)
    anonymous = client
    self.sessions = sessions
  }

  /// The customer's links, of which there may be one for each provider and more.
  ///
  /// - Parameter status: which links; nil for all. Default: those by which the customer can log in.
  /// - Throws: ``AccountError/notSignedIn`` where nobody is signed in (any more).
  public func socialLinks(
    _ status: SocialLinkStatus? = .linked
  ) async throws(AccountError) -> [SocialLink] {
    let query = SocialLinksQuery(status: status, explicitNulls: status == nil ? [.status] : [])
    let response = try await sent { () async throws(RequestError) in
      try await client.response(to: query)
    }
    // A link whose provider could not be found is a link all the same.
    if let links = response.data?.customer?.socialLinks { return links }
    guard response.errors.isEmpty, response.data != nil else {
      throw .request(response.failure(of: SocialLinksQuery.operationName))
    }
    guard response.data?.customer != nil else { throw .notSignedIn }
    return []
  }

  /// Removes a link. The customer cannot log in by it any more.
  ///
  /// - Throws: ``AccountError/noSuchLink`` where the server has no such link of this customer.
  public func remove(_ link: SocialLink) async throws(AccountError) {
    let mutation = RemoveSocialLinkMutation(input: .init(socialLinkId: link.socialLinkId))
    try await expectDone { () async throws(RequestError) in
      try await client.execute(mutation).removeSocialLink
    }
  }

  /// Approves a pending link, by which the customer can log in then.
  ///
  /// - Throws: ``AccountError/noSuchLink`` where the server has no such pending link of this customer.
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

  private func sent<Answer: Sendable>(
    _ call: () async throws(RequestError) -> Answer
  ) async throws(AccountError) -> Answer {
    do throws(RequestError) {
      return try await call()
    } catch {
      throw AccountError(error)
    }
  }

  /// Ends the session: on this device for certain, and on the server as well as that can be done.
  ///
  /// The server is told even if the task that calls this is cancelled, such as that of a screen which
  /// goes with the session.
  ///
  /// - Returns: what went wrong, if anything.
  @discardableResult
  public func logOut() async -> LogOut {
    let (before, storeError) = await sessions.removeSession()
    let serverError: RequestError? =
      switch before {
      case .signedIn(let session): await anonymous.logOut(session.credential)
      case .signedOut: nil
      case .unavailable(let error):
        RequestError(
          .notSent(.credentialUnavailable(CredentialUnavailable(error.description))),
          progress: .notSent, operationName: LogoutMutation.operationName)
      }
    return LogOut(serverError: serverError, storeError: storeError)
  }

  /// What went wrong with ending a session.
  public struct LogOut: Sendable {
    /// The server was not told, or did not do it: the token may be valid for a while yet.
    public let serverError: RequestError?
    /// The session could not be removed from its store, and would be there when the app starts anew:
    /// log out again.
    public let storeError: StoreError?

    public init(serverError: RequestError? = nil, storeError: StoreError? = nil) {
      self.serverError = serverError
      self.storeError = storeError
    }
  }
}

extension GraphQLClient {
  /// Tells the server that a session is over, whether or not somebody waits for that.
  ///
  /// - Returns: why the server was not told, or did not do it.
  @discardableResult
  func logOut(_ credential: Credential) async -> RequestError? {
    await Task {
      do throws(RequestError) {
        _ = try await authenticated(by: credential).execute(LogoutMutation())
        return nil
      } catch {
        return error
      }
    }.value
  }
}

/// Why something about an account could not be done.
public enum AccountError: Error, Sendable {
  case request(RequestError)
  /// Nobody is signed in, or the server has ended the session: the customer has to log in again.
  case notSignedIn
  /// There is no such link of this customer.
  case noSuchLink

  init(_ error: RequestError) {
    self = if case .notSent(.noSession) = error.reason { .notSignedIn } else { .request(error) }
  }
}
