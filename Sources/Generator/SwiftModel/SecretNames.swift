// Recognises names that look as if their values were secret.

import AuthGenLanguage

/// The names of a schema that look secret. Each is checked once, because selections repeat them.
struct SecretNames: Sendable {
  private let symbols: SymbolTable
  /// The results so far, by symbol.
  private var known: [Bool?]

  init(_ symbols: SymbolTable) {
    self.symbols = symbols
    known = Array(repeating: nil, count: symbols.count)
  }

  mutating func looksSecret(_ name: Symbol) -> Bool {
    if let known = known[name.index] { return known }
    let result = Self.looksSecret(symbols[name])
    known[name.index] = result
    return result
  }

  /// Whether one of the name's words is a word for a secret, and the last word does not say that the value
  /// only describes it, as in `tokenType`.
  static func looksSecret(_ name: String) -> Bool {
    let words = words(of: name)
    guard let last = words.last, !descriptions.contains(last) else { return false }
    return words.contains { secrets.contains($0) }
  }

  private static let secrets: Set<String> = [
    "otp", "passcode", "password", "passwords", "secret", "secrets", "token", "tokens",
  ]

  private static let descriptions: Set<String> = [
    "algorithm", "algorithms", "at", "count", "enabled", "endpoint", "expiration", "expires",
    "expiry", "hint", "id", "ids", "in", "kind", "length",
    "name", "policy", "prefix", "rule", "status", "supported", "type", "uri", "url",
  ]

  /// The words of a name in camel case or with underscores, in lower case.
  private static func words(of name: String) -> [String] {
    var words: [String] = []
    var word = ""
    var isAfterLowerCase = false
    for character in name {
      if character == "_" || character.isUppercase && isAfterLowerCase {
        if !word.isEmpty { words.append(word) }
        word = ""
      }
      if character != "_" { word += character.lowercased() }
      isAfterLowerCase = character.isLowercase || character.isNumber
    }
    return word.isEmpty ? words : words + [word]
  }
}
