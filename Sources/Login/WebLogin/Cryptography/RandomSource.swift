// Unpredictable bytes, and the code verifiers that are made of them (RFC 7636).

import AuthGenCryptography
package import AuthGenRuntime
import AuthGenSessions
package import Foundation

#if canImport(Security)
  import Security
#endif

/// Generates random bytes for secrets.
package protocol RandomSource: Sendable {
  /// Returns random bytes.
  ///
  /// - Throws: ``RandomSourceError`` if the source fails. There is no fallback.
  func bytes(_ count: Int) throws(RandomSourceError) -> [UInt8]
}

/// A failure of the system's random source. Nothing was sent.
package struct RandomSourceError: Error, Hashable, Sendable {
  package init() {}
}

extension RandomSourceError: CustomStringConvertible {
  package var description: String { "the system's random source failed" }
}

extension RandomSource {
  /// Returns a secret of 32 random bytes, as 43 characters for URLs.
  package func secret() throws(RandomSourceError) -> String {
    Base64URL.encode(try bytes(32))
  }
}

/// The operating system's random source.
package struct SystemRandomSource: RandomSource {
  package init() {}

  package func bytes(_ count: Int) throws(RandomSourceError) -> [UInt8] {
    #if canImport(Security)
      var bytes = [UInt8](repeating: 0, count: count)
      guard SecRandomCopyBytes(kSecRandomDefault, count, &bytes) == errSecSuccess else {
        throw RandomSourceError()
      }
      return bytes
    #else
      guard let file = FileHandle(forReadingAtPath: "/dev/urandom"),
        let data = try? file.read(upToCount: count), data.count == count
      else { throw RandomSourceError() }
      return Array(data)
    #endif
  }
}

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
