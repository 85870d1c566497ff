// What a customer who is logged in can do about their logins.

import AuthGenRuntime
import AuthGenSessions
import HorizonAuth

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
  /// - Throws: ``AccountError/sessionEnded`` where the server does not know the customer (any more).
  public func socialLinks(
    _ status: SocialLinkStatus? = .linked
  ) async throws(AccountError) -> [SocialLink] {
    let query = SocialLinksQuery(status: status, explicitNulls: status == nil ? [.status] : [])
    let response: GraphQLResponse<SocialLinksQuery.Data>
    do throws(RequestError) {
      response = try await client.response(to: query)
    } catch {
      throw .request(error)
    }
    // A link whose provider could not be found is a link all the same.
    if let links = response.data?.customer?.socialLinks { return links }
    guard response.errors.isEmpty, response.data != nil else {
      throw .request(response.failure(of: SocialLinksQuery.operationName))
    }
    guard response.data?.customer != nil else { throw .sessionEnded }
    return []
  }

  /// Removes a link. The customer cannot log in by it any more.
  ///
  /// - Returns: the links that are left, as the server has them now.
  /// - Throws: ``AccountError/notRemoved`` where the server has no such link of this customer.
  @discardableResult
  public func remove(_ link: SocialLink) async throws(AccountError) -> [SocialLink] {
    let mutation = RemoveSocialLinkMutation(input: .init(socialLinkId: link.socialLinkId))
    let isRemoved: Bool?
    do throws(RequestError) {
      isRemoved = try await client.execute(mutation).removeSocialLink
    } catch {
      throw .request(error)
    }
    switch isRemoved {
    case true: return try await socialLinks()
    case false: throw .notRemoved
    default: throw .sessionEnded
    }
  }

  /// Ends the session: on this device for certain, and on the server as well as that can be done.
  ///
  /// - Returns: what went wrong, if anything.
  @discardableResult
  public func logOut() async -> LogOut {
    var logOut = LogOut()
    let credential = try? await sessions.credential()
    do throws(StoreError) {
      try await sessions.signOut()
    } catch {
      logOut.storeError = error
    }
    guard let credential else { return logOut }
    do throws(RequestError) {
      _ = try await anonymous.authenticated(by: credential).execute(LogoutMutation())
    } catch {
      logOut.serverError = error
    }
    return logOut
  }

  /// What went wrong with ending a session.
  public struct LogOut: Sendable {
    /// The server was not told, or did not do it: the token may be valid for a while yet.
    public fileprivate(set) var serverError: RequestError?
    /// The session could not be removed from its store, and would be there when the app starts anew:
    /// log out again.
    public fileprivate(set) var storeError: StoreError?
  }
}

/// Why something about an account could not be done.
public enum AccountError: Error, Sendable {
  case request(RequestError)
  /// The server does not know the customer any more: they have to log in again.
  case sessionEnded
  /// There is no such link of this customer.
  case notRemoved
}
