// A URI's parts without normalisation (RFC 3986, section 3). Foundation's parsers fix invalid URIs,
// but an invalid address must not be trusted.

import AuthGenRuntime

package struct AddressParts: Hashable, Sendable {
  /// In lower case.
  package let scheme: String
  /// In lower case; nil if the URI has no authority.
  package let host: String?
  /// The port; 0 means any free port.
  package let port: Int?
  package let path: String
  let query: String?
  let fragment: String?

  /// Parses an absolute URI.
  ///
  /// - Returns: nil if the text is not an absolute URI, contains characters that URIs cannot
  ///   contain, or contains a user name.
  init?(_ text: String) {
    guard text.utf8.allSatisfy(\.isInURIs), let colon = text.firstIndex(of: ":") else { return nil }
    scheme = text[..<colon].lowercased()
    guard let first = scheme.utf8.first, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first),
      scheme.utf8.allSatisfy(\.isSchemeCharacter)
    else { return nil }
    var rest = text[text.index(after: colon)...]
    fragment = rest.cut(behind: "#")
    query = rest.cut(behind: "?")
    guard rest.hasPrefix("//") else {
      host = nil
      port = nil
      path = String(rest)
      guard path.isPath else { return nil }
      return
    }
    let authority = rest.dropFirst(2).prefix { $0 != "/" }
    path = String(rest.dropFirst(2).dropFirst(authority.count))
    guard path.isPath, !authority.contains("@"),
      let (host, port) = Self.hostAndPort(authority)
    else { return nil }
    self.host = host
    self.port = port
  }

  private static func hostAndPort(_ authority: Substring) -> (String, Int?)? {
    // In an IPv6 address, colons are inside brackets.
    let end = authority.lastIndex(of: "]").map(authority.index(after:)) ?? authority.startIndex
    guard let colon = authority[end...].firstIndex(of: ":") else {
      return (authority.lowercased(), nil)
    }
    let digits = authority[authority.index(after: colon)...]
    guard (1...5).contains(digits.count), digits.isASCIIDigits,
      let port = Int(digits), (0...65_535).contains(port)
    else { return nil }
    return (authority[..<colon].lowercased(), port)
  }

  /// Whether both URIs have the same scheme, host, port and path.
  func isSameAddress(as other: AddressParts) -> Bool {
    scheme.hasSameBytes(as: other.scheme) && effectivePort == other.effectivePort
      && host.map { Array($0.utf8) } == other.host.map { Array($0.utf8) }
      && effectivePath.hasSameBytes(as: other.effectivePath)
  }

  private var effectivePort: Int? {
    switch scheme {
    case "https": port ?? 443
    case "http": port ?? 80
    default: port
    }
  }

  /// After an authority, an empty path means the root (RFC 3986, section 6.2.3). Browsers and providers add
  /// the slash, also to schemes of apps.
  var effectivePath: String { host != nil && path.isEmpty ? "/" : path }
}

extension Substring {
  /// Removes the first `mark` and the text after it, and returns that text.
  fileprivate mutating func cut(behind mark: Character) -> String? {
    guard let index = firstIndex(of: mark) else { return nil }
    defer { self = self[..<index] }
    return String(self[self.index(after: index)...])
  }
}

extension String {
  /// Whether Foundation keeps the path unchanged, so that a redirect can match it (RFC 3986, section 3.3).
  fileprivate var isPath: Bool {
    !utf8.contains { "[]".utf8.contains($0) }
      && split(separator: "%", omittingEmptySubsequences: false).dropFirst()
        .allSatisfy { $0.utf8.prefix(2).count(where: \.isHexDigit) == 2 }
  }
}

extension UInt8 {
  package var isHexDigit: Bool {
    isASCIIDigit || (UInt8(ascii: "A")...UInt8(ascii: "F")).contains(self)
      || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self)
  }

  /// RFC 3986, section 2.
  fileprivate var isInURIs: Bool {
    (0x21...0x7E).contains(self) && !"\"<>\\^`{|}".utf8.contains(self)
  }

  /// RFC 3986, section 3.1, in lower case.
  fileprivate var isSchemeCharacter: Bool {
    isASCIIDigit || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self)
      || "+-.".utf8.contains(self)
  }
}
