// A store in the Keychain of Apple platforms.

#if canImport(Security)
  import CryptoKit
  public import Foundation
  import Security

  /// Stores bytes in a Keychain item. The item is encrypted and stays on this device: it is not
  /// synchronised and not restored to another device from a backup. It is shared with all apps and
  /// extensions of its access group.
  ///
  /// Items outlive the app: they still exist when the app is deleted and installed again. To prevent that,
  /// remove the session at the app's first start; store a flag in the app's defaults to detect it.
  ///
  /// On macOS this is the data protection keychain, which requires a signed app. Without the entitlement, as
  /// in a plain command-line tool, every use throws ``StoreError/Reason/notPermitted``: use a ``FileStore``
  /// there.
  nonisolated public struct KeychainStore: SecretStore {
    /// When the item can be read.
    nonisolated public enum Accessibility: Hashable, Sendable {
      /// After the first unlock since the device was started, including in the background
      /// (`kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly`).
      case afterFirstUnlock
      /// While the device is unlocked (`kSecAttrAccessibleWhenUnlockedThisDeviceOnly`). In the
      /// background, the store is often ``StoreError/Reason/unavailable``.
      case whenUnlocked
    }

    private let service: String
    private let account: String
    private let accessGroup: String?
    private let accessibility: Accessibility

    /// Creates a store for one Keychain item. It does not touch the Keychain.
    ///
    /// - Parameters:
    ///   - service: the item's owner, for example the app's bundle identifier.
    ///   - account: the item's name within the service. Use a fixed name for apps with one user at a time.
    ///   - accessGroup: an access group from the entitlements, whose apps and extensions share the
    ///     item. Name one if the app has several. Default: nil: the item is added to the first group of
    ///     the entitlements, and found, changed and removed in all of them.
    ///   - accessibility: when the item can be read. A write also applies it to an existing item.
    ///     Default: after the first unlock.
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
      var status = update(item, with: data)
      if status == errSecItemNotFound {
        status = add(data)
        // Another process has added the item in the meantime.
        if status == errSecDuplicateItem { status = update(item, with: data) }
      }
      try check(status)
    }

    public func remove() throws(StoreError) {
      let status = SecItemDelete(item as CFDictionary)
      if status == errSecItemNotFound { return }
      try check(status)
    }

    /// Returns the store for the item with the account `ACCOUNT.COMPANION`, with the same protection.
    public func companion(_ name: String) -> (any SecretStore)? {
      KeychainStore(
        service: service, account: "\(account).\(name)", accessGroup: accessGroup,
        accessibility: accessibility)
    }

    public func replace(_ expected: Data?, with data: Data?) throws(StoreError) -> Bool {
      guard let expected else {
        guard let data else { return try read() == nil }
        let status = add(data)
        if status == errSecDuplicateItem { return false }
        try check(status)
        return true
      }
      // The Keychain compares and replaces in one step.
      var known = item
      known[kSecAttrGeneric as String] = digest(of: expected)
      let status =
        data.map { update(known, with: $0) } ?? SecItemDelete(known as CFDictionary)
      if status == errSecItemNotFound { return false }
      try check(status)
      return true
    }
  }

  nonisolated extension KeychainStore {
    /// The query for the item. Without an access group, it matches the service and account in any
    /// of the app's groups.
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
      return [
        kSecValueData as String: data, kSecAttrGeneric as String: digest(of: data),
        kSecAttrAccessible as String: accessible,
      ]
    }

    /// Identifies a content in queries, which cannot compare the content itself.
    private func digest(of data: Data) -> Data { Data(SHA256.hash(data: data)) }

    private func add(_ data: Data) -> OSStatus {
      SecItemAdd(item.merging(content(data)) { _, new in new } as CFDictionary, nil)
    }

    private func update(_ item: [String: Any], with data: Data) -> OSStatus {
      SecItemUpdate(item as CFDictionary, content(data) as CFDictionary)
    }

    /// Omits the account, which may be a user's name.
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
