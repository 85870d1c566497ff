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
    private let protection: any KeychainProtection

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
      self.init(
        service: service, account: account, accessGroup: accessGroup, protection: accessibility)
    }

    package init(
      service: String, account: String, accessGroup: String?, protection: any KeychainProtection
    ) {
      self.service = service
      self.account = account
      self.accessGroup = accessGroup
      self.protection = protection
    }

    public var gate: StoreGate? { protection.storeGate }

    public func read() throws(StoreError) -> Data? {
      var query = protectedItem
      query[kSecReturnData as String] = true
      query[kSecMatchLimit as String] = kSecMatchLimitOne
      var result: CFTypeRef?
      let status = SecItemCopyMatching(query as CFDictionary, &result)
      if status == errSecItemNotFound { return nil }
      try check(status)
      guard let data = result as? Data else { throw StoreError(.unreadable, place: place) }
      // An earlier version of the app may have stored the item without protection.
      if gate?.isOpen == false { throw StoreError(.gateIsClosed(.notAsked), place: place) }
      return data
    }

    /// Replaces the content. If the gate is closed, the item is removed and added again, in two steps.
    public func write(_ data: Data) throws(StoreError) {
      for _ in 0..<Self.maximumAttempts {
        let status = try update(protectedItem, with: data)
        if isRefusedByGate(status) {
          // Unlike a change of the item, removing and adding it need no question.
          try verifyThatItemsCanBeAdded()
          _ = SecItemDelete(item as CFDictionary)
        } else if status != errSecItemNotFound {
          return try check(status)
        }
        let added = try add(data)
        // If another process has added the item in the meantime, that one is replaced.
        if added != errSecDuplicateItem { return try check(added, ofAdding: true) }
      }
      throw StoreError(.unavailable, place: place)
    }

    public func remove() throws(StoreError) {
      let status = SecItemDelete(item as CFDictionary)
      if status == errSecItemNotFound { return }
      try check(status)
    }

    /// Returns the store for the item with the account `ACCOUNT.COMPANION`, with the same protection, but
    /// without a gate: a redirect must be able to complete a login while the gate is closed.
    public func companion(_ name: String) -> (any SecretStore)? {
      KeychainStore(
        service: service, account: "\(account).\(name)", accessGroup: accessGroup,
        protection: protection.ofCompanions)
    }

    public func replace(_ expected: Data?, with data: Data?) throws(StoreError) -> Bool {
      guard let expected else {
        guard let data else { return try read() == nil }
        let status = try add(data)
        if status == errSecDuplicateItem { return false }
        try check(status, ofAdding: true)
        return true
      }
      // The Keychain compares and replaces in one step.
      var known = data == nil ? item : protectedItem
      known[kSecAttrGeneric as String] = digest(of: expected)
      let status =
        if let data { try update(known, with: data) } else { SecItemDelete(known as CFDictionary) }
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

    /// The query for reading or changing the item.
    private var protectedItem: [String: Any] {
      item.merging(protection.query) { _, new in new }
    }

    private func content(_ data: Data) throws(StoreError) -> [String: Any] {
      try protection.attributes.merging([
        kSecValueData as String: data, kSecAttrGeneric as String: digest(of: data),
      ]) { _, new in new }
    }

    /// Identifies a content in queries, which cannot compare the content itself.
    private func digest(of data: Data) -> Data { Data(SHA256.hash(data: data)) }

    private func add(_ data: Data) throws(StoreError) -> OSStatus {
      SecItemAdd(item.merging(try content(data)) { _, new in new } as CFDictionary, nil)
    }

    private func update(
      _ item: [String: Any], with data: Data
    ) throws(StoreError) -> OSStatus {
      SecItemUpdate(item as CFDictionary, try content(data) as CFDictionary)
    }

    private static var maximumAttempts: Int { 4 }

    private func isRefusedByGate(_ status: OSStatus) -> Bool {
      gate != nil && (status == errSecInteractionNotAllowed || status == errSecAuthFailed)
    }

    /// Adds an item with the same protection, and removes it: the device may be locked, so that an item that
    /// is removed could not be added again.
    private func verifyThatItemsCanBeAdded() throws(StoreError) {
      let trial = KeychainStore(
        service: service, account: "\(account).trial", accessGroup: accessGroup,
        protection: protection)
      try trial.remove()
      try check(try trial.add(Data()), ofAdding: true)
      try trial.remove()
    }

    /// Omits the account, which may be a user's name.
    private var place: String { "the Keychain item of \(service)" }

    private func check(_ status: OSStatus, ofAdding isAdding: Bool = false) throws(StoreError) {
      if status == errSecSuccess { return }
      let reason: StoreError.Reason =
        switch status {
        case errSecInteractionNotAllowed where gate != nil && !isAdding: .gateIsClosed(.notAsked)
        // Without a passcode, an item with a gate cannot be added.
        case errSecAuthFailed where gate != nil: .gateIsClosed(isAdding ? .notEnrolled : .failed)
        case errSecInteractionNotAllowed, errSecNotAvailable: .unavailable
        case errSecMissingEntitlement: .notPermitted
        default: .other(code: Int(status))
        }
      // The system does not accept the answer any more.
      if case .gateIsClosed = reason, !isAdding { gate?.closeAfterRead() }
      throw StoreError(reason, place: place)
    }
  }

  /// How the system protects an item.
  nonisolated package protocol KeychainProtection: Sendable {
    var storeGate: StoreGate? { get }
    /// What an item with this protection has.
    var attributes: [String: Any] { get throws(StoreError) }
    /// What a query needs to read or change the item.
    var query: [String: Any] { get }
    /// The protection of companions, which has no gate.
    var ofCompanions: any KeychainProtection { get }
  }

  nonisolated extension KeychainStore.Accessibility: KeychainProtection {
    package var storeGate: StoreGate? { nil }
    package var query: [String: Any] { [:] }
    package var ofCompanions: any KeychainProtection { self }

    package var attributes: [String: Any] {
      let accessible =
        switch self {
        case .afterFirstUnlock: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
        case .whenUnlocked: kSecAttrAccessibleWhenUnlockedThisDeviceOnly
        }
      return [kSecAttrAccessible as String: accessible]
    }
  }
#endif
