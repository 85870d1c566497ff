// The characters of URLs and headers.

/// The characters that a URL can contain unescaped.
enum URLText {
  static let help = "write a path such as \"/users/{$args.id}\""

  /// Returns why a text cannot be a part of a path (RFC 3986, section 3.3), or nil.
  static func objection(toPath text: String) -> String? {
    guard text.utf8.allSatisfy(isPathCharacter) else {
      return "a path can contain only letters, digits and -._~!$&'()*+,;=:@/"
    }
    let segments = text.split(separator: "/", omittingEmptySubsequences: false)
    guard !segments.contains("."), !segments.contains("..") else {
      return "a path has no segments \".\" and \"..\""
    }
    return nil
  }

  private static func isPathCharacter(_ byte: UInt8) -> Bool {
    isAlphanumeric(byte) || "-._~!$&'()*+,;=:@/".utf8.contains(byte)
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: false
    }
  }
}
