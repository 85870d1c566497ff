// Keys on Apple platforms, stored in the Keychain.

#if canImport(CryptoKit) && canImport(Security)
  import AuthGenSessions
  import CryptoKit
  import Foundation
  import Security

  /// A key in the device's Secure Enclave. Software cannot read it. It can be used after the first
  /// unlock since the device was started, including in the background.
  ///
  /// The store keeps the key in a form that only this device's Secure Enclave can read.
  public struct SecureEnclaveKey: DPoPKey {
    private let key: StoredKey<SecureEnclave.P256.Signing.PrivateKey>

    /// Whether the device has a Secure Enclave. Simulators, some virtual machines and older Macs have
    /// none.
    public static var isAvailable: Bool { SecureEnclave.isAvailable }

    /// Creates a key that a store keeps. The key itself is created at first use.
    ///
    /// - Parameter store: a separate store for the key, such as a `KeychainStore`.
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

  /// A key that CryptoKit keeps in the app's memory, for devices without a Secure Enclave.
  public struct SoftwareKey: DPoPKey {
    private let key: StoredKey<P256.Signing.PrivateKey>

    /// Creates a key that a store keeps. The key itself is created at first use.
    ///
    /// - Parameter store: a separate store for the key, such as a `KeychainStore`. It keeps the raw
    ///   key.
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

  /// The default key of the device.
  public enum PlatformKey {
    /// Creates a ``SecureEnclaveKey`` if the device has a Secure Enclave, and a ``SoftwareKey``
    /// otherwise. The Keychain keeps it on this device only, without synchronisation. Create one
    /// value and share it, because each value caches the key that it has read.
    ///
    /// - Parameters:
    ///   - service: the key's owner, for example the app's bundle identifier.
    ///   - account: the key's name within the service. It may be the account of the session's
    ///     store, because the key's item has its own name.
    ///   - accessGroup: an access group from the entitlements, whose apps and extensions share the
    ///     key. Default: nil, for this app only.
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
      // The default requires an unlocked device, so a refresh in the background would fail.
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
