// Where a login in the browser comes back to the app.

import Foundation

/// The redirect URI of a login (RFC 6749, section 3.1.2), checked before anything is sent.
///
/// ```swift
/// let app = try RedirectURI("com.example.shop:/callback")
/// let desktop = try RedirectURI("http://127.0.0.1:0/callback")
/// ```
public struct RedirectURI: Hashable, Sendable {
  /// How the system hands the redirect to the app (RFC 8252, section 7).
  public enum Kind: Hashable, Sendable {
    /// A scheme of the app's own, such as `com.example.shop:/callback`.
    case customScheme
    /// A link that the app has claimed: a Universal Link.
    case https
    /// A listener of the app's on this machine.
    case loopback
  }

  public let kind: Kind
  let parts: AddressParts
  private let text: String

  /// - Parameters:
  ///   - text: as it is registered with the server, character by character. Port 0 of a loopback
  ///     address stands for any that is free.
  ///   - allowsLocalhost: takes `http://localhost` for a loopback address. Default: false, since the
  ///     name may be resolved to another machine (RFC 8252, section 8.3).
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
    // Schemes that browsers and systems keep for themselves.
    case ("about", _), ("blob", _), ("data", _), ("file", _), ("filesystem", _), ("ftp", _),
      ("intent", _), ("javascript", _), ("mailto", _), ("sms", _), ("tel", _), ("urn", _),
      ("vbscript", _), ("view-source", _), ("ws", _), ("wss", _):
      throw .unsuitableScheme
    default: return .customScheme
    }
  }

  /// The port to listen on; 0 for any that is free.
  package var listeningPort: Int { parts.port ?? 80 }

  /// The same address with the port that a listener has got.
  func listening(on port: Int) -> RedirectURI {
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

/// Why a text can be no redirect URI. Nothing has been sent.
public enum InvalidRedirectURI: Error, Hashable, Sendable {
  /// It is not an absolute URI, has characters that URIs cannot have, has a user's name in it, or has
  /// the port 0 and is not a loopback address.
  case malformed
  /// It has a fragment, which servers cut off (RFC 6749, section 3.1.2).
  case fragment
  /// It is `http`, and not on this machine.
  case insecure
  /// It is `http://localhost`, which was not allowed: write `127.0.0.1`.
  case localhost
  /// Its scheme is one that no app can have.
  case unsuitableScheme
}

extension InvalidRedirectURI: CustomStringConvertible {
  public var description: String {
    switch self {
    case .malformed: "the redirect URI is not an absolute URI: check how it is written"
    case .fragment: "the redirect URI has a fragment, which servers cut off: leave it out"
    case .insecure:
      "the redirect URI is http and not on this machine: use a scheme of the app's own, or https"
    case .localhost:
      "the redirect URI names localhost: write 127.0.0.1, or allow localhost explicitly"
    case .unsuitableScheme:
      "the redirect URI has a scheme that no app can have: use one of the app's own"
    }
  }
}
