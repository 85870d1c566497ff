// The parameters of RSA public keys that all platforms accept.

/// The modulus and the exponent of a public key, within the allowed bounds.
package struct RSAParameters: Sendable {
  /// The allowed sizes of a modulus in bits. RFC 7518 section 3.3 requires at least 2048. The
  /// maximum keeps verification fast.
  static let bitCounts = 2048...8192

  /// The most significant byte first, which is not 0.
  package let modulus: [UInt8]
  /// The most significant byte first, which is not 0.
  package let exponent: [UInt8]

  /// - Parameters:
  ///   - modulus: "n" of RFC 7518 section 6.3.1.1, the most significant byte first.
  ///   - exponent: "e" of section 6.3.1.2.
  /// - Returns: nil if the modulus is even, shorter than 2048 bits or longer than 8192 bits. Also
  ///   nil if the exponent is even, less than 3 or longer than 256 bits (FIPS 186-5 section 5.1).
  package init?(modulus: [UInt8], exponent: [UInt8]) {
    let modulus = Array(modulus.drop { $0 == 0 })
    let exponent = Array(exponent.drop { $0 == 0 })
    let bitCount = modulus.count * 8 - (modulus.first?.leadingZeroBitCount ?? 0)
    guard Self.bitCounts.contains(bitCount), let low = modulus.last, low & 1 == 1,
      exponent.count <= 32, let last = exponent.last, last & 1 == 1, exponent.count > 1 || last > 1
    else { return nil }
    self.modulus = modulus
    self.exponent = exponent
  }
}
