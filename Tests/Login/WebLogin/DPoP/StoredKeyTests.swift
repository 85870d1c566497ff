import AuthGenCryptography
import AuthGenSessions
import AuthGenTestSupport
import AuthGenWebLogin
import Foundation
import Testing

struct StoredKeyTests {
  /// A key that signs nothing; only its identity matters.
  private struct Key: RestorableKey {
    let restorationBytes: Data

    static func make() -> Key { Key(restorationBytes: Data(UUID().uuidString.utf8)) }

    static func restored(from bytes: Data) throws -> Key {
      guard bytes.count == 36 else { throw CocoaError(.coderInvalidValue) }
      return Key(restorationBytes: bytes)
    }

    var publicCoordinates: Data { Data(sha256(Array(restorationBytes))) + Data(count: 32) }

    func signatureBytes(for message: Data) -> Data {
      Data(sha256(Array(restorationBytes + message))) + Data(count: 32)
    }
  }

  /// A store that can be locked.
  private final class Store: SecretStore {
    let content = InMemoryStore()
    let failure = Shared<StoreError?>(nil)

    private func check() throws(StoreError) {
      if let failure = failure.withLock({ $0 }) { throw failure }
    }

    func read() throws(StoreError) -> Data? {
      try check()
      return content.read()
    }

    func write(_ data: Data) throws(StoreError) {
      try check()
      content.write(data)
    }

    func remove() throws(StoreError) {
      try check()
      content.remove()
    }
  }

  /// A store that another process changes after the first reading.
  private struct RacingStore: SecretStore {
    let store: Store
    let change: @Sendable () async -> Void

    init(_ store: Store, change: @escaping @Sendable () async -> Void) {
      self.store = store
      self.change = change
    }

    func read() throws(StoreError) -> Data? { try store.read() }
    func write(_ data: Data) throws(StoreError) { try store.write(data) }
    func remove() throws(StoreError) { try store.remove() }

    func replace(_ expected: Data?, with data: Data?) throws(StoreError) -> Bool {
      let isDone = DispatchSemaphore(value: 0)
      Task { [change] in
        await change()
        isDone.signal()
      }
      isDone.wait()
      guard store.content.read() == expected else { return false }
      if let data { store.content.write(data) }
      return true
    }
  }

  private let message = Data("message".utf8)

  @Test func sameKeySignsAfterARelaunch() async throws {
    let store = Store()
    let first = StoredKey<Key>(store)
    let publicKey = try await first.publicKey
    let signature = try await first.signature(for: message)
    let second = StoredKey<Key>(store)
    #expect(try await second.signature(for: message) == signature)
    #expect(try await second.publicKey == publicKey)
  }

  @Test func keyIsStoredBeforeItsUse() async throws {
    let store = Store()
    _ = try await StoredKey<Key>(store).publicKey
    #expect(store.content.read()?.count == 36)
  }

  @Test func concurrentFirstUsesMakeOneKey() async throws {
    let key = StoredKey<Key>(Store())
    let keys = try await withThrowingTaskGroup(of: DPoPPublicKey.self) { group in
      for _ in 0..<20 { group.addTask { try await key.publicKey } }
      return try await group.reduce(into: Set<DPoPPublicKey>()) { $0.insert($1) }
    }
    #expect(keys.count == 1)
  }

  /// Another process adds its key between this one's reading and writing.
  @Test func keyThatAnotherProcessAddsFirstIsUsed() async throws {
    let store = Store()
    let other = StoredKey<Key>(store)
    let added = Shared<DPoPPublicKey?>(nil)
    let late = RacingStore(store) {
      let key = try? await other.publicKey
      added.withLock { $0 = key }
    }
    let key = try await StoredKey<Key>(late).publicKey
    #expect(added.withLock { $0 } == key)
    #expect(try await other.publicKey == key)
  }

  /// The app removes the key at a logout, and logs in with another one. A helper that runs must not use the
  /// old one.
  @Test func keyOfALaterLoginIsUsed() async throws {
    let store = Store()
    let (app, helper) = (StoredKey<Key>(store), StoredKey<Key>(store))
    let before = try await helper.publicKey
    try await app.remove()
    let after = try await app.publicKey
    #expect(after != before)
    #expect(try await helper.publicKey == after)
    // A locked store does not lose the key that was read.
    store.failure.withLock { $0 = StoreError(.unavailable) }
    #expect(try await helper.publicKey == after)
  }

  @Test func removedKeyIsReplacedByANewOne() async throws {
    let store = Store()
    let key = StoredKey<Key>(store)
    try await key.remove()
    let before = try await key.publicKey
    try await key.remove()
    #expect(store.content.read() == nil)
    #expect(try await key.publicKey != before)
  }

  @Test func lockedStoreIsNotAMissingKey() async throws {
    let store = Store()
    let publicKey = try await StoredKey<Key>(store).publicKey
    let locked = StoreError(.unavailable)
    store.failure.withLock { $0 = locked }
    let key = StoredKey<Key>(store)
    await #expect(throws: DPoPKeyError.store(locked)) { try await key.publicKey }
    await #expect(throws: DPoPKeyError.store(locked)) { try await key.signature(for: message) }
    await #expect(throws: DPoPKeyError.store(locked)) { try await key.remove() }
    store.failure.withLock { $0 = nil }
    #expect(try await key.publicKey == publicKey)
  }

  @Test func unusableKeyIsNotReplacedAutomatically() async throws {
    let store = Store()
    let other = Data("another device's".utf8)
    store.content.write(other)
    let key = StoredKey<Key>(store)
    await #expect(throws: DPoPKeyError.unusable) { try await key.signature(for: message) }
    #expect(store.content.read() == other)
    try await key.remove()
    _ = try await key.signature(for: message)
  }

  @Test func keysAreNeverPrinted() async throws {
    let store = Store()
    let key = StoredKey<Key>(store)
    _ = try await key.publicKey
    let bytes = try #require(store.content.read())
    var dumped = ""
    dump(key, to: &dumped)
    for text in ["\(key)", String(reflecting: key), dumped] {
      #expect(!text.contains(String(decoding: bytes, as: UTF8.self)))
      #expect(!text.contains("restorationBytes"))
    }
  }
}
