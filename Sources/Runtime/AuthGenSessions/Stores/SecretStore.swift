// Stores for the bytes of one session.

import Foundation

/// A place for one item of bytes that outlives the app, such as a Keychain item or a file. All
/// methods may be called from any thread; they block until the medium responds.
///
/// A store distinguishes between an empty store and one that cannot be read now. ``read()`` returns
/// nil only if the store is empty.
public protocol SecretStore: Sendable {
  /// Returns the bytes that were last written.
  ///
  /// - Returns: nil if the store is empty.
  /// - Throws: ``StoreError`` if the store cannot be read now, or if its content cannot be trusted.
  func read() throws(StoreError) -> Data?

  /// Replaces the content with `data`. If this throws, the store keeps its old content.
  func write(_ data: Data) throws(StoreError)

  /// Removes the content. Does nothing if the store is empty.
  func remove() throws(StoreError)
}
