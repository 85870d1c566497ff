// The access control of keys in the Secure Enclave and of items with a gate, as Apple's module has it.

public final class SecAccessControl: Sendable {
  /// Apple's class does not show these.
  public let protection: String?
  public let flags: SecAccessControlCreateFlags

  fileprivate init(_ protection: String?, _ flags: SecAccessControlCreateFlags) {
    self.protection = protection
    self.flags = flags
  }
}

public struct SecAccessControlCreateFlags: OptionSet, Sendable {
  public let rawValue: UInt

  public init(rawValue: UInt) {
    self.rawValue = rawValue
  }

  public static var userPresence: SecAccessControlCreateFlags { .init(rawValue: 1 << 0) }
  public static var biometryCurrentSet: SecAccessControlCreateFlags { .init(rawValue: 1 << 3) }
  public static var privateKeyUsage: SecAccessControlCreateFlags { .init(rawValue: 1 << 30) }
}

public final class CFAllocator {}
public final class CFError {}

// swift-format-ignore: AlwaysUseLowerCamelCase
public func SecAccessControlCreateWithFlags(
  _ allocator: CFAllocator?, _ protection: CFTypeRef, _ flags: SecAccessControlCreateFlags,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecAccessControl? {
  SecAccessControl(protection as? String, flags)
}
