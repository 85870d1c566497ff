// GraphQL names to Swift names: casing, and the names that Swift does not allow.

/// How names are converted.
package enum CaseConversion: String, Sendable, CaseIterable {
  /// Properties and cases in lowerCamelCase, whatever the schema uses.
  case camelCase
  /// Properties and cases spelled as in the schema.
  case none
}

enum SwiftName {
  /// A property, parameter or enum case.
  static func member(_ name: String, _ conversion: CaseConversion) -> String {
    usable(conversion == .camelCase ? lowerCamelCase(name) : name)
  }

  /// A type.
  static func type(_ name: String) -> String {
    usable(upperCamelCase(name))
  }

  /// `ACCOUNT_EXISTS`, `account_exists`, `AccountExists` → `accountExists`; `URLScheme` →
  /// `urlScheme`. Leading underscores go, unless a digit would come first.
  static func lowerCamelCase(_ name: String) -> String {
    if isOneWord(name) { return lowercasingStart(name) }
    let words = words(name)
    guard let first = words.first else { return name + "_" }
    return lowercasingStart(first) + words.dropFirst().map(uppercasingStart).joined()
  }

  /// `socialLink`, `social_link`, `SOCIAL_LINK` → `SocialLink`.
  static func upperCamelCase(_ name: String) -> String {
    if isOneWord(name) { return uppercasingStart(name) }
    let words = words(name)
    guard !words.isEmpty else { return name + "_" }
    return words.map(uppercasingStart).joined()
  }

  /// The parts between underscores; words in capitals only are lowered where there are several, so
  /// that `SOCIAL_LINK` is two words and `URL` stays an acronym.
  private static func words(_ name: String) -> [String] {
    // Underscores are not part of any other character.
    let parts = name.utf8.split(separator: UInt8(ascii: "_")).map(Substring.init)
    guard let first = parts.first else { return [] }
    var words = parts.map { part in
      parts.count > 1 && !part.utf8.contains(where: isLowercase) ? part.lowercased() : String(part)
    }
    if first.utf8.first.map(isDigit) == true { words[0] = "_" + words[0] }
    return words
  }

  /// Whether a name has no underscores, and no digit at its start, as most.
  private static func isOneWord(_ name: String) -> Bool {
    guard let first = name.utf8.first else { return true }
    let hasUnderscore = name.utf8.withContiguousStorageIfAvailable {
      $0.contains(UInt8(ascii: "_"))
    }
    return hasUnderscore == false && !isDigit(first)
  }

  /// Lowers the leading capitals, the last one left alone where a small letter follows.
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

  /// The singular of an English plural, for the type of a list's elements. The name of the GraphQL
  /// type decides where it has the singular in it; the endings decide otherwise.
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

  /// Some names are no identifiers even between backticks, or mean something else behind a dot.
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
  /// Whether a name from outside can stand in Swift as it is.
  static func isIdentifier(_ name: String) -> Bool {
    guard let first = name.utf8.first, !isDigit(first) else { return false }
    return name != "_"
      && name.utf8.allSatisfy {
        isLowercase($0) || isUppercase($0) || isDigit($0) || $0 == UInt8(ascii: "_")
      }
  }
}
