// Recognises names that look as if their values were secret.

import AuthGenLanguage

/// The elements of a schema that look secret by their names, and that no setting mentions.
struct SecretNames: Sendable {
  let context: BuilderContext
  /// Whether a name looks secret, by symbol. Each is checked once, because selections repeat them.
  private(set) var known: [Symbol: Bool] = [:]
  /// The elements that were found.
  private(set) var coordinates: Set<String> = []

  /// Records a field, an input field or an argument if its name looks secret and no setting mentions it.
  ///
  /// - Parameter value: the named type of its values.
  /// - Returns: whether it looks secret.
  @discardableResult
  mutating func note(_ element: CoordinateResolver.Element, value: Symbol) -> Bool {
    guard context.isText(value), looksSecret(element.name),
      !context.semantics.isDeclaredPublic(element, value: value)
    else { return false }
    coordinates.insert(context.coordinate(of: element))
    return true
  }

  private mutating func looksSecret(_ name: Symbol) -> Bool {
    known.value(for: name) { [context] in Self.looksSecret(context.symbols[name]) }
  }

  /// Whether one of the name's words is a word for a secret, and the last word does not say that the value
  /// only describes it, as in `tokenType`.
  private static func looksSecret(_ name: String) -> Bool {
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
    // The names of GraphQL are ASCII.
    var words: [[UInt8]] = [[]]
    var isAfterLowerCase = false
    for byte in name.utf8 {
      let isUpperCase = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
      if byte == UInt8(ascii: "_") || isUpperCase && isAfterLowerCase { words.append([]) }
      if byte != UInt8(ascii: "_") { words[words.count - 1].append(byte | 0x20) }
      isAfterLowerCase = !isUpperCase && byte != UInt8(ascii: "_")
    }
    return words.filter { !$0.isEmpty }.map { String(decoding: $0, as: UTF8.self) }
  }
}
