// A store in memory with a companion, as a Keychain item or a file has one.

import AuthGenSessions
import Foundation

struct CompanionStore: SecretStore {
  let pending = InMemoryStore()
  private let store = InMemoryStore()

  func read() -> Data? { store.read() }
  func write(_ data: Data) { store.write(data) }
  func remove() { store.remove() }
  func companion(_ name: String) -> (any SecretStore)? { name == "pending" ? pending : nil }
}
