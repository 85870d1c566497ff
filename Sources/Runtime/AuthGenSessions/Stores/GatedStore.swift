// A store with a question to the user, for platforms without a Keychain.

public import Foundation

/// A store whose content is read only while a gate is open.
///
/// ```swift
/// let gate = StoreGate { try await askForPIN() }
/// let store = GatedStore(FileStore(url: file), gate: gate)
/// ```
///
/// The app enforces the gate, and no encryption does: another program of the same user reads the file as
/// before. On Apple platforms, `KeychainStore` with a `KeychainGate` lets the system enforce it.
///
/// Writing and removing need no open gate. So a refresh that began while the gate was open is stored.
nonisolated public struct GatedStore: SecretStore {
  private let store: any SecretStore
  public let gate: StoreGate?

  /// Creates a store with a gate.
  ///
  /// - Parameters:
  ///   - store: keeps the content.
  ///   - gate: asks the user.
  public init(_ store: any SecretStore, gate: StoreGate) {
    self.store = store
    self.gate = gate
  }

  /// Returns the content; nil if the store is empty, also while the gate is closed.
  public func read() throws(StoreError) -> Data? {
    // Before reading, because the gate may be closed at any time.
    let isOpen = gate?.isOpen ?? true
    guard let data = try store.read() else { return nil }
    guard isOpen else { throw StoreError(.gateIsClosed(.notAsked)) }
    return data
  }

  public func write(_ data: Data) throws(StoreError) { try store.write(data) }

  public func remove() throws(StoreError) { try store.remove() }

  public func replace(_ expected: Data?, with data: Data?) throws(StoreError) -> Bool {
    try store.replace(expected, with: data)
  }

  public func tryLock() throws(StoreError) -> StoreLock { try store.tryLock() }

  /// Returns the companion of the store, without the gate: a redirect must be able to complete a login while
  /// the gate is closed.
  public func companion(_ name: String) -> (any SecretStore)? { store.companion(name) }
}
