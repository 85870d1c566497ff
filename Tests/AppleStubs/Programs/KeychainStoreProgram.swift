// Tests KeychainStore with the stub's in-memory items. `.ci/apple-programs` compiles this file together with
// the stores. The program exits with status 1 at the first failure.

import Foundation
import Security

@main
struct KeychainStoreProgram {
  static func main() {
    let tests: [() throws -> Void] = [
      itemsAreWrittenReadReplacedAndRemoved,
      storesDoNotShareItems,
      storeWithoutAGroupUsesAllGroups,
      itemAddedConcurrentlyIsReplaced,
      onlyTheExpectedItemIsReplaced,
      lockedDeviceIsNotAnEmptyStore,
      itemsStayOnTheDevice,
      failuresHaveReasons,
      platformStoreIsTheKeychain,
    ]
    for test in tests {
      reset()
      do {
        try test()
      } catch {
        fail("\(error)")
      }
    }
    print("All tests of KeychainStore passed.")
  }

  static let store = KeychainStore(service: "com.example.shop", account: "customer")
  static let one = Data("one".utf8)
  static let two = Data("two".utf8)

  static func itemsAreWrittenReadReplacedAndRemoved() throws(StoreError) {
    expect(try store.read() == nil)
    try store.remove()
    try store.write(one)
    expect(try store.read() == one)
    try store.write(two)
    expect(try store.read() == two)
    expect(KeychainInMemory.change { $0.items.count } == 1)
    try store.remove()
    expect(try store.read() == nil)
  }

  static func storesDoNotShareItems() throws(StoreError) {
    let others = [
      KeychainStore(service: "com.example.shop", account: "guest"),
      KeychainStore(service: "com.example.cinema", account: "customer"),
      KeychainStore(service: "com.example.shop", account: "customer", accessGroup: "shared"),
    ]
    let store = KeychainStore(
      service: "com.example.shop", account: "customer", accessGroup: "app")
    for other in others { try other.write(two) }
    try store.write(one)
    for other in others { expect(try other.read() == two) }
    try store.remove()
    for other in others { expect(try other.read() == two) }
  }

  /// The first group on adding, and all groups in queries, as Apple documents it.
  static func storeWithoutAGroupUsesAllGroups() throws(StoreError) {
    let shared = KeychainStore(
      service: "com.example.shop", account: "customer", accessGroup: "shared")
    try store.write(one)
    expect(KeychainInMemory.change { $0.items.keys.map(\.accessGroup) } == ["app"])
    expect(try shared.read() == nil)
    try store.remove()
    try shared.write(two)
    expect(try store.read() == two)
    try store.remove()
    expect(try shared.read() == nil)
    // With an item in each group, reads find the first one; writes and removals change both.
    let app = KeychainStore(service: "com.example.shop", account: "customer", accessGroup: "app")
    try shared.write(two)
    try app.write(one)
    expect(try store.read() == one)
    try store.write(two)
    expect(try app.read() == two && shared.read() == two)
    try store.remove()
    expect(try app.read() == nil && shared.read() == nil)
  }

  static func itemAddedConcurrentlyIsReplaced() throws(StoreError) {
    KeychainInMemory.change { keychain in
      keychain.beforeAdding = { keychain in
        keychain.items = [
          ItemKey(service: "com.example.shop", account: "customer"): .init(
            data: two, accessible: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly)
        ]
      }
    }
    try store.write(one)
    expect(try store.read() == one)
    expect(KeychainInMemory.change { $0.items.count } == 1)
  }

  static func onlyTheExpectedItemIsReplaced() throws(StoreError) {
    expect(try !store.replace(one, with: two))
    expect(try store.replace(nil, with: one))
    expect(try !store.replace(nil, with: two))
    expect(try !store.replace(nil, with: nil))
    expect(try !store.replace(two, with: nil))
    expect(try !store.replace(two, with: one))
    expect(try store.read() == one)
    expect(try store.replace(one, with: two))
    expect(try store.read() == two)
    expect(try store.replace(two, with: nil))
    expect(try store.read() == nil)
    expect(try store.replace(nil, with: nil))
    lock(.notUnlockedYet)
    KeychainInMemory.change { $0.failure = errSecInteractionNotAllowed }
    expect(
      reason { () throws(StoreError) in _ = try store.replace(one, with: two) } == .unavailable)
  }

  static func lockedDeviceIsNotAnEmptyStore() throws(StoreError) {
    try store.write(one)
    lock(.notUnlockedYet)
    expect(reason { () throws(StoreError) in _ = try store.read() } == .unavailable)
    expect(reason { () throws(StoreError) in try store.write(two) } == .unavailable)
    expect(reason { () throws(StoreError) in try store.remove() } == .unavailable)
    lock(.unlocked)
    expect(try store.read() == one)

    // The default item is readable in the background; the other one is not.
    lock(.locked)
    expect(try store.read() == one)
    let strict = KeychainStore(
      service: "com.example.shop", account: "customer", accessibility: .whenUnlocked)
    try strict.write(two)
    expect(reason { () throws(StoreError) in _ = try strict.read() } == .unavailable)
    lock(.unlocked)
    expect(try strict.read() == two)
  }

  static func itemsStayOnTheDevice() throws(StoreError) {
    try store.write(one)
    expect(accessibility() == kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly)
    try store.write(two)
    expect(accessibility() == kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly)
    try KeychainStore(
      service: "com.example.shop", account: "customer", accessibility: .whenUnlocked
    ).write(two)
    expect(accessibility() == kSecAttrAccessibleWhenUnlockedThisDeviceOnly)
  }

  static func failuresHaveReasons() {
    for (status, expected): (OSStatus, StoreError.Reason) in [
      (errSecNotAvailable, .unavailable), (errSecInteractionNotAllowed, .unavailable),
      (errSecMissingEntitlement, .notPermitted), (-26276, .other(code: -26276)),
    ] {
      reset()
      KeychainInMemory.change { $0.failure = status }
      expect(reason { () throws(StoreError) in _ = try store.read() } == expected)
      expect(reason { () throws(StoreError) in try store.write(one) } == expected)
      expect(reason { () throws(StoreError) in try store.remove() } == expected)
    }
  }

  static func platformStoreIsTheKeychain() {
    let store: any SecretStore = PlatformStore.make(
      service: "com.example.shop", account: "customer")
    expect(store is KeychainStore)
  }
}

extension KeychainStoreProgram {
  static func expect(_ condition: @autoclosure () throws -> Bool, line: Int = #line) {
    if (try? condition()) != true { fail("\(#fileID), line \(line)") }
  }

  static func fail(_ message: String) -> Never {
    print("failed: \(message)")
    exit(1)
  }

  static func reason(_ body: () throws(StoreError) -> Void) -> StoreError.Reason? {
    do throws(StoreError) {
      try body()
      return nil
    } catch {
      return error.reason
    }
  }

  static func reset() {
    KeychainInMemory.change { $0 = KeychainInMemory() }
  }

  static func lock(_ device: KeychainInMemory.Device) {
    KeychainInMemory.change { $0.device = device }
  }

  static func accessibility() -> String? {
    KeychainInMemory.change { $0.items.values.first?.accessible }
  }
}
