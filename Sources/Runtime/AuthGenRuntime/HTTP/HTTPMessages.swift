// Requests and responses as values, between the request layer and the transport.

public import Foundation

/// An HTTP request. Its description leaves out the query, header values and the body.
nonisolated public struct HTTPRequest: Sendable {
  nonisolated public enum Method: String, Sendable {
    case get = "GET"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"
  }

  public var method: Method
  public var url: URL
  public var headers: HTTPHeaders
  /// The body; nil without one, or with a `bodyStream`.
  public var body: Data? { didSet { if body != nil { bodyStream = nil } } }
  /// A body that is read while it is sent; nil without one, or with a `body`. Setting one removes the other.
  public var bodyStream: (any HTTPBodyStream)? { didSet { if bodyStream != nil { body = nil } } }
  /// The maximum size of a response's body, in bytes. Default: 16 million.
  public var maximumResponseSize: Int
  /// The name of the operation that the request is for; nil for another request. It is not sent as a part of
  /// the HTTP message.
  public internal(set) var operationName: String?

  public init(
    method: Method = .post, url: URL, headers: HTTPHeaders = [:], body: Data? = nil,
    maximumResponseSize: Int = 16_000_000
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.maximumResponseSize = maximumResponseSize
  }
}

/// An HTTP response. Its description leaves out header values and the body.
nonisolated public struct HTTPResponse: Sendable {
  public var status: Int
  public var headers: HTTPHeaders
  public var body: Data

  public init(status: Int, headers: HTTPHeaders = [:], body: Data = Data()) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  var mediaType: String? { headers.mediaType }
}

nonisolated extension HTTPHeaders {
  /// The media type in lower case, without parameters (RFC 9110, section 8.3.1). Nil if the field is missing
  /// or has another form.
  package var mediaType: String? {
    let type = self[ascii: "Content-Type"]?.prefix { $0 != ";" }.trimmingCharacters(
      in: .whitespaces)
    let parts = type?.split(separator: "/", omittingEmptySubsequences: false)
    guard let type, let parts, parts.count == 2, parts.allSatisfy(\.isHTTPToken) else { return nil }
    return type.lowercased()
  }
}

nonisolated extension HTTPRequest: RedactedDescription {
  private var bodySize: Int64 { bodyStream?.length ?? Int64(body?.count ?? 0) }

  public var description: String {
    "\(method.rawValue) \(url.origin?.description ?? "")\(url.path) (\(bodySize) bytes)"
  }
}

nonisolated extension HTTPResponse: RedactedDescription {
  public var description: String { "HTTP status \(status) (\(body.count) bytes)" }
}

/// Scheme, host and port. Two URLs with the same origin belong to the same server (RFC 6454).
nonisolated package struct Origin: Hashable, CustomStringConvertible {
  let scheme: String
  let host: String
  let port: Int

  package var description: String { "\(scheme)://\(host):\(port)" }

  package static func == (first: Origin, second: Origin) -> Bool {
    first.scheme.hasSameBytes(as: second.scheme) && first.host.hasSameBytes(as: second.host)
      && first.port == second.port
  }

  /// Whether the connection is private: the scheme is https, or the host is this machine.
  package var isTrustworthy: Bool {
    scheme == "https" || ["127.0.0.1", "::1", "[::1]", "localhost"].contains(host)
  }
}

nonisolated extension URL {
  /// The origin of an http or https URL; nil for all others. WebSockets have the origins of their handshakes
  /// (RFC 6455, section 3).
  package var origin: Origin? {
    guard let scheme = scheme?.lowercased(), let host = host()?.lowercased(), !host.isEmpty else {
      return nil
    }
    switch scheme {
    case "https", "wss": return Origin(scheme: "https", host: host, port: port ?? 443)
    case "http", "ws": return Origin(scheme: "http", host: host, port: port ?? 80)
    default: return nil
    }
  }
}
