// Verification of RSA signatures, for platforms without a system framework for it.

/// A public key that verifies RSASSA-PKCS1-v1_5 signatures with SHA-256: RS256 of RFC 7518 section 3.3.
package struct RSAPublicKey: Sendable {
  private let ring: MontgomeryRing
  private let exponent: [UInt64]
  private let byteCount: Int

  package init?(_ parameters: RSAParameters) {
    guard let ring = MontgomeryRing(modulus: .init(bigEndian: parameters.modulus)) else {
      return nil
    }
    self.ring = ring
    exponent = .init(bigEndian: parameters.exponent)
    byteCount = parameters.modulus.count
  }

  /// Whether the signature is valid for a message with this digest (RFC 8017 section 8.2.2).
  ///
  /// - Parameter digest: the message's SHA-256.
  package func isValid(_ signature: [UInt8], ofDigest digest: [UInt8]) -> Bool {
    guard signature.count == byteCount, digest.count == 32,
      let representative = ring.element(.init(bigEndian: signature))
    else { return false }
    let message = ring.number(ring.power(representative, exponent))
      .bigEndianBytes(count: byteCount)
    // The expected message is built again and compared as a whole. No part of the signature is
    // parsed.
    let padding = [UInt8](
      repeating: 0xff, count: byteCount - Self.digestInfo.count - digest.count - 3)
    return message == [0, 1] + padding + [0] + Self.digestInfo + digest
  }

  /// The DER encoding of DigestInfo for SHA-256, without the digest (RFC 8017 section 9.2, note 1).
  private static let digestInfo: [UInt8] = [
    0x30, 0x31, 0x30, 0x0d, 0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01, 0x05,
    0x00, 0x04, 0x20,
  ]
}
