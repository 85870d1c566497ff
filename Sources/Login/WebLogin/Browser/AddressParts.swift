// A URI's parts as they are written (RFC 3986, section 3). Foundation's parsers mend what they read,
// and an address that has to be mended is no address to trust.

struct AddressParts: Hashable, Sendable {
  /// In lower case.
  let scheme: String
  /// In lower case; nil where the URI has no authority.
  let host: String?
  /// 0 too, which stands for any that is free.
  let port: Int?
  let path: String
  let query: String?
  let fragment: String?

  /// - Returns: nil for what is not an absolute URI, has characters that URIs cannot have, or has a
  ///   user's name in it.
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
    // The colons of an IPv6 address are between brackets.
    let end = authority.lastIndex(of: "]").map(authority.index(after:)) ?? authority.startIndex
    guard let colon = authority[end...].firstIndex(of: ":") else {
      return (authority.lowercased(), nil)
    }
    let digits = authority[authority.index(after: colon)...]
    guard (1...5).contains(digits.count), digits.utf8.allSatisfy(\.isDigit),
      let port = Int(digits), (0...65_535).contains(port)
    else { return nil }
    return (authority[..<colon].lowercased(), port)
  }

  /// Whether what the URIs name is the same: scheme, host, port and path.
  func isSameAddress(as other: AddressParts) -> Bool {
    scheme == other.scheme && host == other.host && effectivePort == other.effectivePort
      && effectivePath == other.effectivePath
  }

  private var isWeb: Bool { scheme == "http" || scheme == "https" }

  private var effectivePort: Int? {
    switch scheme {
    case "https": port ?? 443
    case "http": port ?? 80
    default: port
    }
  }

  /// RFC 9110, section 4.2.3: an empty path of a web address is that of the root.
  private var effectivePath: String { isWeb && path.isEmpty ? "/" : path }
}

extension Substring {
  /// Ends the text in front of the first `mark`, and returns what stands behind it.
  fileprivate mutating func cut(behind mark: Character) -> String? {
    guard let index = firstIndex(of: mark) else { return nil }
    defer { self = self[..<index] }
    return String(self[self.index(after: index)...])
  }
}

extension String {
  /// Whether Foundation leaves it as it is, so that it can come back: RFC 3986, section 3.3.
  fileprivate var isPath: Bool {
    !utf8.contains { "[]".utf8.contains($0) }
      && split(separator: "%", omittingEmptySubsequences: false).dropFirst()
        .allSatisfy { $0.utf8.prefix(2).count(where: \.isHexDigit) == 2 }
  }
}

extension UInt8 {
  var isHexDigit: Bool {
    isDigit || (UInt8(ascii: "A")...UInt8(ascii: "F")).contains(self)
      || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self)
  }

  /// RFC 3986, section 2.
  fileprivate var isInURIs: Bool {
    (0x21...0x7E).contains(self) && !"\"<>\\^`{|}".utf8.contains(self)
  }

  fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

  /// RFC 3986, section 3.1, in lower case.
  fileprivate var isSchemeCharacter: Bool {
    isDigit || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) || "+-.".utf8.contains(self)
  }
}
