// Where the bytes of one session are kept.

import Foundation

/// One item of bytes that outlives the app: a Keychain item, a file. All methods may be called from
/// any thread; they block for as long as the medium takes.
///
/// A store knows the difference between "there is nothing" and "I cannot say now": it never answers a
/// read with nil because something is in its way.
public protocol SecretStore: Sendable {
  /// What was written last.
  ///
  /// - Returns: nil where there is nothing.
  /// - Throws: ``StoreError`` where it cannot be read now, or what is there must not be trusted.
  func read() throws(StoreError) -> Data?

  /// Replaces what is there: afterwards the store holds all of `data` or, where this throws, what it
  /// held before.
  func write(_ data: Data) throws(StoreError)

  /// Removes what is there. It is fine if there is nothing.
  func remove() throws(StoreError)
}
