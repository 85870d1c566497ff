// Reads proofs of possession as a server does.

import AuthGenCryptography
package import AuthGenRuntime
import AuthGenSessions
package import AuthGenWebLogin
import Foundation

/// A proof that is signed with the key in its header.
package struct OpenedProof: Sendable {
  package let header: JSON.Object
  package let claims: JSON.Object
  /// The key in the header.
  package let key: DPoPPublicKey

  /// Reads a request's proof. Nil if the proof is missing or not signed with its key.
  package init?(_ request: HTTPRequest) {
    guard let jwt = request.headers["DPoP"] else { return nil }
    self.init(jwt)
  }

  /// Reads a proof.
  ///
  /// - Parameter verifiesSignature: whether the key in the header must have signed the proof.
  package init?(_ jwt: String, verifiesSignature: Bool = true) {
    let parts = jwt.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let header = Self.object(parts[0]), let claims = Self.object(parts[1]),
      let signature = Base64URL.decode(parts[2]),
      let x = header["jwk"]?["x"]?.string.flatMap({ Base64URL.decode($0) }),
      let y = header["jwk"]?["y"]?.string.flatMap({ Base64URL.decode($0) }),
      let key = DPoPPublicKey(x: Data(x), y: Data(y)),
      !verifiesSignature
        || P256PublicKey(x: x, y: y)?.isValid(
          signature, ofDigest: sha256(Array("\(parts[0]).\(parts[1])".utf8))) == true
    else { return nil }
    self.header = header
    self.claims = claims
    self.key = key
  }

  private static func object(_ part: Substring) -> JSON.Object? {
    guard let bytes = Base64URL.decode(part) else { return nil }
    return try? JSONDecoder().decode(JSON.Object.self, from: Data(bytes))
  }
}
