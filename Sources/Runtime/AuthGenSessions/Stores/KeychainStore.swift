// A store in the Keychain of Apple platforms.

#if canImport(Security)
  import Foundation
  import Security

  /// Keeps its bytes in an item of the Keychain: encrypted, on this device only, not synchronised to
  /// others nor part of a backup that is restored on one, and not shared with other apps unless there
  /// is an access group.
  ///
  /// Items outlive the app: what was stored before it was deleted is there again when it is
  /// installed again. An app that does not want that removes the session at its first start, which it
  /// knows by its own defaults.
  ///
  /// On macOS this is the data protection keychain, which is for signed apps: without the
  /// entitlement, as in a plain command-line tool, every use is
  /// ``StoreError/Reason/notPermitted``.
  public struct KeychainStore: SecretStore {
    /// When the item can be read.
    public enum Accessibility: Hashable, Sendable {
      /// Once the user has unlocked the device after it was started, so in the background as well
      /// (`kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly`).
      case afterFirstUnlock
      /// While the device is unlocked (`kSecAttrAccessibleWhenUnlockedThisDeviceOnly`). In the
      /// background the store is often ``StoreError/Reason/unavailable`` then.
      case whenUnlocked
    }

    private let service: String
    private let account: String
    private let accessGroup: String?
    private let accessibility: Accessibility

    /// - Parameters:
    ///   - service: whose item it is: the app's bundle identifier, say.
    ///   - account: which one of the service's items: a fixed name does where there is one user at a
    ///     time.
    ///   - accessGroup: shares the item with the apps and extensions that have this group in their
    ///     entitlements; nil for the app alone.
    ///   - accessibility: when the item can be read. A write applies it to an item that is there.
    public init(
      service: String, account: String, accessGroup: String? = nil,
      accessibility: Accessibility = .afterFirstUnlock
    ) {
      self.service = service
      self.account = account
      self.accessGroup = accessGroup
      self.accessibility = accessibility
    }

    public func read() throws(StoreError) -> Data? {
      var query = item
      query[kSecReturnData as String] = true
      query[kSecMatchLimit as String] = kSecMatchLimitOne
      var result: CFTypeRef?
      let status = SecItemCopyMatching(query as CFDictionary, &result)
      if status == errSecItemNotFound { return nil }
      try check(status)
      guard let data = result as? Data else { throw StoreError(.unreadable, place: place) }
      return data
    }

    public func write(_ data: Data) throws(StoreError) {
      var status = update(data)
      if status == errSecItemNotFound {
        status = SecItemAdd(
          item.merging(content(data)) { _, new in new } as CFDictionary, nil)
        // Somebody else has added it since.
        if status == errSecDuplicateItem { status = update(data) }
      }
      try check(status)
    }

    public func remove() throws(StoreError) {
      let status = SecItemDelete(item as CFDictionary)
      if status == errSecItemNotFound { return }
      try check(status)
    }
  }

  extension KeychainStore {
    /// What finds the item. Without an access group it finds one of the same service and account in any
    /// group that the app has.
    private var item: [String: Any] {
      var item: [String: Any] = [
        kSecClass as String: kSecClassGenericPassword,
        kSecAttrService as String: service,
        kSecAttrAccount as String: account,
        kSecAttrSynchronizable as String: false,
        kSecUseDataProtectionKeychain as String: true,
      ]
      if let accessGroup { item[kSecAttrAccessGroup as String] = accessGroup }
      return item
    }

    private func content(_ data: Data) -> [String: Any] {
      let accessible =
        switch accessibility {
        case .afterFirstUnlock: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
        case .whenUnlocked: kSecAttrAccessibleWhenUnlockedThisDeviceOnly
        }
      return [kSecValueData as String: data, kSecAttrAccessible as String: accessible]
    }

    private func update(_ data: Data) -> OSStatus {
      SecItemUpdate(item as CFDictionary, content(data) as CFDictionary)
    }

    /// The account is left out: it may be a user's name.
    private var place: String { "the Keychain item of \(service)" }

    private func check(_ status: OSStatus) throws(StoreError) {
      if status == errSecSuccess { return }
      let reason: StoreError.Reason =
        switch status {
        case errSecInteractionNotAllowed, errSecNotAvailable: .unavailable
        case errSecMissingEntitlement: .notPermitted
        default: .other(code: Int(status))
        }
      throw StoreError(reason, place: place)
    }
  }
#endif
