// Declares the parts of Apple's module that keys in the Secure Enclave use, only for type-checking.

public final class SecAccessControl {
  fileprivate init() {}
}

public struct SecAccessControlCreateFlags: OptionSet {
  public let rawValue: UInt

  public init(rawValue: UInt) {
    self.rawValue = rawValue
  }

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
