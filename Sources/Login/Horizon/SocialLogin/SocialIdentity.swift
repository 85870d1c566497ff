// Who the customer is at the provider.

import HorizonAPI

/// What a provider told of its user, by way of Horizon or of its own SDK.
public struct SocialIdentity: Codable, Hashable, Sendable {
  /// Nil where the provider withholds it.
  public var email: String?
  /// Nil where the provider withholds it.
  public var fullName: String?

  public init(email: String? = nil, fullName: String? = nil) {
    self.email = email
    self.fullName = fullName
  }

  init(_ identity: SocialLoginOutcome.SocialIdentity) {
    self.init(email: identity.email, fullName: identity.fullName)
  }

  var isEmpty: Bool { email == nil && fullName == nil }

  /// What is missing here is taken from `other`.
  func completed(by other: SocialIdentity?) -> SocialIdentity {
    SocialIdentity(email: email ?? other?.email, fullName: fullName ?? other?.fullName)
  }
}
