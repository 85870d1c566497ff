// Proof Key for Code Exchange: RFC 7636.

import AuthGenRuntime

/// A code verifier, which never leaves the app but for the server that gave the code, and the challenge
/// that is made from it. The method is always `S256`.
package struct CodeVerifier: Hashable, Sendable {
  /// 43 characters for 32 random bytes (section 4.1).
  package let secret: Secret

  package init(_ random: any RandomSource) throws(RandomSourceError) {
    secret = Secret(try random.secret())
  }

  /// - Parameter secret: a verifier made before.
  package init(_ secret: Secret) {
    self.secret = secret
  }

  /// What the server is told at first (section 4.2).
  package var challenge: String { Base64URL.encode(sha256(Array(secret.reveal().utf8))) }
}
