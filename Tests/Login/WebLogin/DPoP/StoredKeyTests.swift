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

  /// A store that another process changes after the first reading.
  private struct RacingStore: SecretStore {
    let store: FaultyStore
    let change: @Sendable () async -> Void

    init(_ store: FaultyStore, change: @escaping @Sendable () async -> Void) {
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
    let store = FaultyStore()
    let first = StoredKey<Key>(store)
    let publicKey = try await first.publicKey
    let signature = try await first.signature(for: message)
    let second = StoredKey<Key>(store)
    #expect(try await second.signature(for: message) == signature)
    #expect(try await second.publicKey == publicKey)
  }

  @Test func keyIsStoredBeforeItsUse() async throws {
    let store = FaultyStore()
    _ = try await StoredKey<Key>(store).publicKey
    #expect(store.content.read()?.count == 36)
  }

  @Test func concurrentFirstUsesMakeOneKey() async throws {
    let key = StoredKey<Key>(FaultyStore())
    let keys = try await withThrowingTaskGroup(of: DPoPPublicKey.self) { group in
      for _ in 0..<20 { group.addTask { try await key.publicKey } }
      return try await group.reduce(into: Set<DPoPPublicKey>()) { $0.insert($1) }
    }
    #expect(keys.count == 1)
  }

  /// Another process adds its key between this one's reading and writing.
  @Test func keyThatAnotherProcessAddsFirstIsUsed() async throws {
    let store = FaultyStore()
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
    let store = FaultyStore()
    let (app, helper) = (StoredKey<Key>(store), StoredKey<Key>(store))
    let before = try await helper.publicKey
    try await app.remove()
    let after = try await app.publicKey
    #expect(after != before)
    #expect(try await helper.publicKey == after)
    // A locked store does not lose the key that was read.
    store.fail(by: .unavailable)
    #expect(try await helper.publicKey == after)
  }

  @Test func removedKeyIsReplacedByANewOne() async throws {
    let store = FaultyStore()
    let key = StoredKey<Key>(store)
    try await key.remove()
    let before = try await key.publicKey
    try await key.remove()
    #expect(store.content.read() == nil)
    #expect(try await key.publicKey != before)
  }

  @Test func lockedStoreIsNotAMissingKey() async throws {
    let store = FaultyStore()
    let publicKey = try await StoredKey<Key>(store).publicKey
    let locked = StoreError(.unavailable)
    store.fail(by: .unavailable)
    let key = StoredKey<Key>(store)
    await #expect(throws: DPoPKeyError.store(locked)) { try await key.publicKey }
    await #expect(throws: DPoPKeyError.store(locked)) { try await key.signature(for: message) }
    await #expect(throws: DPoPKeyError.store(locked)) { try await key.remove() }
    store.fail(by: nil)
    #expect(try await key.publicKey == publicKey)
  }

  @Test func unusableKeyIsNotReplacedAutomatically() async throws {
    let store = FaultyStore()
    let other = Data("another device's".utf8)
    store.content.write(other)
    let key = StoredKey<Key>(store)
    await #expect(throws: DPoPKeyError.unusable) { try await key.signature(for: message) }
    #expect(store.content.read() == other)
    try await key.remove()
    _ = try await key.signature(for: message)
  }

  @Test func keysAreNeverPrinted() async throws {
    let store = FaultyStore()
    let key = StoredKey<Key>(store)
    _ = try await key.publicKey
    for text in shapes(of: key) {
      #expect(store.text.count == 36 && !text.contains(store.text))
      #expect(!text.contains("restorationBytes"))
    }
  }
}
