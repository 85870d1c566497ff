// Converts GraphQL names to the letter case of Swift names, and lists Swift's keywords. `NameScope` adds `_`
// to types' names that are keywords; `SwiftEscaper` in AuthGenGeneration writes members' names in backticks.

import AuthGenLanguage

/// How names are converted.
package enum CaseConversion: String, Sendable, CaseIterable {
  /// Properties and cases use lowerCamelCase, whatever the schema uses.
  case camelCase
  /// Properties and cases keep the schema's spelling.
  case none
}

package enum SwiftName {
  /// Returns the name of a property, parameter or enum case.
  static func member(_ name: String, _ conversion: CaseConversion) -> String {
    conversion == .camelCase ? lowerCamelCase(name) : name
  }

  /// Converts `ACCOUNT_EXISTS`, `account_exists` and `AccountExists` to `accountExists`, and
  /// `URLScheme` to `urlScheme`. Removes leading underscores, unless a digit would come first.
  private static func lowerCamelCase(_ name: String) -> String {
    let words = words(name)
    guard let first = words.first else { return name }
    return lowercasingStart(first) + words.dropFirst().map(uppercasingStart).joined()
  }

  /// Returns the name of a type: `SocialLink` for `socialLink`, `social_link` and `SOCIAL_LINK`.
  static func type(_ name: String) -> String {
    let words = words(name)
    guard !words.isEmpty else { return name }
    return words.map(uppercasingStart).joined()
  }

  /// Returns the parts between underscores. If there are several, words in capitals become lower
  /// case: `SOCIAL_LINK` is two words, and `URL` stays an acronym.
  private static func words(_ name: String) -> [String] {
    let underscore = UInt8(ascii: "_")
    // Most names are one word. An underscore is never part of another character.
    let parts =
      name.utf8.contains(underscore)
      ? name.utf8.split(separator: underscore).map(Substring.init) : [name[...]]
    guard let first = parts.first?.utf8.first else { return [] }
    var words = parts.map { part in
      parts.count > 1 && !part.utf8.contains(where: isLowercase) ? part.lowercased() : String(part)
    }
    if isDigit(first) { words[0] = "_" + words[0] }
    return words
  }

  /// Converts leading capitals to lower case, except the last one if a small letter follows.
  private static func lowercasingStart(_ word: String) -> String {
    guard let first = word.utf8.first, isUppercase(first) else { return word }
    var bytes = Array(word.utf8)
    var index = 0
    while index < bytes.count, isUppercase(bytes[index]) {
      if index > 0, index + 1 < bytes.count, isLowercase(bytes[index + 1]) { break }
      bytes[index] |= 0x20
      index += 1
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func uppercasingStart(_ word: String) -> String {
    guard let first = word.utf8.first, isLowercase(first) else { return word }
    var bytes = Array(word.utf8)
    bytes[0] = first & ~0x20
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func isLowercase(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "a") < 26 }
  private static func isUppercase(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "A") < 26 }
  private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }
}

extension SwiftName {
  /// Whether a user-supplied name can be used unchanged in Swift: ASCII letters, digits and underscores, no
  /// digit first.
  package static func isIdentifier(_ name: String) -> Bool {
    name != "_" && Name.isValid(name.utf8)
  }
}

// MARK: Keywords

extension SwiftName {
  /// The words that Swift reserves in declarations and expressions, and the words that start an
  /// expression if a name follows.
  package static let keywords: Set<String> = [
    "Any", "Self", "as", "associatedtype", "await", "borrow", "break", "case", "catch", "class",
    "consume", "continue", "copy", "default",
    "defer", "deinit", "discard", "do", "each", "else", "enum", "extension", "fallthrough", "false",
    "fileprivate",
    "for", "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil",
    "operator", "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return",
    "self", "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try",
    "typealias", "unsafe", "var", "where", "while", "yield",
  ]

  /// Whether a name is a keyword. Most names have no keyword's first letter and length, and comparing these
  /// is faster than hashing the name.
  package static func isKeyword(_ name: String) -> Bool {
    keywordShapes[shape(of: name)] && keywords.contains(name)
  }

  private static let keywordShapes: [Bool] = {
    var shapes = [Bool](repeating: false, count: 256 * 16)
    for keyword in keywords { shapes[shape(of: keyword)] = true }
    return shapes
  }()

  /// The first byte and the length of a name.
  private static func shape(of name: String) -> Int {
    Int(name.utf8.first ?? 0) * 16 + min(name.utf8.count, 15)
  }
}
