// Text for a field, by its name.

/// The text of a string field or of a scalar that is text.
nonisolated struct SampleText {
  /// The field's name in the response.
  let name: String
  let number: UInt64

  var text: String {
    let words = words
    let small = number % 999 + 1
    func has(_ some: Set<String>) -> Bool { words.contains { some.contains($0) } }
    if has(["id", "ids", "uuid", "key", "cursor", "token"]) {
      return "\(name)-\(String(number % 0x1_0000_0000, radix: 16))"
    }
    if has(["email", "mail"]) { return "user\(small)@example.com" }
    if has(["url", "uri", "link", "href", "website"]) {
      return "https://example.com/\(words.joined(separator: "-"))/\(small)"
    }
    if has(["phone", "mobile", "telephone"]) { return "+1555010\(1_000 + number % 9_000)" }
    if words.last == "at" || has(["date", "time", "timestamp"]) { return pointInTime }
    if has(["colour", "color"]) { return "#3366CC" }
    if has(["currency"]) { return "EUR" }
    if has(["country"]) { return "DE" }
    if has(["locale", "language"]) { return "en" }
    let title = words.joined(separator: " ")
    return "\(title.prefix(1).uppercased())\(title.dropFirst()) \(small)"
  }

  /// In the year 2026.
  var pointInTime: String { "\(date)T\(two(number / 400 % 24)):\(two(number / 10_000 % 60)):00Z" }

  var date: String { "2026-\(two(number % 12 + 1))-\(two(number / 12 % 28 + 1))" }

  /// The JSON texts to try for a scalar that is not a plain string.
  ///
  /// - Parameter type: the name of the scalar's Swift type.
  func candidates(for type: String) -> [String] {
    let small = number % 100 + 1
    let uuid =
      "00000000-0000-4000-8000-\(String(0x1_0000_0000_0000 + number % 0xFFFF_FFFF, radix: 16).suffix(12))"
    let url = "\"https://example.com/\(small)\""
    let texts = [
      "\"\(pointInTime)\"", "\"\(date)\"", "\"\(date)T08:30:00\"", "\"08:30:00\"", "\(small)",
      "\"\(small)\"", "\"\(uuid)\"", url, "\"#3366CC\"", "\"PT\(small)M\"", "true", "{}", "[]",
    ]
    // Any text is a URL for Foundation, such as a date.
    return type.contains("UR") ? [url] + texts : texts
  }

  /// The words of a name in camelCase or with underscores, in lower case.
  private var words: [String] {
    var words: [String] = []
    var word = ""
    var isUpper = true
    for character in name {
      if character == "_" || character.isUppercase && !isUpper, !word.isEmpty {
        words.append(word)
        word = ""
      }
      if character != "_" { word += character.lowercased() }
      isUpper = character.isUppercase
    }
    return word.isEmpty ? words : words + [word]
  }

  private func two(_ number: UInt64) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
