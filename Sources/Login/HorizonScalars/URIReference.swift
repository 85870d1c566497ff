// Horizon's `URL`: absolute, relative, or empty.

public import AuthGenRuntime
public import Foundation

/// A URI reference (RFC 3986, section 4.1): an absolute URL, or one relative to the site. It keeps
/// the server's spelling. An empty reference refers to nothing.
nonisolated public struct URIReference: Hashable, Sendable {
  /// The text on the wire.
  public let text: String

  public init(_ text: String) {
    self.text = text
  }

  /// The absolute URL, or nil if the reference is relative, empty or malformed.
  public var absoluteURL: URL? {
    guard let url = URL(string: text), url.scheme != nil else { return nil }
    return url
  }

  /// Returns the reference's URL on a page at `base` (RFC 3986, section 5), or nil if the reference
  /// is empty or malformed.
  public func resolved(against base: URL) -> URL? {
    text.isEmpty ? nil : URL(string: text, relativeTo: base)?.absoluteURL
  }
}

nonisolated extension URIReference: ExpressibleByStringLiteral, TextScalar {
  public static var expectation: String { "a URI reference" }

  public init(stringLiteral value: String) {
    self.init(value)
  }

  public var description: String { text }
}
