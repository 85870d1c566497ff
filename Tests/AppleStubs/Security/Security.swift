// Declares the parts of Apple's module that this project uses: random bytes, and in-memory items for
// KeychainStore, so that the store can be type-checked and run where there is no Keychain. `.ci/apple-stubs`
// does so. No target of the package has this file: a module with this name in a build would change the result
// of `canImport` there.
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
public let kSecUseDataProtectionKeychain: CFString = "nleg"
public let kSecValueData: CFString = "v_Data"
public let kSecReturnAttributes: CFString = "r_Attributes"
public let kSecReturnData: CFString = "r_Data"
public let kSecMatchLimit: CFString = "m_Limit"
public let kSecMatchLimitOne: CFString = "m_LimitOne"

public let errSecSuccess: OSStatus = 0
public let errSecParam: OSStatus = -50
public let errSecNotAvailable: OSStatus = -25291
public let errSecDuplicateItem: OSStatus = -25299
public let errSecItemNotFound: OSStatus = -25300
public let errSecInteractionNotAllowed: OSStatus = -25308
public let errSecMissingEntitlement: OSStatus = -34018

// swift-format-ignore: AlwaysUseLowerCamelCase
public func SecItemAdd(
  _ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?
) -> OSStatus {
  KeychainInMemory.hold { keychain in
    guard let key = ItemKey(attributes), let data = attributes[kSecValueData] as? Data,
      let accessible = attributes[kSecAttrAccessible] as? String
    else { return errSecParam }
    let beforeAdding = keychain.beforeAdding
    beforeAdding?(&keychain)
    if keychain.items[key] != nil { return errSecDuplicateItem }
    let item = KeychainInMemory.Item(
      data: data, accessible: accessible, generic: attributes[kSecAttrGeneric] as? Data)
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
    guard let key = ItemKey(query), query[kSecMatchLimit] as? String == kSecMatchLimitOne
    else { return errSecParam }
    guard let item = keychain.item(key, query) else { return errSecItemNotFound }
    guard keychain.canUse(item) else { return errSecInteractionNotAllowed }
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
    guard let key = ItemKey(query), let data = attributesToUpdate[kSecValueData] as? Data,
      let accessible = attributesToUpdate[kSecAttrAccessible] as? String
    else { return errSecParam }
    guard let item = keychain.item(key, query) else { return errSecItemNotFound }
    guard keychain.canUse(item) else { return errSecInteractionNotAllowed }
    keychain.items[key] = KeychainInMemory.Item(
      data: data, accessible: accessible, generic: attributesToUpdate[kSecAttrGeneric] as? Data)
    return errSecSuccess
  }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
public func SecItemDelete(_ query: CFDictionary) -> OSStatus {
  KeychainInMemory.hold { keychain in
    guard let key = ItemKey(query) else { return errSecParam }
    guard let item = keychain.item(key, query) else { return errSecItemNotFound }
    guard keychain.canUse(item) else { return errSecInteractionNotAllowed }
    keychain.items[key] = nil
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

    public init(data: Data, accessible: String, generic: Data? = nil) {
      self.data = data
      self.accessible = accessible
      self.generic = generic
    }
  }

  public var items: [ItemKey: Item] = [:]
  public var device = Device.unlocked
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

  /// The item, if the query does not require another value of `kSecAttrGeneric`.
  fileprivate func item(_ key: ItemKey, _ query: CFDictionary) -> Item? {
    guard let item = items[key] else { return nil }
    guard let generic = query[kSecAttrGeneric] as? Data else { return item }
    return item.generic == generic ? item : nil
  }

  fileprivate func canUse(_ item: Item) -> Bool {
    switch device {
    case .notUnlockedYet: false
    case .locked: item.accessible == kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
    case .unlocked: true
    }
  }
}

/// The attributes that identify a generic password.
public struct ItemKey: Hashable, Sendable {
  public let service: String
  public let account: String
  public let accessGroup: String?

  public init(service: String, account: String, accessGroup: String? = nil) {
    self.service = service
    self.account = account
    self.accessGroup = accessGroup
  }

  /// Nil if a query could match other items than the store's: other classes, synchronised items, and those of
  /// the file-based keychain of macOS.
  init?(_ query: CFDictionary) {
    guard query[kSecClass] as? String == kSecClassGenericPassword,
      let service = query[kSecAttrService] as? String,
      let account = query[kSecAttrAccount] as? String,
      query[kSecAttrSynchronizable] as? Bool == false,
      query[kSecUseDataProtectionKeychain] as? Bool == true
    else { return nil }
    self.service = service
    self.account = account
    accessGroup = query[kSecAttrAccessGroup] as? String
  }
}
