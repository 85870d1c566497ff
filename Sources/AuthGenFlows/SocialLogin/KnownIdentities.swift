// What Apple tells only once.

import AuthGenRuntime
import AuthGenSessions
import Foundation

/// Keeps the name and address that Apple tells with the first sign-in, so that they are there where
/// that login failed and the next one asks for them.
struct KnownIdentities {
  let store: any SecretStore

  /// What was told before of the user of a credential.
  func completed(by credential: ProviderCredential) -> SocialIdentity? {
    credential.subject.flatMap { all()[$0] }
  }

  /// Keeps what is told. Where the store cannot, the next login does without.
  func keep(_ credential: ProviderCredential) {
    guard let subject = credential.subject, let identity = credential.identity, !identity.isEmpty
    else { return }
    var identities = all()
    identities[subject] = identity.completed(by: identities[subject])
    guard let data = try? JSONEncoder().encode(identities) else { return }
    try? store.write(data)
  }

  /// A login has succeeded: the account has what it needs.
  func forgetAll() {
    try? store.remove()
  }

  private func all() -> [String: SocialIdentity] {
    guard let data = try? store.read() else { return [:] }
    return (try? JSONDecoder().decode([String: SocialIdentity].self, from: data)) ?? [:]
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
