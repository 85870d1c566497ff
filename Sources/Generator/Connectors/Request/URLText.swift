// The characters of URLs and headers.

import AuthGenSupport

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
    byte.isAlphanumeric || "-._~!$&'()*+,;=:@/".utf8.contains(byte)
  }
}
