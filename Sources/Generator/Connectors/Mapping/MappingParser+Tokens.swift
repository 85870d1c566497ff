// The tokens of the mapping language, and the errors at the current byte.

import AuthGenLanguage

extension MappingParser {
  mutating func key() throws(Diagnostic) -> String? {
    if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { return try quoted() }
    return identifier()
  }

  mutating func identifier() -> String? {
    let start = index
    while true {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "_"):
        index += 1
      case UInt8(ascii: "0")...UInt8(ascii: "9") where index > start:
        index += 1
      default:
        return index > start ? String(decoding: text[start..<index], as: UTF8.self) : nil
      }
    }
  }

  /// Parses a string in single or double quotes. A backslash escapes the next character.
  mutating func quoted() throws(Diagnostic) -> String {
    let start = here
    let quote = byte
    index += 1
    var value: [UInt8] = []
    while byte != quote {
      if byte == UInt8(ascii: "\\") { index += 1 }
      guard !isAtEnd else { throw problem("the string is not closed", at: start) }
      value.append(byte)
      index += 1
    }
    index += 1
    return String(decoding: value, as: UTF8.self)
  }

  mutating func number() throws(Diagnostic) -> MappingLiteral {
    let start = index
    let position = here
    if byte == UInt8(ascii: "-") { index += 1 }
    let digits = skipDigits()
    var decimals = 0
    if byte == UInt8(ascii: ".") {
      index += 1
      decimals = skipDigits()
    }
    guard digits + decimals > 0 else { throw problem("expected digits in a number", at: position) }
    let written = String(decoding: text[start..<index], as: UTF8.self)
    return .number(Int(written).map(String.init) ?? written)
  }

  private mutating func skipDigits() -> Int {
    let start = index
    while byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") { index += 1 }
    return index - start
  }

  mutating func skipSpace() {
    while true {
      switch byte {
      case 0x20, 0x09, 0x0A, 0x0D:
        index += 1
      case UInt8(ascii: "#"):
        while !isAtEnd, byte != 0x0A { index += 1 }
      default:
        return
      }
    }
  }

  /// The current byte; 0 after the last one.
  var byte: UInt8 { text[index] }
  var isAtEnd: Bool { index >= text.count - 1 }
  var here: Position { base.advanced(by: index) }

  mutating func expect(_ character: Unicode.Scalar, _ purpose: String) throws(Diagnostic) {
    guard byte == UInt8(ascii: character) else { throw unexpected("\"\(character)\" \(purpose)") }
    index += 1
  }

  mutating func expectEnd() throws(Diagnostic) {
    skipSpace()
    guard isAtEnd else { throw unexpected("the end of the mapping") }
  }

  func wrongSeparator(_ isComma: Bool) -> Diagnostic {
    if isComma {
      return problem("unexpected comma: earlier elements are separated by spaces", at: here)
    }
    guard beginsElement else { return unexpected("a comma or the end of the list") }
    return problem("expected a comma, as between the earlier elements", at: here)
  }

  private var beginsElement: Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "_"), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "$"),
      UInt8(ascii: "@"):
      true
    default: text[index...].starts(with: "...".utf8)
    }
  }

  func unexpected(_ expected: String) -> Diagnostic {
    let found =
      isAtEnd
      ? "the end of the text" : "\"\(Character(Unicode.Scalar(byte < 0x80 ? byte : 0x3F)))\""
    // The most common cause: a name with characters other than letters.
    let help = byte == UInt8(ascii: "-") ? "put a key with hyphens into quotes" : nil
    return problem("expected \(expected), found \(found)", at: here, help: help)
  }

  func problem(_ message: String, at position: Position, help: String? = nil) -> Diagnostic {
    Diagnostic(
      rule: .connectors, message: "mapping: \(message)", at: position,
      help: help ?? ConnectSubset.help)
  }
}
