// Public keys that verify signatures (RFC 7518, section 3; RFC 8037), with the system's frameworks if there
// are any.

package import AuthGenCryptography

#if canImport(CryptoKit) && canImport(Security)
  import CryptoKit
  import Foundation
  import Security
#endif

/// An algorithm of signatures, by its name in a JWT.
package enum SignatureAlgorithm: String, CaseIterable, Hashable, Sendable {
  // RSASSA-PKCS1-v1_5.
  case rs256 = "RS256"
  case rs384 = "RS384"
  case rs512 = "RS512"
  // RSASSA-PSS.
  case ps256 = "PS256"
  case ps384 = "PS384"
  case ps512 = "PS512"
  // ECDSA on P-256, P-384 and P-521.
  case es256 = "ES256"
  case es384 = "ES384"
  case es512 = "ES512"
  /// EdDSA with any curve. Only Ed25519 is supported.
  case edDSA = "EdDSA"
  /// The name of EdDSA with this curve (RFC 9864).
  case ed25519 = "Ed25519"

  /// The algorithms that this platform verifies.
  package static let supported: [SignatureAlgorithm] = allCases.filter(\.isSupported)

  package var isSupported: Bool {
    #if canImport(CryptoKit) && canImport(Security)
      true
    #else
      keyType == "RSA" || self == .es256
    #endif
  }

  /// The hash function of its signatures.
  package var hash: HashFunction { properties.hash }
  /// `kty` of its keys (RFC 7518, section 6.1; RFC 8037, section 2).
  package var keyType: String { properties.keyType }
  /// `crv` of its keys; nil for RSA.
  package var curve: String? { properties.curve }

  private var properties: (hash: HashFunction, keyType: String, curve: String?) {
    switch self {
    case .rs256, .ps256: (.sha256, "RSA", nil)
    case .rs384, .ps384: (.sha384, "RSA", nil)
    case .rs512, .ps512: (.sha512, "RSA", nil)
    case .es256: (.sha256, "EC", "P-256")
    case .es384: (.sha384, "EC", "P-384")
    case .es512: (.sha512, "EC", "P-521")
    case .edDSA, .ed25519: (.sha512, "OKP", "Ed25519")
    }
  }
}

package struct VerificationKey: Sendable {
  private let check: @Sendable ([UInt8], [UInt8], SignatureAlgorithm) -> Bool

  /// Whether a signature by an algorithm is valid. False for an algorithm of other keys.
  package func isValid(
    _ signature: [UInt8], of message: [UInt8], by algorithm: SignatureAlgorithm
  ) -> Bool {
    check(signature, message, algorithm)
  }

  /// Creates a key that verifies RSA signatures.
  ///
  /// - Returns: nil if the modulus is even, shorter than 2048 bits or longer than 8192 bits, or if
  ///   the exponent is even, less than 3 or longer than 256 bits.
  package init?(rsaModulus modulus: [UInt8], exponent: [UInt8]) {
    guard let parameters = RSAParameters(modulus: modulus, exponent: exponent) else { return nil }
    #if canImport(CryptoKit) && canImport(Security)
      // The key in the encoding of RFC 8017, appendix A.1.1.
      let data = Data(
        DER.sequence(
          DER.unsignedInteger(parameters.modulus) + DER.unsignedInteger(parameters.exponent)))
      check = { signature, message, algorithm in
        let attributes =
          [kSecAttrKeyType: kSecAttrKeyTypeRSA, kSecAttrKeyClass: kSecAttrKeyClassPublic]
          as CFDictionary
        guard let name = Self.name(of: algorithm),
          let key = SecKeyCreateWithData(data as CFData, attributes, nil)
        else { return false }
        return SecKeyVerifySignature(
          key, name, Data(message) as CFData, Data(signature) as CFData, nil)
      }
    #else
      guard let key = RSAPublicKey(parameters) else { return nil }
      check = { signature, message, algorithm in
        let digest = algorithm.hash.digest(of: message)
        return switch algorithm {
        case .rs256, .rs384, .rs512: key.isValid(signature, ofDigest: digest, algorithm.hash)
        case .ps256, .ps384, .ps512: key.isValidPSS(signature, ofDigest: digest, algorithm.hash)
        default: false
        }
      }
    #endif
  }

  /// Creates a key on a curve.
  ///
  /// - Parameters:
  ///   - curve: `P-256`. Platforms with CryptoKit also support `P-384` and `P-521`.
  ///   - x: the first coordinate, in as many bytes as the curve's field elements have.
  ///   - y: the second one.
  /// - Returns: nil for another curve, and if the point is not on the curve.
  package init?(curve: String, x: [UInt8], y: [UInt8]) {
    #if canImport(CryptoKit) && canImport(Security)
      // Checks keep these bytes, not a key: older SDKs do not declare that CryptoKit's keys are `Sendable`.
      let point = Data(x + y)
      switch (curve, x.count, y.count) {
      case ("P-256", 32, 32):
        guard (try? P256.Signing.PublicKey(rawRepresentation: point)) != nil else { return nil }
        check = { signature, message, algorithm in
          algorithm == .es256
            && (try? P256.Signing.PublicKey(rawRepresentation: point).isValidSignature(
              P256.Signing.ECDSASignature(rawRepresentation: Data(signature)), for: Data(message)))
              == true
        }
      case ("P-384", 48, 48):
        guard (try? P384.Signing.PublicKey(rawRepresentation: point)) != nil else { return nil }
        check = { signature, message, algorithm in
          algorithm == .es384
            && (try? P384.Signing.PublicKey(rawRepresentation: point).isValidSignature(
              P384.Signing.ECDSASignature(rawRepresentation: Data(signature)), for: Data(message)))
              == true
        }
      case ("P-521", 66, 66):
        guard (try? P521.Signing.PublicKey(rawRepresentation: point)) != nil else { return nil }
        check = { signature, message, algorithm in
          algorithm == .es512
            && (try? P521.Signing.PublicKey(rawRepresentation: point).isValidSignature(
              P521.Signing.ECDSASignature(rawRepresentation: Data(signature)), for: Data(message)))
              == true
        }
      default: return nil
      }
    #else
      guard curve == "P-256", let key = P256PublicKey(x: x, y: y) else { return nil }
      check = { $2 == .es256 && key.isValid($0, ofDigest: sha256($1)) }
    #endif
  }

  /// Creates a key for EdDSA.
  ///
  /// - Parameter bytes: the 32 bytes of the public key (RFC 8032, section 5.1.5).
  /// - Returns: nil if the platform does not support it.
  package init?(ed25519 bytes: [UInt8]) {
    #if canImport(CryptoKit) && canImport(Security)
      let point = Data(bytes)
      guard bytes.count == 32,
        (try? Curve25519.Signing.PublicKey(rawRepresentation: point)) != nil
      else { return nil }
      check = { signature, message, algorithm in
        [.edDSA, .ed25519].contains(algorithm)
          && (try? Curve25519.Signing.PublicKey(rawRepresentation: point).isValidSignature(
            Data(signature), for: Data(message))) == true
      }
    #else
      return nil
    #endif
  }
}

#if canImport(CryptoKit) && canImport(Security)
  extension VerificationKey {
    /// The system's name of an algorithm for RSA keys.
    private static func name(of algorithm: SignatureAlgorithm) -> SecKeyAlgorithm? {
      switch algorithm {
      case .rs256: .rsaSignatureMessagePKCS1v15SHA256
      case .rs384: .rsaSignatureMessagePKCS1v15SHA384
      case .rs512: .rsaSignatureMessagePKCS1v15SHA512
      case .ps256: .rsaSignatureMessagePSSSHA256
      case .ps384: .rsaSignatureMessagePSSSHA384
      case .ps512: .rsaSignatureMessagePSSSHA512
      default: nil
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
#endif
