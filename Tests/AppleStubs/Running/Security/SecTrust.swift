// The trust in a server, as Apple's module has it. A program decides what the system has verified.

import Foundation

public typealias CFArray = [Any]

public final class SecTrust: Sendable {
  fileprivate let certificates: [SecCertificate]
  fileprivate let isVerified: Bool

  /// Apple's class has no equivalent.
  public init(_ certificates: [Data] = [], isVerified: Bool = false) {
    self.certificates = certificates.map(SecCertificate.init)
    self.isVerified = isVerified
  }
}

public final class SecCertificate: Sendable {
  fileprivate let data: CFData

  fileprivate init(_ data: CFData) {
    self.data = data
  }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
public func SecTrustEvaluateWithError(
  _ trust: SecTrust, _ error: UnsafeMutablePointer<CFError?>?
) -> Bool { trust.isVerified }

// swift-format-ignore: AlwaysUseLowerCamelCase
public func SecTrustCopyCertificateChain(_ trust: SecTrust) -> CFArray? { trust.certificates }

// swift-format-ignore: AlwaysUseLowerCamelCase
public func SecCertificateCopyData(_ certificate: SecCertificate) -> CFData { certificate.data }
