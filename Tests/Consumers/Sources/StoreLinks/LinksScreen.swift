import AuthGenRuntime
import StoreAPI

/// What the screen of the customer's links shows.
public struct LinksScreen: Sendable {
  public let customer: CustomerNameFragment
  public let links: [LinkFragment]

  /// Returns nil if the customer is signed out.
  public init?(
    _ client: StoreClient<AuthenticatedGraphQLClient>, status: SocialLinkStatus
  ) async throws {
    guard let customer = try await client.links(status: status).customer else { return nil }
    self.customer = customer.customerNameFragment
    links = customer.socialLinks ?? []
  }
}
