// The hash of a public key.

import AuthGenCryptography
public import Foundation

/// The SHA-256 of a public key, in the encoding of certificates (`SubjectPublicKeyInfo`; RFC 7469, section
/// 2.4).
///
/// ```sh
/// openssl x509 -in server.pem -pubkey -noout | openssl pkey -pubin -outform der \
///   | openssl dgst -sha256 -binary | base64
/// ```
nonisolated public struct PublicKeyPin: Hashable, Sendable {
  private let hash: [UInt8]

  /// The pin of a certificate's public key.
  ///
  /// - Parameter certificate: a certificate in DER.
  /// - Returns: nil if the certificate is not in the form of RFC 5280.
  public init?(certificate: Data) {
    guard let certificate = Certificate(Array(certificate)) else { return nil }
    self.init(keyInfo: certificate.keyInfo)
  }

  init(keyInfo: [UInt8]) {
    hash = sha256(keyInfo)
  }
}

nonisolated extension PublicKeyPin: LosslessStringConvertible {
  private static var prefix: String { "sha256/" }

  /// Reads a pin.
  ///
  /// - Parameter description: `sha256/` and the base64 of the hash.
  public init?(_ description: String) {
    guard description.hasPrefix(Self.prefix),
      let data = Data(base64Encoded: String(description.dropFirst(Self.prefix.count))),
      data.count == 32
    else { return nil }
    hash = Array(data)
  }

  public var description: String { Self.prefix + Data(hash).base64EncodedString() }
}
