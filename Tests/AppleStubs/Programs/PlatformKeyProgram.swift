// Tests PlatformKey with keys in memory and the Keychain's in-memory items. `.ci/apple-programs` compiles
// this file together with the keys and the stores. The program exits with status 1 at the first failure.

import CryptoKit
import Foundation
import Security

@main
struct PlatformKeyProgram {
  static func main() async throws {
    limitTime()
    for isSecure in [false, true] {
      SecureEnclave.isAvailable = isSecure
      KeychainInMemory.change { $0 = KeychainInMemory() }
      try await keyOutlivesTheProcess()
      try await keySigns()
      try await keyIsUsableWhileTheDeviceIsLocked()
      try await removedKeyIsReplaced()
      try await keyIsInTheNamedGroup()
    }
    keyOfTheSecureEnclaveIsUsableInTheBackground()
    print("All tests of PlatformKey passed.")
  }

  static func key(accessGroup: String? = nil) -> any DPoPKey {
    PlatformKey.make(service: "com.example.shop", account: "customer", accessGroup: accessGroup)
  }

  /// The names of the items, and their content.
  static var items: [String: Data] {
    KeychainInMemory.change { keychain in
      Dictionary(
        keychain.items.map { ("\($0.key.accessGroup)/\($0.key.account)", $0.value.data) },
        uniquingKeysWith: { one, _ in one })
    }
  }

  static var name: String {
    SecureEnclave.isAvailable ? "customer.dpop-secure-enclave" : "customer.dpop-software"
  }

  static func keyOutlivesTheProcess() async throws {
    let first = try await key().publicKey
    expect(items.keys.sorted() == ["app/\(name)"])
    expect(try await key().publicKey == first)
    // The other kind of key is another item, so a restored backup does not mix them.
    expect(items["app/\(name)"]?.starts(with: Data("enclave:".utf8)) == SecureEnclave.isAvailable)
  }

  static func keySigns() async throws {
    let key = key()
    let message = Data("message".utf8)
    let signature = try P256.Signing.ECDSASignature(
      rawRepresentation: try await key.signature(for: message))
    let coordinates = try await key.publicKey
    let publicKey = try P256.Signing.PublicKey(rawRepresentation: coordinates.x + coordinates.y)
    expect(publicKey.isValidSignature(signature, for: message))
    expect(!publicKey.isValidSignature(signature, for: Data()))
  }

  static func keyIsUsableWhileTheDeviceIsLocked() async throws {
    let known = try await key().publicKey
    KeychainInMemory.change { $0.device = .locked }
    expect(try await key().publicKey == known)
    let key = key()
    _ = try await key.publicKey
    KeychainInMemory.change { $0.device = .notUnlockedYet }
    // A key that was read is still usable, and no other one replaces it.
    expect(try await key.publicKey == known)
    do {
      _ = try await Self.key().publicKey
      fail("a key without its item")
    } catch DPoPKeyError.store(let error) {
      expect(error.reason == .unavailable)
    }
    KeychainInMemory.change { $0.device = .unlocked }
    expect(try await Self.key().publicKey == known)
  }

  static func removedKeyIsReplaced() async throws {
    let (one, other) = (key(), key())
    let first = try await one.publicKey
    expect(try await other.publicKey == first)
    try await one.remove()
    expect(items.isEmpty)
    let second = try await other.publicKey
    expect(second != first)
    expect(try await one.publicKey == second)
  }

  static func keyIsInTheNamedGroup() async throws {
    let own = try await key().publicKey
    let shared = key(accessGroup: "shared")
    expect(try await shared.publicKey != own)
    expect(items.keys.sorted() == ["app/\(name)", "shared/\(name)"])
    try await shared.remove()
    expect(items.keys.sorted() == ["app/\(name)"])
  }

  static func keyOfTheSecureEnclaveIsUsableInTheBackground() {
    expect(
      SecureEnclave.accessControl?.protection
        == kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly)
    expect(SecureEnclave.accessControl?.flags == .privateKeyUsage)
  }
}
