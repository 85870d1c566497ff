// The `openssl` command. The project has no code of its own for private keys.

import AuthGenTestSupport
package import Foundation

/// Runs the command. Private keys are in PEM form, and reach it through standard input.
package enum OpenSSL {
  /// The command failed. The description is its output.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  /// Returns a new RSA key.
  package static func newKey(bits: Int) async throws -> String {
    try await run(["genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:\(bits)"])
  }

  /// Returns a new key on an elliptic curve.
  package static func newKey(on curve: String) async throws -> String {
    try await run(["genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:\(curve)"])
  }

  /// Returns the modulus of an RSA key in hexadecimal digits.
  package static func modulus(of pem: String) async throws -> String {
    try await run(["rsa", "-noout", "-modulus"], input: pem).split(separator: "=").last
      .map { $0.trimmingCharacters(in: .whitespacesAndNewlines) } ?? ""
  }

  /// Returns the coordinates of the public key of a key on P-256, with 32 bytes each.
  package static func coordinates(of pem: String) async throws -> Data {
    let text = try await run(["pkey", "-pubout"], input: pem)
    let base64 = text.split(separator: "\n").filter { !$0.hasPrefix("-") }.joined()
    // The uncompressed point ends the structure, in the form of SEC 1, section 2.3.3.
    guard let point = Data(base64Encoded: base64)?.suffix(65), point.first == 4 else {
      throw Failure(description: text)
    }
    return Data(point.dropFirst())
  }

  /// Returns a signature in the command's form.
  ///
  /// - Parameter options: further arguments of `openssl dgst`.
  package static func signature(
    of message: Data, by pem: String, bits: String = "256", options: [String] = []
  ) async throws -> Data {
    let bench = try Workbench()
    try bench.write(message, to: "message")
    _ = try await run(
      ["dgst", "-sha\(bits)"] + options
        + ["-sign", "/dev/stdin", "-out", "signature", "message"], in: bench.folder, input: pem)
    return try Data(contentsOf: bench.url("signature"))
  }

  /// R and S with 32 bytes each, from a sequence of two integers of any length (RFC 3279, section 2.2.3).
  package static func fixedLength(_ der: Data) -> Data? {
    var rest = ArraySlice(der)
    guard rest.popFirst() == 0x30, let length = rest.popFirst(), rest.count == length else {
      return nil
    }
    var signature = Data()
    while !rest.isEmpty {
      guard rest.popFirst() == 0x02, let length = rest.popFirst().map(Int.init),
        length <= rest.count
      else { return nil }
      // A leading zero keeps a number positive.
      let number = rest.prefix(length).drop { $0 == 0 }
      guard number.count <= 32 else { return nil }
      signature += Data(count: 32 - number.count) + number
      rest = rest.dropFirst(length)
    }
    return signature.count == 64 ? signature : nil
  }

  private static func run(
    _ arguments: [String], in folder: URL = FileManager.default.temporaryDirectory,
    input: String = ""
  ) async throws -> String {
    let result = try await runProcess("openssl", arguments, in: folder, input: input)
    guard result.exitCode == 0 else { throw Failure(description: result.errors) }
    return result.output
  }
}
