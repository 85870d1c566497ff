// Signs JWTs for tests.

import AuthGenLoginTestSupport
import AuthGenRuntime
import AuthGenSessions
import AuthGenWebLogin
import Foundation
import Testing

/// A private key.
final class TokenSigner: Sendable {
  enum Kind: Sendable {
    case rsa(bits: Int)
    case p256
  }

  /// Keys that all tests share, because they never change.
  static let rsa = Task { try await TokenSigner(.rsa(bits: 2048)) }
  static let otherRSA = Task { try await TokenSigner(.rsa(bits: 2048)) }
  static let shortRSA = Task { try await TokenSigner(.rsa(bits: 1024)) }
  static let p256 = Task { try await TokenSigner(.p256) }

  let kind: Kind
  /// The public key's members of a JSON Web Key.
  let publicKey: [String: String]
  private let pem: String

  init(_ kind: Kind) async throws {
    self.kind = kind
    switch kind {
    case .rsa(let bits):
      pem = try await OpenSSL.newKey(bits: bits)
      let modulus = Self.bytes(ofHexadecimal: try await OpenSSL.modulus(of: pem))
      publicKey = ["kty": "RSA", "e": "AQAB", "n": Base64URL.encode(modulus)]
    case .p256:
      pem = try await OpenSSL.newKey(on: "P-256")
      let point = try await OpenSSL.coordinates(of: pem)
      publicKey = [
        "kty": "EC", "crv": "P-256", "x": Base64URL.encode(point.prefix(32)),
        "y": Base64URL.encode(point.suffix(32)),
      ]
    }
  }

  private var algorithm: String {
    switch kind {
    case .rsa: "RS256"
    case .p256: "ES256"
    }
  }

  /// - Parameter header: added to the algorithm, or replacing it.
  func token(
    _ claims: [String: any Sendable], header: [String: any Sendable] = [:]
  ) async throws -> Secret {
    let header = ["alg": algorithm as any Sendable].merging(header) { $1 }
    let input = try [header, claims].map { part in
      Base64URL.encode(try JSONSerialization.data(withJSONObject: part, options: .sortedKeys))
    }.joined(separator: ".")
    let signature = try await signature(of: Data(input.utf8), by: header["alg"] as? String ?? "")
    return Secret("\(input).\(Base64URL.encode(signature))")
  }

  /// - Parameter algorithm: an algorithm for the key. For any other one, the signature is by ``algorithm``.
  private func signature(of message: Data, by algorithm: String) async throws -> Data {
    var options: [String] = []
    var bits = "256"
    if case .rsa = kind, algorithm.hasPrefix("RS") || algorithm.hasPrefix("PS"),
      ["256", "384", "512"].contains(String(algorithm.dropFirst(2)))
    {
      bits = String(algorithm.dropFirst(2))
      if algorithm.hasPrefix("PS") {
        options = ["-sigopt", "rsa_padding_mode:pss", "-sigopt", "rsa_pss_saltlen:digest"]
      }
    }
    let signature = try await OpenSSL.signature(of: message, by: pem, bits: bits, options: options)
    if case .rsa = kind { return signature }
    return try #require(OpenSSL.fixedLength(signature))
  }

  private static func bytes(ofHexadecimal text: String) -> [UInt8] {
    let digits = text.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count - 1, by: 2).map { index in
      let byte: Int = digits[index] * 16 + digits[index + 1]
      return UInt8(byte)
    }
  }
}
