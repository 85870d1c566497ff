// Public keys that verify RS256 and ES256 (RFC 7518, section 3), with the system's frameworks if
// there are any.

import AuthGenCryptography

#if canImport(CryptoKit) && canImport(Security)
  import CryptoKit
  import Foundation
  import Security
#endif

package enum SignatureAlgorithm: String, Hashable, Sendable {
  /// RSASSA-PKCS1-v1_5 with SHA-256.
  case rs256 = "RS256"
  /// ECDSA on P-256 with SHA-256.
  case es256 = "ES256"
}

#if canImport(CryptoKit) && canImport(Security)
  package struct VerificationKey: Sendable {
    private enum Material: Sendable {
      /// The key in the encoding of RFC 8017, appendix A.1.1.
      case rsa(Data)
      case p256(P256.Signing.PublicKey)
    }

    package let algorithm: SignatureAlgorithm
    private let material: Material

    fileprivate init?(_ parameters: RSAParameters) {
      algorithm = .rs256
      material = .rsa(
        Data(
          DER.sequence(
            DER.unsignedInteger(parameters.modulus) + DER.unsignedInteger(parameters.exponent))))
    }

    /// Creates a key that verifies ES256.
    ///
    /// - Returns: nil if the point is not on the curve.
    package init?(p256X x: [UInt8], y: [UInt8]) {
      guard x.count == 32, y.count == 32,
        let key = try? P256.Signing.PublicKey(rawRepresentation: Data(x + y))
      else { return nil }
      algorithm = .es256
      material = .p256(key)
    }

    package func isValid(_ signature: [UInt8], of message: [UInt8]) -> Bool {
      switch material {
      case .rsa(let data):
        let attributes =
          [kSecAttrKeyType: kSecAttrKeyTypeRSA, kSecAttrKeyClass: kSecAttrKeyClassPublic]
          as CFDictionary
        guard let key = SecKeyCreateWithData(data as CFData, attributes, nil) else { return false }
        return SecKeyVerifySignature(
          key, .rsaSignatureMessagePKCS1v15SHA256, Data(message) as CFData,
          Data(signature) as CFData, nil)
      case .p256(let key):
        guard
          let signature = try? P256.Signing.ECDSASignature(rawRepresentation: Data(signature))
        else { return false }
        return key.isValidSignature(signature, for: Data(message))
      }
    }
  }

  /// The part of DER that a public key needs (X.690, section 8).
  private enum DER {
    static func sequence(_ content: [UInt8]) -> [UInt8] { [0x30] + length(content.count) + content }

    /// Encodes an unsigned integer.
    ///
    /// - Parameter bytes: the most significant first, which must not be 0.
    static func unsignedInteger(_ bytes: [UInt8]) -> [UInt8] {
      let content = (bytes.first ?? 0) >= 0x80 ? [0] + bytes : bytes
      return [0x02] + length(content.count) + content
    }

    /// - Parameter count: at most 65,535. The parameters' bounds keep it below 1,100.
    private static func length(_ count: Int) -> [UInt8] {
      if count < 0x80 { return [UInt8(count)] }
      if count < 0x100 { return [0x81, UInt8(count)] }
      return [0x82, UInt8(count >> 8), UInt8(count & 0xFF)]
    }
  }
#else
  package struct VerificationKey: Sendable {
    private enum Material: Sendable {
      case rsa(RSAPublicKey)
      case p256(P256PublicKey)
    }

    package let algorithm: SignatureAlgorithm
    private let material: Material

    fileprivate init?(_ parameters: RSAParameters) {
      guard let key = RSAPublicKey(parameters) else { return nil }
      algorithm = .rs256
      material = .rsa(key)
    }

    /// Creates a key that verifies ES256.
    ///
    /// - Returns: nil if the point is not on the curve.
    package init?(p256X x: [UInt8], y: [UInt8]) {
      guard let key = P256PublicKey(x: x, y: y) else { return nil }
      algorithm = .es256
      material = .p256(key)
    }

    package func isValid(_ signature: [UInt8], of message: [UInt8]) -> Bool {
      let digest = sha256(message)
      return switch material {
      case .rsa(let key): key.isValid(signature, ofDigest: digest)
      case .p256(let key): key.isValid(signature, ofDigest: digest)
      }
    }
  }
#endif

extension VerificationKey {
  /// Creates a key that verifies RS256.
  ///
  /// - Returns: nil if the modulus is even, shorter than 2048 bits or longer than 8192 bits, or if
  ///   the exponent is even, less than 3 or longer than 256 bits.
  package init?(rsaModulus modulus: [UInt8], exponent: [UInt8]) {
    guard let parameters = RSAParameters(modulus: modulus, exponent: exponent) else { return nil }
    self.init(parameters)
  }
}
