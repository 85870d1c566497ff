// Verification of RSA signatures, for platforms without a system framework for it.

/// A public key that verifies RSASSA-PKCS1-v1_5 and RSASSA-PSS signatures (RFC 7518, sections 3.3 and 3.5).
package struct RSAPublicKey: Sendable {
  private let ring: MontgomeryRing
  private let exponent: [UInt64]
  private let byteCount: Int
  private let bitCount: Int

  package init?(_ parameters: RSAParameters) {
    guard let ring = MontgomeryRing(modulus: .init(bigEndian: parameters.modulus)) else {
      return nil
    }
    self.ring = ring
    exponent = .init(bigEndian: parameters.exponent)
    byteCount = parameters.modulus.count
    bitCount = byteCount * 8 - (parameters.modulus.first?.leadingZeroBitCount ?? 0)
  }

  /// Whether an RSASSA-PKCS1-v1_5 signature is valid for a message with this digest (RFC 8017 section 8.2.2).
  package func isValid(
    _ signature: [UInt8], ofDigest digest: [UInt8], _ hash: HashFunction = .sha256
  ) -> Bool {
    guard digest.count == hash.digestSize, let message = encodedMessage(of: signature) else {
      return false
    }
    // The expected message is built again and compared as a whole. No part of the signature is parsed.
    let info = hash.digestInfo + digest
    let padding = [UInt8](repeating: 0xff, count: byteCount - info.count - 3)
    return message == [0, 1] + padding + [0] + info
  }

  /// Whether an RSASSA-PSS signature is valid for a message with this digest (RFC 8017, sections 8.1.2 and
  /// 9.1.2). MGF1 uses the same hash function, and the salt has the size of the digest (RFC 7518, section
  /// 3.5).
  package func isValidPSS(
    _ signature: [UInt8], ofDigest digest: [UInt8], _ hash: HashFunction
  ) -> Bool {
    let size = hash.digestSize
    guard digest.count == size, var message = encodedMessage(of: signature) else { return false }
    let unusedBits = byteCount * 8 - (bitCount - 1)
    if unusedBits >= 8 {
      guard message.removeFirst() == 0 else { return false }
    }
    // The parameters' bounds make the message longer than the padding.
    let blockSize = message.count - size - 1
    guard blockSize > size, message.last == 0xbc else { return false }
    var block = Array(message.prefix(blockSize))
    let seed = Array(message[blockSize..<blockSize + size])
    let highBits = UInt8(truncatingIfNeeded: 0xff00 >> (unusedBits % 8))
    guard block[0] & highBits == 0 else { return false }
    for (index, mask) in Self.mask(seed, count: blockSize, hash).enumerated() {
      block[index] ^= mask
    }
    block[0] &= ~highBits
    let padding = block.prefix(blockSize - size)
    guard padding.last == 1, padding.dropLast().allSatisfy({ $0 == 0 }) else { return false }
    let salt = block.suffix(size)
    return hash.digest(of: [UInt8](repeating: 0, count: 8) + digest + salt) == seed
  }

  /// MGF1 (RFC 8017, appendix B.2.1).
  private static func mask(_ seed: [UInt8], count: Int, _ hash: HashFunction) -> ArraySlice<UInt8> {
    var mask: [UInt8] = []
    var counter: UInt8 = 0
    while mask.count < count {
      mask += hash.digest(of: seed + [0, 0, 0, counter])
      counter += 1
    }
    return mask.prefix(count)
  }

  /// Returns the signature to the power of the exponent, in as many bytes as the modulus has.
  private func encodedMessage(of signature: [UInt8]) -> [UInt8]? {
    guard signature.count == byteCount,
      let representative = ring.element(.init(bigEndian: signature))
    else { return nil }
    return ring.number(ring.power(representative, exponent)).bigEndianBytes(count: byteCount)
  }
}
