// Declares the parts of Apple's module that this project uses: random bytes, and in-memory items for
// KeychainStore, so that `.ci/apple-platforms` and `.ci/apple-programs` can type-check and run the store
// where there is no Keychain. No target of the package has this file: a module with this name in a build
// would change the result of `canImport` there.
//
// The Core Foundation types are the Swift types bridged to them on Apple platforms.

import Foundation

public typealias CFString = String
public typealias CFDictionary = [String: Any]
public typealias CFTypeRef = Any
public typealias OSStatus = Int32

public let kSecClass: CFString = "class"
public let kSecClassGenericPassword: CFString = "genp"
public let kSecAttrService: CFString = "svce"
public let kSecAttrAccount: CFString = "acct"
public let kSecAttrAccessGroup: CFString = "agrp"
public let kSecAttrGeneric: CFString = "gena"
public let kSecAttrSynchronizable: CFString = "sync"
public let kSecAttrAccessible: CFString = "pdmn"
public let kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: CFString = "cku"
public let kSecAttrAccessibleWhenUnlockedThisDeviceOnly: CFString = "aku"
public let kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly: CFString = "akpu"
public let kSecAttrAccessControl: CFString = "accc"
public let kSecUseAuthenticationContext: CFString = "u_AuthCtx"
public let kSecUseDataProtectionKeychain: CFString = "nleg"
public let kSecValueData: CFString = "v_Data"
public let kSecReturnAttributes: CFString = "r_Attributes"
public let kSecReturnData: CFString = "r_Data"
public let kSecMatchLimit: CFString = "m_Limit"
public let kSecMatchLimitOne: CFString = "m_LimitOne"

public let errSecSuccess: OSStatus = 0
public let errSecParam: OSStatus = -50
public let errSecNotAvailable: OSStatus = -25291
public let errSecAuthFailed: OSStatus = -25293
public let errSecDuplicateItem: OSStatus = -25299
public let errSecItemNotFound: OSStatus = -25300
public let errSecInteractionNotAllowed: OSStatus = -25308
public let errSecMissingEntitlement: OSStatus = -34018

// swift-format-ignore: AlwaysUseLowerCamelCase
public func SecItemAdd(
  _ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?
) -> OSStatus {
  KeychainInMemory.hold { keychain in
    guard let key = keychain.keys(attributes).first,
      let item = KeychainInMemory.Item(attributes, now: keychain)
    else { return errSecParam }
    // Such an item needs a passcode.
    if item.isGated, !keychain.hasPasscode { return errSecAuthFailed }
    let beforeAdding = keychain.beforeAdding
    beforeAdding?(&keychain)
    if keychain.items[key] != nil { return errSecDuplicateItem }
    guard keychain.canUse(item) else { return errSecInteractionNotAllowed }
    keychain.items[key] = item
    return errSecSuccess
  }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
public func SecItemCopyMatching(
  _ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?
) -> OSStatus {
  KeychainInMemory.hold { keychain in
    guard isValid(query), query[kSecMatchLimit] as? String == kSecMatchLimitOne
    else { return errSecParam }
    guard let item = keychain.matches(query).first?.value else { return errSecItemNotFound }
    guard keychain.canUse(item) else { return errSecInteractionNotAllowed }
    if let failure = keychain.authenticate(query, for: item) { return failure }
    if query[kSecReturnData] as? Bool == true {
      result?.pointee = item.data
    } else if query[kSecReturnAttributes] as? Bool == true {
      var attributes: CFDictionary = [kSecAttrAccessible: item.accessible]
      attributes[kSecAttrGeneric] = item.generic
      result?.pointee = attributes
    }
    return errSecSuccess
  }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
public func SecItemUpdate(_ query: CFDictionary, _ attributesToUpdate: CFDictionary) -> OSStatus {
  KeychainInMemory.hold { keychain in
    guard isValid(query),
      let changed = KeychainInMemory.Item(attributesToUpdate, now: keychain)
    else { return errSecParam }
    let matches = keychain.matches(query)
    if matches.isEmpty { return errSecItemNotFound }
    guard matches.allSatisfy({ keychain.canUse($0.value) }) else {
      return errSecInteractionNotAllowed
    }
    for (_, item) in matches {
      if let failure = keychain.authenticate(query, for: item) { return failure }
    }
    for (key, _) in matches { keychain.items[key] = changed }
    return errSecSuccess
  }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
public func SecItemDelete(_ query: CFDictionary) -> OSStatus {
  KeychainInMemory.hold { keychain in
    guard isValid(query) else { return errSecParam }
    let matches = keychain.matches(query)
    if matches.isEmpty { return errSecItemNotFound }
    guard keychain.removesLockedItems || matches.allSatisfy({ keychain.canUse($0.value) }) else {
      return errSecInteractionNotAllowed
    }
    for (key, _) in matches { keychain.items[key] = nil }
    return errSecSuccess
  }
}

public typealias SecRandomRef = Int

public let kSecRandomDefault: SecRandomRef = 0

// swift-format-ignore: AlwaysUseLowerCamelCase
public func SecRandomCopyBytes(
  _ rnd: SecRandomRef?, _ count: Int, _ bytes: UnsafeMutableRawPointer
) -> Int32 {
  for offset in 0..<count {
    bytes.storeBytes(of: UInt8.random(in: .min ... .max), toByteOffset: offset, as: UInt8.self)
  }
  return errSecSuccess
}

/// The in-memory items, and the conditions that tests set. Apple's module has no equivalent.
public struct KeychainInMemory: Sendable {
  public enum Device: Sendable {
    case notUnlockedYet, locked, unlocked
  }

  public struct Item: Sendable {
    public var data: Data
    public var accessible: String
    public var generic: Data?

    /// Whether reading and changing the item needs an authenticated context.
    public var isGated = false
    /// The fingerprints with which the item can be read; nil for all.
    public var biometry: Int?

    public init(data: Data, accessible: String, generic: Data? = nil) {
      self.data = data
      self.accessible = accessible
      self.generic = generic
    }

    /// An item has either an accessibility or an access control.
    fileprivate init?(_ attributes: CFDictionary, now keychain: KeychainInMemory) {
      guard let data = attributes[kSecValueData] as? Data else { return nil }
      let accessible = attributes[kSecAttrAccessible] as? String
      let access = attributes[kSecAttrAccessControl] as? SecAccessControl
      guard let protection = accessible ?? access?.protection, accessible == nil || access == nil
      else { return nil }
      self.init(
        data: data, accessible: protection, generic: attributes[kSecAttrGeneric] as? Data)
      isGated = access != nil
      if access?.flags.contains(.biometryCurrentSet) == true { biometry = keychain.biometry }
    }
  }

  /// What the system does when an app asks for the user.
  public enum Answer: Sendable {
    case yes
    /// The user does not answer. The question is dismissed when its context is invalidated.
    case none
    /// The code of an `LAError`.
    case error(Int)
  }

  public var answer = Answer.yes
  /// The reasons of the questions that apps have asked.
  public var questions: [String] = []
  /// The number of questions that the Keychain has asked by itself.
  public var ownQuestions = 0
  /// The number of questions without an answer that were dismissed.
  public var dismissals = 0
  public var hasPasscode = true
  /// Changes when a fingerprint is added or removed.
  public var biometry = 1

  public var items: [ItemKey: Item] = [:]
  /// The access groups of the app's entitlements, in their order.
  public var groups = ["app", "shared"]
  public var device = Device.unlocked
  /// Whether items can be removed while the device is locked.
  public var removesLockedItems = false
  /// The status that every call returns instead of its own.
  public var failure: OSStatus?
  /// Simulates another process right before an item is added.
  public var beforeAdding: (@Sendable (inout KeychainInMemory) -> Void)?

  public init() {}

  private static let lock = NSLock()
  // Accessed by `change` only, with the lock held.
  nonisolated(unsafe) private static var shared = KeychainInMemory()

  /// Reads or changes the items.
  public static func change<Result>(_ body: (inout KeychainInMemory) -> Result) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return body(&shared)
  }

  fileprivate static func hold(_ call: (inout KeychainInMemory) -> OSStatus) -> OSStatus {
    change { keychain in keychain.failure ?? call(&keychain) }
  }

  /// The keys that a query can match: one for each access group of the app, or for the query's group alone.
  /// An item without a group is added to the first one.
  ///
  /// https://developer.apple.com/documentation/security/sharing-access-to-keychain-items-among-a-collection-of-apps
  fileprivate func keys(_ query: CFDictionary) -> [ItemKey] {
    guard isValid(query), let service = query[kSecAttrService] as? String,
      let account = query[kSecAttrAccount] as? String
    else { return [] }
    let group = query[kSecAttrAccessGroup] as? String
    return groups.filter { group ?? $0 == $0 }.map {
      ItemKey(service: service, account: account, accessGroup: $0)
    }
  }

  /// The items that a query matches, in the order of the access groups.
  fileprivate func matches(_ query: CFDictionary) -> [(key: ItemKey, value: Item)] {
    let generic = query[kSecAttrGeneric] as? Data
    return keys(query).compactMap { key in
      guard let item = items[key], generic ?? item.generic == item.generic,
        item.biometry ?? biometry == biometry
      else { return nil }
      return (key, item)
    }
  }

  /// Authenticates the user for reading or changing an item. Adding and removing one need no authentication.
  ///
  /// https://developer.apple.com/documentation/security/ksecuseauthenticationcontext
  fileprivate mutating func authenticate(_ query: CFDictionary, for item: Item) -> OSStatus? {
    guard item.isGated else { return nil }
    let context = query[kSecUseAuthenticationContext] as? any KeychainAuthentication
    if context?.isAuthenticated == true { return nil }
    if context?.interactionNotAllowed == true { return errSecInteractionNotAllowed }
    ownQuestions += 1
    return nil
  }

  fileprivate func canUse(_ item: Item) -> Bool {
    switch device {
    case .notUnlockedYet: false
    case .locked: item.accessible == kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
    case .unlocked: true
    }
  }
}

/// The context of LocalAuthentication, which uses this module.
public protocol KeychainAuthentication {
  var isAuthenticated: Bool { get }
  var interactionNotAllowed: Bool { get }
}

/// The attributes that identify a generic password.
public struct ItemKey: Hashable, Sendable {
  public let service: String
  public let account: String
  public let accessGroup: String

  public init(service: String, account: String, accessGroup: String = "app") {
    self.service = service
    self.account = account
    self.accessGroup = accessGroup
  }
}

/// Returns whether a query matches only items of the store. Items of other classes, synchronised items and
/// items of the file-based keychain of macOS are not.
private func isValid(_ query: CFDictionary) -> Bool {
  query[kSecClass] as? String == kSecClassGenericPassword && query[kSecAttrService] is String
    && query[kSecAttrAccount] is String && query[kSecAttrSynchronizable] as? Bool == false
    && query[kSecUseDataProtectionKeychain] as? Bool == true
}
