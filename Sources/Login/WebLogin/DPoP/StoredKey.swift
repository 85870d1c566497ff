// A key that outlives the app's process: its stored bytes, and how to restore it.

import AuthGenRuntime
import AuthGenSessions
import Foundation

/// A private key of the system, which can be restored from bytes.
package protocol RestorableKey {
  /// Creates a key.
  static func make() throws -> Self
  /// Restores a key from its bytes.
  ///
  /// - Throws: an error if the bytes are not such a key.
  static func restored(from bytes: Data) throws -> Self

  var restorationBytes: Data { get }
  /// X and Y, 32 bytes each.
  var publicCoordinates: Data { get }
  /// Returns R and S, 32 bytes each, for the SHA-256 of a message.
  func signatureBytes(for message: Data) throws -> Data
}

/// The one key of a store. It is created at first use.
package actor StoredKey<Key: RestorableKey>: DPoPKey {
  private let store: any SecretStore
  private var key: Key?

  package init(_ store: any SecretStore) {
    self.store = store
  }

  package var publicKey: DPoPPublicKey {
    get throws(DPoPKeyError) {
      guard let publicKey = DPoPPublicKey(coordinates: try current().publicCoordinates) else {
        throw .unusable
      }
      return publicKey
    }
  }

  package func signature(for message: Data) throws(DPoPKeyError) -> Data {
    let key = try current()
    return try Self.asked { try key.signatureBytes(for: message) }
  }

  package func remove() throws(DPoPKeyError) {
    do throws(StoreError) {
      try store.remove()
    } catch {
      throw .store(error)
    }
    key = nil
  }

  private func current() throws(DPoPKeyError) -> Key {
    if let key { return key }
    let key: Key
    if let stored = try stored() { key = stored } else { key = try added() }
    self.key = key
    return key
  }

  private func stored() throws(DPoPKeyError) -> Key? {
    let bytes: Data?
    do throws(StoreError) {
      bytes = try store.read()
    } catch {
      throw .store(error)
    }
    guard let bytes else { return nil }
    guard let key = try? Key.restored(from: bytes) else { throw .unusable }
    return key
  }

  private func added() throws(DPoPKeyError) -> Key {
    let key = try Self.asked { try Key.make() }
    // Store the key before its first use: tokens are useless if their key is lost.
    do throws(StoreError) {
      try store.write(key.restorationBytes)
    } catch {
      throw .store(error)
    }
    return key
  }

  /// Returns the system's result, or throws its error code.
  private static func asked<Value>(_ body: () throws -> Value) throws(DPoPKeyError) -> Value {
    do {
      return try body()
    } catch {
      throw .other(code: (error as NSError).code)
    }
  }
}

extension StoredKey: RedactedDescription {
  nonisolated package var description: String { "a key in a store" }
}
