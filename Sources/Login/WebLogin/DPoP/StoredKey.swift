// A key that outlives the app's process: its stored bytes, and how to restore it.

import AuthGenRuntime
package import AuthGenSessions
package import Foundation

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

/// The one key of a store. It is created at first use. Each use reads the store: another process may have
/// removed the key at a logout, and added another one at the next login.
package actor StoredKey<Key: RestorableKey>: DPoPKey {
  private let store: any SecretStore
  private let executor = StoreExecutor()
  /// The last key, and its stored bytes.
  private var known: (key: Key, bytes: Data)?

  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

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
    try Result(catching: store.remove).mapError(DPoPKeyError.store).get()
    known = nil
  }

  private func current() throws(DPoPKeyError) -> Key {
    let bytes: Data
    do {
      // The key is stored before its first use: tokens are useless if their key is lost.
      bytes = try store.readOrAdd { try Self.asked { try Key.make() }.restorationBytes }
    } catch let error as StoreError {
      // A key that was read may still be used while its store is locked.
      if case .unavailable = error.reason, let known { return known.key }
      throw .store(error)
    } catch {
      throw error as? DPoPKeyError ?? .unusable
    }
    if let known, known.bytes == bytes { return known.key }
    guard let key = try? Key.restored(from: bytes) else { throw .unusable }
    known = (key, bytes)
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
