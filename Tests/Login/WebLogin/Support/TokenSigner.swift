// Signs JWTs for tests with the openssl command: the project has no private-key code of its own.

import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import AuthGenWebLogin
import Foundation
import Testing

/// A private key in a file, removed with this value.
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
  private let folder: URL

  init(_ kind: Kind) async throws {
    self.kind = kind
    folder = FileManager.default.temporaryDirectory.appending(path: "signer-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let folder = folder
    func openssl(_ arguments: String...) async throws -> String {
      try await Self.openssl(arguments, in: folder)
    }
    switch kind {
    case .rsa(let bits):
      _ = try await openssl(
        "genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:\(bits)", "-out", "key.pem")
      let text = try await openssl("rsa", "-in", "key.pem", "-noout", "-modulus")
      let digits = text.split(separator: "=").last.map(String.init) ?? ""
      publicKey = [
        "kty": "RSA", "e": "AQAB", "n": Base64URL.encode(Self.bytes(ofHexadecimal: digits)),
      ]
    case .p256:
      _ = try await openssl(
        "genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", "key.pem")
      _ = try await openssl("pkey", "-in", "key.pem", "-pubout", "-outform", "DER", "-out", "p.der")
      let point = Array(try Data(contentsOf: folder.appending(path: "p.der")).suffix(64))
      publicKey = [
        "kty": "EC", "crv": "P-256", "x": Base64URL.encode(point.prefix(32)),
        "y": Base64URL.encode(point.suffix(32)),
      ]
    }
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
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
  private func signature(of message: Data, by algorithm: String) async throws -> [UInt8] {
    let name = UUID().uuidString
    try message.write(to: folder.appending(path: name))
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
    _ = try await Self.openssl(
      ["dgst", "-sha\(bits)"] + options + ["-sign", "key.pem", "-out", "\(name).sig", name],
      in: folder)
    let signature = Array(try Data(contentsOf: folder.appending(path: "\(name).sig")))
    if case .rsa = kind { return signature }
    return Self.rAndS(of: signature)
  }

  /// The two numbers of a DER sequence, with 32 bytes each.
  private static func rAndS(of der: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var index = 2
    while index + 1 < der.count {
      let length = Int(der[index + 1])
      let number = der[(index + 2)..<(index + 2 + length)].drop { $0 == 0 }
      result += [UInt8](repeating: 0, count: 32 - number.count) + number
      index += 2 + length
    }
    return result
  }

  private static func bytes(ofHexadecimal text: String) -> [UInt8] {
    let digits = text.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count - 1, by: 2).map { index in
      let byte: Int = digits[index] * 16 + digits[index + 1]
      return UInt8(byte)
    }
  }

  private static func openssl(_ arguments: [String], in folder: URL) async throws -> String {
    let result = try await runProcess("openssl", arguments, in: folder)
    try #require(result.exitCode == 0, "\(result.errors)")
    return result.output.trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
