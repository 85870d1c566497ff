// Tests the Keychain with the app's entitlements: its own access group, and the one of its extension.

import AuthGenSessions
import AuthGenWebLogin
import CryptoKit
import Foundation
import Testing

@Suite(.serialized) struct KeychainTests {
  private let service = "com.example.authgen.HostTests"
  private let plain: KeychainStore
  private let shared: KeychainStore
  private let one = Data("one".utf8)
  private let two = Data("two".utf8)

  init() throws {
    let group = try #require(
      Bundle.main.object(forInfoDictionaryKey: "KeychainGroup") as? String)
    plain = KeychainStore(service: service, account: "customer")
    shared = KeychainStore(service: service, account: "customer", accessGroup: group)
    try plain.remove()
  }

  @Test func itemIsWrittenReplacedAndRemoved() throws {
    #expect(try plain.read() == nil)
    try plain.write(one)
    #expect(try plain.read() == one)
    try plain.write(two)
    #expect(try plain.read() == two)
    try plain.remove()
    #expect(try plain.read() == nil)
  }

  @Test func onlyTheExpectedContentIsReplaced() throws {
    #expect(try plain.replace(nil, with: one))
    #expect(try !plain.replace(nil, with: two))
    #expect(try !plain.replace(two, with: nil))
    #expect(try plain.replace(one, with: two))
    #expect(try plain.replace(two, with: nil))
    #expect(try plain.read() == nil)
  }

  @Test func itemWithoutAGroupIsInTheAppsOwnGroup() throws {
    try plain.write(one)
    #expect(try shared.read() == nil)
  }

  @Test func itemOfTheSharedGroupIsFoundAndRemovedWithoutAGroup() throws {
    try shared.write(two)
    #expect(try plain.read() == two)
    try plain.remove()
    #expect(try shared.read() == nil)
  }

  @Test func groupWithoutAnEntitlementIsNotPermitted() {
    let other = KeychainStore(
      service: service, account: "customer", accessGroup: "com.example.authgen.other")
    let error = #expect(throws: StoreError.self) { try other.write(one) }
    #expect(error?.reason == .notPermitted)
  }

  @Test func storedKeyIsUsedAgainAndSigns() async throws {
    let key = PlatformKey.make(service: service, account: "customer")
    try await key.remove()
    let publicKey = try await key.publicKey
    let stored = PlatformKey.make(service: service, account: "customer")
    let signature = try await P256.Signing.ECDSASignature(
      rawRepresentation: stored.signature(for: one))
    let verifier = try P256.Signing.PublicKey(rawRepresentation: publicKey.x + publicKey.y)
    #expect(verifier.isValidSignature(signature, for: one))
    try await key.remove()
  }
}
