import AuthGenRuntime
import StoreAPI

/// What the screen of the account shows.
public struct AccountScreen: Sendable {
  public let greeting: String
  /// The links that the customer can log in through.
  public let links: [SocialLinkStatus]

  /// Returns nil if the customer is signed out.
  public init?(_ client: StoreClient<AuthenticatedGraphQLClient>) async throws {
    guard let customer = try await client.account().customer else { return nil }
    greeting = customer.customerNameFragment.greeting
    links = customer.socialLinks?.map(\.status) ?? []
  }
}
