// Keys on Apple platforms, stored in the Keychain.

#if canImport(CryptoKit) && canImport(Security)
  import AuthGenSessions
  package import CryptoKit
  package import Foundation
  import Security

  /// The default key of the device.
  public enum PlatformKey {
    /// Creates a key in the Secure Enclave if the device has one. Software cannot read such a key.
    /// Otherwise, CryptoKit keeps the key in the app's memory: simulators, some virtual machines and
    /// older Macs have no Secure Enclave.
    ///
    /// The key itself is created at first use. It can be used after the first unlock since the device was
    /// started, including in the background. The Keychain keeps it on this device only, without
    /// synchronisation: a key of the Secure Enclave in a form that only this Secure Enclave can read, any
    /// other key as it is. Each use reads the Keychain, because another process may have replaced the key.
    ///
    /// - Parameters:
    ///   - service: the key's owner, for example the app's bundle identifier.
    ///   - account: the key's name within the service. It may be the account of the session's
    ///     store, because the key's item has its own name.
    ///   - accessGroup: an access group from the entitlements, whose apps and extensions share the
    ///     key. Name one if the app has several. Default: nil, as in `KeychainStore`.
    public static func make(
      service: String, account: String, accessGroup: String? = nil
    ) -> any DPoPKey {
      func store(_ kind: String) -> KeychainStore {
        KeychainStore(service: service, account: "\(account).\(kind)", accessGroup: accessGroup)
      }
      return SecureEnclave.isAvailable
        ? StoredKey<SecureEnclave.P256.Signing.PrivateKey>(store("dpop-secure-enclave"))
        : StoredKey<P256.Signing.PrivateKey>(store("dpop-software"))
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
