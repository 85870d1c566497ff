// Verification of RSA signatures, for platforms without a system framework for it.

/// A public key that verifies RSASSA-PKCS1-v1_5 signatures with SHA-256: RS256 of RFC 7518 section 3.3.
package struct RSAPublicKey: Sendable {
  private let ring: MontgomeryRing
  private let exponent: [UInt64]
  private let byteCount: Int

  /// The allowed sizes of a modulus in bits. RFC 7518 section 3.3 requires at least 2048. The
  /// maximum keeps verification fast.
  static let bitCounts = 2048...8192

  /// Creates a key from its modulus and exponent.
  ///
  /// - Parameters:
  ///   - modulus: "n" of RFC 7518 section 6.3.1.1, the most significant byte first.
  ///   - exponent: "e" of section 6.3.1.2.
  /// - Returns: nil if the modulus is even, shorter than 2048 bits or longer than 8192 bits. Also
  ///   nil if the exponent is even, less than 3 or longer than 256 bits (FIPS 186-5 section 5.1).
  package init?(modulus: [UInt8], exponent: [UInt8]) {
    let modulus = modulus.drop { $0 == 0 }
    let exponent = exponent.drop { $0 == 0 }
    let bitCount = modulus.count * 8 - (modulus.first?.leadingZeroBitCount ?? 0)
    guard Self.bitCounts.contains(bitCount),
      let ring = MontgomeryRing(modulus: .init(bigEndian: modulus)),
      exponent.count <= 32, let last = exponent.last, last & 1 == 1, exponent.count > 1 || last > 1
    else { return nil }
    self.ring = ring
    self.exponent = .init(bigEndian: exponent)
    byteCount = modulus.count
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
