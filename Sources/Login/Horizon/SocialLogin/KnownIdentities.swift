// Data that Apple sends only once.

import AuthGenRuntime
import AuthGenSessions
import Foundation

/// Keeps the name and email address that Apple sends only with the first sign-in. If that login
/// fails, a later one can still use them.
struct KnownIdentities {
  let store: any SecretStore

  /// Returns the identity that was kept for the user of a credential.
  func identity(of credential: ProviderCredential) -> SocialIdentity? {
    credential.subject.flatMap { (try? all())?[$0] }
  }

  /// Keeps the identity in a credential (best effort).
  func keep(_ credential: ProviderCredential) {
    guard let identity = credential.identity, !identity.isEmpty else { return }
    change(credential, to: identity)
  }

  /// Removes the identity of a user whose login has succeeded.
  func forget(_ credential: ProviderCredential) {
    change(credential, to: nil)
  }

  private func change(_ credential: ProviderCredential, to identity: SocialIdentity?) {
    // If the other identities cannot be read, they are not overwritten.
    guard let subject = credential.subject, var identities = try? all(),
      identities[subject] != identity
    else { return }
    identities[subject] = identity
    if identities.isEmpty {
      try? store.remove()
    } else if let data = try? JSONEncoder().encode(identities) {
      try? store.write(data)
    }
  }

  private func all() throws -> [ExactString: SocialIdentity] {
    guard let data = try store.read() else { return [:] }
    return try JSONDecoder().decode([ExactString: SocialIdentity].self, from: data)
  }
}

extension ProviderCredential {
  /// The user that the token identifies, by the claim `sub` of a JWT; nil for other tokens. The
  /// claim is unverified, and is used only to find data that the same app kept.
  fileprivate var subject: String? {
    guard case .accessToken(let token) = token,
      let subject = JSONWebToken(token)?.claims?["sub"]?.string
    else { return nil }
    return "\(providerCode):\(subject)"
  }
}
