// Stores for the bytes of one session.

public import AuthGenRuntime
public import Foundation

/// A place for one item of bytes that outlives the app, such as a Keychain item or a file. All
/// methods may be called from any thread; they block until the medium responds.
///
/// A store distinguishes between an empty store and one that cannot be read now. ``read()`` returns
/// nil only if the store is empty.
nonisolated public protocol SecretStore: SessionStore {
  /// Returns the bytes that were last written.
  ///
  /// - Returns: nil if the store is empty.
  /// - Throws: ``StoreError`` if the store cannot be read now, or if its content cannot be trusted.
  func read() throws(StoreError) -> Data?

  /// Replaces the content with `data`. If this throws, the store keeps its old content.
  func write(_ data: Data) throws(StoreError)

  /// Removes the content. Does nothing if the store is empty.
  func remove() throws(StoreError)

  /// Replaces the content if it equals `expected`, in one step that no other process can interrupt.
  /// Default: several steps, for stores that only one process uses.
  ///
  /// - Parameters:
  ///   - expected: the expected content; nil for an empty store.
  ///   - data: the new content; nil to remove the content.
  /// - Returns: false if the store has another content, which stays.
  func replace(_ expected: Data?, with data: Data?) throws(StoreError) -> Bool

  /// Tries to lock the store for the time of a refresh. Does not wait. Reading and writing need no
  /// lock. Default: ``StoreLock/unsupported``.
  func tryLock() throws(StoreError) -> StoreLock

  /// Asks the user before a call gets the session. Default: nil, for a store without a gate.
  var gate: StoreGate? { get }

  /// Returns the store beside this one for another item of the same owner, which must never be the content of
  /// this one: a login keeps its pending logins there. It does not touch the medium. Default: nil, for a
  /// store that has only one item; the other item then ends with the app.
  ///
  /// - Parameter name: the item's name, of ASCII letters.
  func companion(_ name: String) -> (any SecretStore)?
}

nonisolated extension SecretStore {
  public func replace(_ expected: Data?, with data: Data?) throws(StoreError) -> Bool {
    guard try read() == expected else { return false }
    if let data { try write(data) } else { try remove() }
    return true
  }

  public func tryLock() throws(StoreError) -> StoreLock { .unsupported }

  public var gate: StoreGate? { nil }

  public func companion(_ name: String) -> (any SecretStore)? { nil }

  /// Returns the content; for an empty store, adds it. If another process adds it at the same time, returns
  /// that process's content.
  package func readOrAdd(_ content: () throws -> Data) throws -> Data {
    if let stored = try read() { return stored }
    let new = try content()
    if try replace(nil, with: new) { return new }
    return try read() ?? new
  }
}

/// Where the sessions of generated clients are kept: a ``SecretStore``, or a rule that chooses one for each
/// client and server, such as ``SessionStore/platform``.
nonisolated public protocol SessionStore: Sendable {
  /// Returns the store for one client's sessions at one server. Default for a ``SecretStore``: the store
  /// itself, because the app has chosen its place. Do not give the same one to two clients.
  ///
  /// - Parameter owner: the client's name, and the origin of its endpoint.
  func store(for owner: String) -> any SecretStore
}

nonisolated extension SecretStore {
  public func store(for owner: String) -> any SecretStore { self }
}

nonisolated extension SessionStore {
  /// Returns the store for the sessions of a generated client.
  ///
  /// - Parameters:
  ///   - name: the name of the generated client.
  ///   - client: sends its requests.
  public func store(of name: String, by client: GraphQLClient) -> any SecretStore {
    store(for: "\(name) \(client.caller.configuration.endpoint.origin?.description ?? "")")
  }
}

/// The result of an attempt to lock a store.
nonisolated public enum StoreLock: Sendable {
  /// The store is locked until the object is released, or until the process ends.
  case locked(any AnyObject & Sendable)
  /// Another process, or another object of this one, has the lock.
  case busy
  /// The store has no lock. Managers then agree on a turn in the stored content.
  case unsupported
}
