// Proof Key for Code Exchange: RFC 7636.

import AuthGenCryptography
import AuthGenRuntime
import AuthGenSessions
import Foundation

/// A code verifier and its challenge. The app sends the verifier only to the server that issued the
/// code. The method is always `S256`.
package struct CodeVerifier: Codable, Hashable, Sendable {
  /// 43 characters for 32 random bytes (section 4.1).
  package let secret: Secret

  /// How long a login may take, in seconds. A later redirect is rejected.
  package static let lifetime: TimeInterval = 3600

  package init(_ random: any RandomSource) throws(RandomSourceError) {
    secret = Secret(try random.secret())
  }

  /// Restores a verifier.
  ///
  /// - Parameter secret: an existing verifier.
  package init(_ secret: Secret) {
    self.secret = secret
  }

  /// The challenge, which is sent in the authorization request (section 4.2).
  package var challenge: String { Base64URL.encode(sha256(Array(secret.reveal().utf8))) }
}
