// Declares the parts of Apple's module that verify signatures. Keys are not verified, only recorded.

import Foundation

public typealias CFData = Data

public final class SecKey {
  fileprivate init() {}
}

public struct SecKeyAlgorithm: Sendable {
  public static let rsaSignatureMessagePKCS1v15SHA256 = SecKeyAlgorithm()
  public static let rsaSignatureMessagePKCS1v15SHA384 = SecKeyAlgorithm()
  public static let rsaSignatureMessagePKCS1v15SHA512 = SecKeyAlgorithm()
  public static let rsaSignatureMessagePSSSHA256 = SecKeyAlgorithm()
  public static let rsaSignatureMessagePSSSHA384 = SecKeyAlgorithm()
  public static let rsaSignatureMessagePSSSHA512 = SecKeyAlgorithm()
}

public let kSecAttrKeyType: CFString = "type"
public let kSecAttrKeyTypeRSA: CFString = "42"
public let kSecAttrKeyClass: CFString = "kcls"
public let kSecAttrKeyClassPublic: CFString = "0"

// swift-format-ignore: AlwaysUseLowerCamelCase
public func SecKeyCreateWithData(
  _ keyData: CFData, _ attributes: CFDictionary,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecKey? {
  RecordedKey.data = keyData
  return nil
}

/// The encoding of the last key. Apple's module has no equivalent.
public enum RecordedKey {
  nonisolated(unsafe) public static var data: Data?
}

// swift-format-ignore: AlwaysUseLowerCamelCase
public func SecKeyVerifySignature(
  _ key: SecKey, _ algorithm: SecKeyAlgorithm, _ signedData: CFData, _ signature: CFData,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> Bool {
  false
}
