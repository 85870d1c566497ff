import AuthGenHorizon
import AuthGenRuntime
import HorizonAPI

/// What a screen shows of the customer who has logged in with authgen's own client. The operation is the
/// app's.
public struct Profile: Sendable {
  public let name: String?
  public let links: [SocialLinkStatus]

  /// Returns nil if the customer is signed out.
  public init?(_ account: CustomerAccount) async throws {
    let client = HorizonClient(account.client)
    guard let customer = try await client.profile().customer else { return nil }
    name = customer.fullName
    links = customer.socialLinks?.map(\.status) ?? []
  }
}
