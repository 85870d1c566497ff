// The proof of possession of a key: RFC 9449, section 4.2.

import AuthGenCryptography
package import AuthGenRuntime
import AuthGenSessions
package import Foundation

/// A proof for one request. It contains the hash of a token, not the token.
package struct DPoPProof: Sendable {
  private let claims: JSON.Object

  /// Creates a proof for one request.
  ///
  /// - Parameters:
  ///   - url: the request's URL.
  ///   - accessToken: the request's token; nil if it has none.
  ///   - nonce: the server's last nonce; nil if it has sent none.
  ///   - issued: the time by the server's clock.
  ///   - random: makes each proof unique.
  /// - Returns: nil if the URL is not a valid http or https URL.
  package init?(
    _ method: HTTPRequest.Method, _ url: URL, accessToken: Secret? = nil, nonce: String? = nil,
    issued: Date, random: any RandomSource
  ) throws(RandomSourceError) {
    guard let target = ProofTarget(url) else { return nil }
    var claims: JSON.Object = [
      // More than the 96 bits that section 4.2 requires.
      "jti": .string(Base64URL.encode(try random.bytes(16))),
      "htm": .string(method.rawValue), "htu": .string(target.htu),
      "iat": .integer(Int(issued.timeIntervalSince1970.rounded(.down))),
    ]
    claims["ath"] = accessToken.map { .string(Base64URL.encode(sha256(Array($0.reveal().utf8)))) }
    claims["nonce"] = nonce.map(JSON.string)
    self.claims = claims
  }

  /// Returns the proof as a signed JWT.
  package func jwt(by key: any DPoPKey) async throws(DPoPKeyError) -> String {
    let publicKey = try await key.publicKey
    // The public key: RFC 7518, section 6.2.1.
    let header: JSON.Object = [
      "typ": .string("dpop+jwt"), "alg": .string("ES256"),
      "jwk": .object([
        "kty": .string("EC"), "crv": .string("P-256"), "x": .string(Base64URL.encode(publicKey.x)),
        "y": .string(Base64URL.encode(publicKey.y)),
      ]),
    ]
    let input = "\(try Self.part(header)).\(try Self.part(claims))"
    let signature = try await key.signature(for: Data(input.utf8))
    guard signature.count == 64 else { throw .unusable }
    return "\(input).\(Base64URL.encode(signature))"
  }

  private static func part(_ value: JSON.Object) throws(DPoPKeyError) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Strings and an integer can always be encoded.
    guard let json = try? encoder.encode(value) else { throw .unusable }
    return Base64URL.encode(json)
  }
}
