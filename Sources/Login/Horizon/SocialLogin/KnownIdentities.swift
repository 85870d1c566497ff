// What Apple tells only once.

import AuthGenRuntime
import AuthGenSessions
import Foundation

/// Keeps the name and address that Apple tells with the first sign-in, so that they are there where
/// that login failed and the next one asks for them.
struct KnownIdentities {
  let store: any SecretStore

  /// What was told before of the user of a credential.
  func identity(of credential: ProviderCredential) -> SocialIdentity? {
    credential.subject.flatMap { (try? all())?[$0] }
  }

  /// Keeps what is told. Where the store cannot, the next login does without.
  func keep(_ credential: ProviderCredential) {
    guard let identity = credential.identity, !identity.isEmpty else { return }
    change(credential, to: identity)
  }

  /// The user of a credential has logged in: the account has what it needs.
  func forget(_ credential: ProviderCredential) {
    change(credential, to: nil)
  }

  private func change(_ credential: ProviderCredential, to identity: SocialIdentity?) {
    // Where others' cannot be read, nothing takes their place.
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

  private func all() throws -> [String: SocialIdentity] {
    guard let data = try store.read() else { return [:] }
    return try JSONDecoder().decode([String: SocialIdentity].self, from: data)
  }
}

extension ProviderCredential {
  /// Who the token is about, by the claim `sub` of a JWT; nil for a token of another kind. It is
  /// believed for nothing but to find again what the same app kept.
  fileprivate var subject: String? {
    guard case .accessToken(let token) = token else { return nil }
    let parts = token.reveal().split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3 else { return nil }
    var base64 = parts[1].replacingOccurrences(of: "-", with: "+")
      .replacingOccurrences(of: "_", with: "/")
    base64 += String(repeating: "=", count: (4 - base64.utf8.count % 4) % 4)
    guard let data = Data(base64Encoded: base64),
      let claims = try? JSONDecoder().decode(Claims.self, from: data)
    else { return nil }
    return "\(providerCode):\(claims.sub)"
  }

  private struct Claims: Decodable {
    let sub: String
  }
}
