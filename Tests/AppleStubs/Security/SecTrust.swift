// Declares the parts of server trust that this project uses, and the property of Foundation that has it.

import Foundation

#if os(Linux)
  import FoundationNetworking
#endif

public typealias CFArray = [Any]

public final class SecTrust {}

public final class SecCertificate {}

// swift-format-ignore: AlwaysUseLowerCamelCase
public func SecTrustEvaluateWithError(
  _ trust: SecTrust, _ error: UnsafeMutablePointer<CFError?>?
) -> Bool { false }

// swift-format-ignore: AlwaysUseLowerCamelCase
public func SecTrustCopyCertificateChain(_ trust: SecTrust) -> CFArray? { nil }

// swift-format-ignore: AlwaysUseLowerCamelCase
public func SecCertificateCopyData(_ certificate: SecCertificate) -> CFData { Data() }

extension URLProtectionSpace {
  public var serverTrust: SecTrust? { nil }
}
