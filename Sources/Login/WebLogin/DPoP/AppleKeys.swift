// Keys of Apple platforms, which the Keychain keeps.

#if canImport(CryptoKit) && canImport(Security)
  import AuthGenSessions
  import CryptoKit
  import Foundation
  import Security

  /// A key in the device's Secure Enclave, which no software ever sees. It can be used once the user
  /// has unlocked the device after it was started, so in the background as well.
  ///
  /// The store has the key in a form that this device's Secure Enclave alone can read.
  public struct SecureEnclaveKey: DPoPKey {
    private let key: StoredKey<SecureEnclave.P256.Signing.PrivateKey>

    /// Whether the device has a Secure Enclave. Simulators, some virtual machines and older Macs have
    /// none.
    public static var isAvailable: Bool { SecureEnclave.isAvailable }

    /// - Parameter store: a store of the key's own, such as a `KeychainStore`.
    public init(store: any SecretStore) {
      key = StoredKey(store)
    }

    public var publicKey: DPoPPublicKey {
      get async throws(DPoPKeyError) { try await key.publicKey }
    }

    public func signature(for message: Data) async throws(DPoPKeyError) -> Data {
      try await key.signature(for: message)
    }

    public func remove() async throws(DPoPKeyError) {
      try await key.remove()
    }
  }

  /// A key that CryptoKit uses in the app's memory, for devices without a Secure Enclave.
  public struct SoftwareKey: DPoPKey {
    private let key: StoredKey<P256.Signing.PrivateKey>

    /// - Parameter store: a store of the key's own, such as a `KeychainStore`. It has the key as it is.
    public init(store: any SecretStore) {
      key = StoredKey(store)
    }

    public var publicKey: DPoPPublicKey {
      get async throws(DPoPKeyError) { try await key.publicKey }
    }

    public func signature(for message: Data) async throws(DPoPKeyError) -> Data {
      try await key.signature(for: message)
    }

    public func remove() async throws(DPoPKeyError) {
      try await key.remove()
    }
  }

  /// The key that suits the device.
  public enum PlatformKey {
    /// A ``SecureEnclaveKey`` where there is a Secure Enclave, and a ``SoftwareKey`` elsewhere, in the
    /// Keychain: on this device only, not synchronised. Make one value and use it wherever that key is
    /// meant: each remembers what it has read.
    ///
    /// - Parameters:
    ///   - service: whose key it is: the app's bundle identifier, say.
    ///   - account: which one of the service's keys. It may be that of the session's store; the key's
    ///     item has a name of its own.
    ///   - accessGroup: shares the key with the apps and extensions that have this group in their
    ///     entitlements; nil for the app alone.
    public static func make(
      service: String, account: String, accessGroup: String? = nil
    ) -> any DPoPKey {
      func store(_ kind: String) -> KeychainStore {
        KeychainStore(service: service, account: "\(account).\(kind)", accessGroup: accessGroup)
      }
      return SecureEnclave.isAvailable
        ? SecureEnclaveKey(store: store("dpop-secure-enclave"))
        : SoftwareKey(store: store("dpop-software"))
    }
  }

  extension P256.Signing.PrivateKey: RestorableKey {
    package static func make() -> Self { Self() }

    package static func restored(from bytes: Data) throws -> Self {
      try Self(rawRepresentation: bytes)
    }

    package var restorationBytes: Data { rawRepresentation }
    package var publicCoordinates: Data { publicKey.rawRepresentation }

    package func signatureBytes(for message: Data) throws -> Data {
      try signature(for: message).rawRepresentation
    }
  }

  extension SecureEnclave.P256.Signing.PrivateKey: RestorableKey {
    package static func make() throws -> Self {
      // The default asks for a device that is unlocked now, where a refresh in the background fails.
      guard
        let access = SecAccessControlCreateWithFlags(
          nil, kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly, .privateKeyUsage, nil)
      else { throw DPoPKeyError.other(code: Int(errSecParam)) }
      return try Self(accessControl: access)
    }

    package static func restored(from bytes: Data) throws -> Self {
      try Self(dataRepresentation: bytes)
    }

    package var restorationBytes: Data { dataRepresentation }
    package var publicCoordinates: Data { publicKey.rawRepresentation }

    package func signatureBytes(for message: Data) throws -> Data {
      try signature(for: message).rawRepresentation
    }
  }
#endif
