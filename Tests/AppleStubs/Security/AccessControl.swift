// Declares the parts of Apple's module that keys in the Secure Enclave and KeychainGate use, only for
// type-checking.

public final class SecAccessControl {
  fileprivate init() {}

  /// Apple's class does not show these.
  public var protection: String? { nil }
  public var flags: SecAccessControlCreateFlags { [] }
}

public struct SecAccessControlCreateFlags: OptionSet {
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
  SecAccessControl()
}
