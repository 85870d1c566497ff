// A key for tests on systems without key storage: the `openssl` command creates it and signs with it.

import AuthGenTestSupport
package import AuthGenWebLogin
package import Foundation

/// An in-memory key, created on first use.
package actor OpenSSLKey: DPoPKey {
  private struct Pair {
    let pem: String
    let publicKey: DPoPPublicKey
  }

  private var pair: Task<Pair, any Error>?

  package init() {}

  private init(_ pair: Task<Pair, any Error>?) {
    self.pair = pair
  }

  /// The same key, which stays usable when this one is removed.
  package func copy() -> OpenSSLKey { OpenSSLKey(pair) }

  package var publicKey: DPoPPublicKey {
    get async throws(DPoPKeyError) { try await current().publicKey }
  }

  package func signature(for message: Data) async throws(DPoPKeyError) -> Data {
    let pem = try await current().pem
    return try await Self.openSSL { () async throws -> Data? in
      let folder = FileManager.default.temporaryDirectory
        .appending(path: "authgen-signature-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      try message.write(to: folder.appending(path: "message"))
      _ = try await Self.run(
        ["dgst", "-sha256", "-sign", "/dev/stdin", "-out", "signature", "message"], in: folder,
        input: pem)
      return Self.fixedLength(try Data(contentsOf: folder.appending(path: "signature")))
    }
  }

  package func remove() {
    pair = nil
  }

  private func current() async throws(DPoPKeyError) -> Pair {
    let task = pair ?? Task { try await Self.makePair() }
    pair = task
    return try await Self.openSSL { try await task.value }
  }

  private static func makePair() async throws -> Pair {
    let folder = FileManager.default.temporaryDirectory
    let pem = try await run(
      ["genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:prime256v1"], in: folder)
    let text = try await run(["pkey", "-pubout"], in: folder, input: pem)
    let base64 = text.split(separator: "\n").filter { !$0.hasPrefix("-") }.joined()
    // The uncompressed point ends the structure, in the form of SEC 1, section 2.3.3.
    guard let point = Data(base64Encoded: base64)?.suffix(65), point.first == 4,
      let publicKey = DPoPPublicKey(coordinates: point.dropFirst())
    else { throw DPoPKeyError.unusable }
    return Pair(pem: pem, publicKey: publicKey)
  }

  private static func run(
    _ arguments: [String], in folder: URL, input: String = ""
  ) async throws -> String {
    let result = try await runProcess("openssl", arguments, in: folder, input: input)
    guard result.exitCode == 0 else { throw DPoPKeyError.other(code: Int(result.exitCode)) }
    return result.output
  }

  private static func openSSL<Value: Sendable>(
    _ body: () async throws -> Value?
  ) async throws(DPoPKeyError) -> Value {
    do {
      guard let value = try await body() else { throw DPoPKeyError.unusable }
      return value
    } catch {
      throw error as? DPoPKeyError ?? .unusable
    }
  }

  /// R and S with 32 bytes each, from a sequence of two integers of any length (RFC 3279, section 2.2.3).
  private static func fixedLength(_ der: Data) -> Data? {
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
}

extension OpenSSLKey: CustomReflectable {
  nonisolated package var customMirror: Mirror { Mirror(self, children: [], displayStyle: .class) }
}
