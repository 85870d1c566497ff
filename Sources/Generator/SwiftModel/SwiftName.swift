// Converts GraphQL names to Swift names: letter case, and names that Swift does not allow.

/// How names are converted.
package enum CaseConversion: String, Sendable, CaseIterable {
  /// Properties and cases use lowerCamelCase, whatever the schema uses.
  case camelCase
  /// Properties and cases keep the schema's spelling.
  case none
}

enum SwiftName {
  /// Returns the name of a property, parameter or enum case.
  static func member(_ name: String, _ conversion: CaseConversion) -> String {
    usable(conversion == .camelCase ? lowerCamelCase(name) : name)
  }

  /// Returns the name of a type.
  static func type(_ name: String) -> String {
    usable(upperCamelCase(name))
  }

  /// Converts `ACCOUNT_EXISTS`, `account_exists` and `AccountExists` to `accountExists`, and
  /// `URLScheme` to `urlScheme`. Removes leading underscores, unless a digit would come first.
  static func lowerCamelCase(_ name: String) -> String {
    if isOneWord(name) { return lowercasingStart(name) }
    let words = words(name)
    guard let first = words.first else { return name + "_" }
    return lowercasingStart(first) + words.dropFirst().map(uppercasingStart).joined()
  }

  /// Converts `socialLink`, `social_link` and `SOCIAL_LINK` to `SocialLink`.
  static func upperCamelCase(_ name: String) -> String {
    if isOneWord(name) { return uppercasingStart(name) }
    let words = words(name)
    guard !words.isEmpty else { return name + "_" }
    return words.map(uppercasingStart).joined()
  }

  /// Returns the parts between underscores. If there are several, words in capitals become lower
  /// case: `SOCIAL_LINK` is two words, and `URL` stays an acronym.
  private static func words(_ name: String) -> [String] {
    // An underscore is never part of another character.
    let parts = name.utf8.split(separator: UInt8(ascii: "_")).map(Substring.init)
    guard let first = parts.first else { return [] }
    var words = parts.map { part in
      parts.count > 1 && !part.utf8.contains(where: isLowercase) ? part.lowercased() : String(part)
    }
    if first.utf8.first.map(isDigit) == true { words[0] = "_" + words[0] }
    return words
  }

  /// Whether a name has no underscores and no leading digit, like most names.
  private static func isOneWord(_ name: String) -> Bool {
    guard let first = name.utf8.first else { return true }
    let hasUnderscore = name.utf8.withContiguousStorageIfAvailable {
      $0.contains(UInt8(ascii: "_"))
    }
    return hasUnderscore == false && !isDigit(first)
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

  /// Returns the singular of an English plural, for the type of a list's elements. If the name of
  /// the GraphQL type contains the singular, uses it; otherwise uses the ending.
  static func singular(_ name: String, typeName: String) -> String {
    guard name.utf8.last == UInt8(ascii: "s") else { return name }
    var candidates: [String] = []
    if name.hasSuffix("ies") { candidates.append(name.dropLast(3) + "y") }
    if name.hasSuffix("es") { candidates.append(String(name.dropLast(2))) }
    candidates.append(String(name.dropLast()))
    if let candidate = candidates.first(where: { $0.utf8.count > 2 && typeName.hasSuffix($0) }) {
      return candidate
    }
    if name.hasSuffix("ies"), name.utf8.count > 4 { return name.dropLast(3) + "y" }
    let longEndings = ["sses", "shes", "ches", "xes", "tuses", "nuses", "ruses"]
    if longEndings.contains(where: name.hasSuffix) { return String(name.dropLast(2)) }
    let kept = ["ss", "us", "is"].contains(where: name.hasSuffix)
    return !kept && name.utf8.count > 2 ? String(name.dropLast()) : name
  }

  /// Changes names that are not identifiers even in backticks, or that have another meaning after a
  /// dot.
  private static func usable(_ name: String) -> String {
    unusable.contains(name) ? name + "_" : name
  }

  private static let unusable: Set<String> = [
    "_", "self", "Self", "init", "Type", "Protocol", "Any", "hashValue", "some", "any",
  ]

  private static func isLowercase(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "a") < 26 }
  private static func isUppercase(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "A") < 26 }
  private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }
}

extension SwiftName {
  /// Whether a user-supplied name can be used unchanged in Swift.
  static func isIdentifier(_ name: String) -> Bool {
    guard let first = name.utf8.first, !isDigit(first) else { return false }
    return name != "_"
      && name.utf8.allSatisfy {
        isLowercase($0) || isUppercase($0) || isDigit($0) || $0 == UInt8(ascii: "_")
      }
  }
}
