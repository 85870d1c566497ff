// Tokens of HTTP, such as the names of header fields.

extension StringProtocol {
  /// Whether the text is a token (RFC 9110, section 5.6.2).
  package var isHTTPToken: Bool {
    !isEmpty && utf8.allSatisfy { $0.isAlphanumeric || "!#$%&'*+-.^_`|~".utf8.contains($0) }
  }
}

extension UInt8 {
  /// Whether the byte is a letter or a digit of ASCII.
  package var isAlphanumeric: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: false
    }
  }
}
