// The hash functions of signatures.

/// A hash function of FIPS 180-4.
package enum HashFunction: UInt8, Sendable {
  /// The raw values end the object identifiers.
  case sha256 = 1
  case sha384, sha512

  /// The number of bytes of a digest.
  var digestSize: Int {
    switch self {
    case .sha256: 32
    case .sha384: 48
    case .sha512: 64
    }
  }

  package func digest(of message: [UInt8]) -> [UInt8] {
    switch self {
    case .sha256: AuthGenCryptography.sha256(message)
    case .sha384: SHA512Digest.sha384(message)
    case .sha512: SHA512Digest.sha512(message)
    }
  }

  /// The DER encoding of DigestInfo, without the digest (RFC 8017 section 9.2, note 1).
  var digestInfo: [UInt8] {
    let size = UInt8(digestSize)
    return [0x30, 0x11 + size, 0x30, 0x0d, 0x06, 0x09]
      + [0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, rawValue] + [0x05, 0x00, 0x04, size]
  }
}
