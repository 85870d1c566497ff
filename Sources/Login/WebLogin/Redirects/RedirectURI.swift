// The URI with which a login in the browser returns to the app.

import Foundation

/// The redirect URI of a login (RFC 6749, section 3.1.2). It is validated before anything is sent.
///
/// ```swift
/// let app = try RedirectURI("com.example.shop:/callback")
/// let desktop = try RedirectURI("http://127.0.0.1:0/callback")
/// ```
public struct RedirectURI: Hashable, Sendable {
  /// How the system passes the redirect to the app (RFC 8252, section 7).
  public enum Kind: Hashable, Sendable {
    /// The app's own scheme, such as `com.example.shop:/callback`.
    case customScheme
    /// A link that the app has claimed, such as a Universal Link.
    case https
    /// A listener of the app on this machine.
    case loopback
  }

  public let kind: Kind
  package let parts: AddressParts
  private let text: String

  /// Validates a redirect URI.
  ///
  /// - Parameters:
  ///   - text: the exact URI that is registered with the server. Port 0 of a loopback address means
  ///     any free port.
  ///   - allowsLocalhost: whether to accept `http://localhost` as a loopback address. Default:
  ///     false, because the name may resolve to another machine (RFC 8252, section 8.3).
  /// - Throws: ``InvalidRedirectURI``.
  public init(_ text: String, allowsLocalhost: Bool = false) throws(InvalidRedirectURI) {
    guard let parts = AddressParts(text) else { throw .malformed }
    guard parts.fragment == nil else { throw .fragment }
    kind = try Self.kind(of: parts, allowsLocalhost: allowsLocalhost)
    guard parts.port != 0 || kind == .loopback else { throw .malformed }
    self.parts = parts
    self.text = text
  }

  private static func kind(
    of parts: AddressParts, allowsLocalhost: Bool
  ) throws(InvalidRedirectURI) -> Kind {
    switch (parts.scheme, parts.host) {
    case ("https", let host?) where !host.isEmpty: return .https
    case ("http", "127.0.0.1"), ("http", "[::1]"): return .loopback
    case ("http", "localhost"):
      guard allowsLocalhost else { throw .localhost }
      return .loopback
    case ("http", _), ("https", _): throw .insecure
    // Schemes that browsers and systems reserve.
    case ("about", _), ("blob", _), ("data", _), ("file", _), ("filesystem", _), ("ftp", _),
      ("intent", _), ("javascript", _), ("mailto", _), ("sms", _), ("tel", _), ("urn", _),
      ("vbscript", _), ("view-source", _), ("ws", _), ("wss", _):
      throw .unsuitableScheme
    default: return .customScheme
    }
  }

  /// The port to listen on; 0 for any free port.
  package var listeningPort: Int { parts.port ?? 80 }

  /// Whether the URI has a parameter.
  package func has(_ name: String) -> Bool {
    (parts.query ?? "").split(separator: "&").contains { $0.prefix { $0 != "=" } == name }
  }

  /// Returns the URI as text, with one more parameter.
  ///
  /// - Parameters:
  ///   - name: unreserved characters (RFC 3986, section 2.3).
  ///   - value: unreserved characters.
  package func adding(_ name: String, _ value: String) -> String {
    "\(text)\(parts.query == nil ? "?" : "&")\(name)=\(value)"
  }

  /// Returns the same address with a listener's port.
  package func listening(on port: Int) -> RedirectURI {
    guard kind == .loopback, parts.port == 0, let host = parts.host else { return self }
    let address = text.prefix("http://".count + host.count)
    let rest = text.dropFirst(address.count + 1).drop { $0 == "0" }
    return (try? RedirectURI("\(address):\(port)\(rest)", allowsLocalhost: true)) ?? self
  }
}

extension RedirectURI: CustomStringConvertible {
  /// The URI, as it is sent to the server.
  public var description: String { text }
}

extension RedirectURI: Codable {
  /// Decodes a URI, and validates it. Accepts `http://localhost`, because the URI was valid when it was
  /// encoded.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    try self.init(container.decode(String.self), allowsLocalhost: true)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

/// Why a redirect URI is invalid. Nothing was sent.
public enum InvalidRedirectURI: String, Error, Hashable, Sendable {
  /// It is not an absolute URI, contains characters that URIs cannot contain, contains a user name,
  /// or has port 0 without being a loopback address.
  case malformed = "the redirect URI is not an absolute URI: check how it is written"
  /// It has a fragment, which servers remove (RFC 6749, section 3.1.2).
  case fragment = "the redirect URI has a fragment, which servers cut off: leave it out"
  /// It uses `http` and is not on this machine.
  case insecure =
    "the redirect URI is http and not on this machine: use a scheme of the app's own, or https"
  /// It is `http://localhost`, which is not allowed by default. Use `127.0.0.1`.
  case localhost =
    "the redirect URI names localhost: write 127.0.0.1, or allow localhost explicitly"
  /// Its scheme is reserved.
  case unsuitableScheme =
    "the redirect URI has a scheme that no app can have: use one of the app's own"
}

extension InvalidRedirectURI: CustomStringConvertible {
  public var description: String { rawValue }
}
