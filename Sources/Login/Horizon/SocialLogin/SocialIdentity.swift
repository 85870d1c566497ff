// The customer's identity at the provider.

import HorizonAPI

/// The user data that a provider sends, through Horizon or through its own SDK.
public struct SocialIdentity: Codable, Hashable, Sendable {
  /// Nil if the provider withholds it.
  public var email: String?
  /// Nil if the provider withholds it.
  public var fullName: String?

  public init(email: String? = nil, fullName: String? = nil) {
    self.email = email
    self.fullName = fullName
  }

  init(_ identity: SocialLoginOutcome.SocialIdentity) {
    self.init(email: identity.email, fullName: identity.fullName)
  }

  var isEmpty: Bool { email == nil && fullName == nil }

  /// Returns the identity with missing values taken from `other`.
  func completed(by other: SocialIdentity?) -> SocialIdentity {
    SocialIdentity(email: email ?? other?.email, fullName: fullName ?? other?.fullName)
  }
}
