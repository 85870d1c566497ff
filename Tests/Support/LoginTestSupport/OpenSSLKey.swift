// A key for tests on systems without key storage: the `openssl` command creates it and signs with it.

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
    return try await Self.openSSL {
      OpenSSL.fixedLength(try await OpenSSL.signature(of: message, by: pem))
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
    let pem = try await OpenSSL.newKey(on: "prime256v1")
    guard let publicKey = DPoPPublicKey(coordinates: try await OpenSSL.coordinates(of: pem)) else {
      throw DPoPKeyError.unusable
    }
    return Pair(pem: pem, publicKey: publicKey)
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
}

extension OpenSSLKey: CustomReflectable {
  nonisolated package var customMirror: Mirror { Mirror(self, children: [], displayStyle: .class) }
}
