// The requests and responses of Apple's `URLSession`, as documented. On Apple platforms they are a part of
// Foundation; on Linux they are in FoundationNetworking, whose `URLSession` behaves in other ways.
// `.ci/apple-programs` hides that module, and imports this one into every file.

import Foundation
import Security

public struct URLRequest: Sendable {
  public var url: URL?
  public var httpMethod: String? = "GET"
  public var httpBody: Data?
  public var timeoutInterval: TimeInterval = 60
  public var httpShouldHandleCookies = true
  private var fields: [String: String] = [:]

  public init(url: URL) {
    self.url = url
  }

  public mutating func setValue(_ value: String?, forHTTPHeaderField field: String) {
    fields[field.lowercased()] = value
  }

  public func value(forHTTPHeaderField field: String) -> String? { fields[field.lowercased()] }
}

open class URLResponse: NSObject, @unchecked Sendable {
  public let url: URL?

  public init(url: URL?) {
    self.url = url
  }
}

open class HTTPURLResponse: URLResponse, @unchecked Sendable {
  public let statusCode: Int
  public let allHeaderFields: [AnyHashable: Any]

  public init?(url: URL, statusCode: Int, httpVersion: String?, headerFields: [String: String]?) {
    self.statusCode = statusCode
    allHeaderFields = headerFields ?? [:]
    super.init(url: url)
  }
}

open class URLCredential: NSObject, @unchecked Sendable {}

open class URLProtectionSpace: NSObject, @unchecked Sendable {
  public let host: String
  /// Nil for challenges about anything but the server's certificates.
  public let serverTrust: SecTrust?

  public init(host: String, serverTrust: SecTrust?) {
    self.host = host
    self.serverTrust = serverTrust
  }
}

open class URLAuthenticationChallenge: NSObject, @unchecked Sendable {
  public let protectionSpace: URLProtectionSpace

  public init(_ protectionSpace: URLProtectionSpace) {
    self.protectionSpace = protectionSpace
  }
}
