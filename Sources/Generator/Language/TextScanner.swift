// What the scanners of GraphQL and JSON share: numbers, characters outside ASCII, and errors.

/// Scans a text byte by byte. A NUL follows the text, so reading the next byte needs no bounds check.
protocol TextScanner {
  /// The rule of syntax errors.
  static var rule: Diagnostic.Rule { get }
  var text: UnsafePointer<UInt8> { get }
  /// The position of the first byte.
  var base: UInt32 { get }
  var offset: Int { get set }

  /// Returns the error for an invalid number at the current byte.
  func invalidNumber(_ help: String) -> Diagnostic
}

extension TextScanner {
  /// Skips a number. Its syntax is the same in GraphQL and JSON.
  ///
  /// - Returns: whether the number has a fraction or an exponent.
  mutating func skipNumber() throws(Diagnostic) -> Bool {
    var isFloat = false
    if text[offset] == UInt8(ascii: "-") { offset += 1 }
    if text[offset] == UInt8(ascii: "0") {
      offset += 1
      if Lexer.isDigit(text[offset]) { throw invalidNumber("remove the leading zeros") }
    } else {
      try skipDigits()
    }
    if text[offset] == UInt8(ascii: ".") {
      isFloat = true
      offset += 1
      try skipDigits()
    }
    if text[offset] | 0x20 == UInt8(ascii: "e") {
      isFloat = true
      offset += 1
      if text[offset] == UInt8(ascii: "+") || text[offset] == UInt8(ascii: "-") { offset += 1 }
      try skipDigits()
    }
    return isFloat
  }

  private mutating func skipDigits() throws(Diagnostic) {
    guard Lexer.isDigit(text[offset]) else { throw invalidNumber("add a digit here") }
    while Lexer.isDigit(text[offset]) { offset += 1 }
  }

  /// Skips one character outside ASCII.
  mutating func skipScalar() throws(Diagnostic) {
    let length = utf8SequenceLength(text + offset)
    guard length > 0 else { throw invalidUTF8() }
    offset += length
  }

  // MARK: Errors

  func invalidUTF8() -> Diagnostic {
    let hexadecimal = String(text[offset], radix: 16, uppercase: true)
    return error(
      at: offset, "invalid UTF-8: unexpected byte 0x\(hexadecimal)", help: "save the file as UTF-8")
  }

  /// - Parameter what: a string or block string that begins at `start` and is not closed.
  func unterminated(_ what: String, from start: Int, help: String) -> Diagnostic {
    Diagnostic(
      rule: Self.rule, message: "unterminated \(what)", at: position(offset),
      notes: [.init(position(start), "the \(what) begins here")], help: help)
  }

  func error(at start: Int, _ message: String, help: String? = nil) -> Diagnostic {
    Diagnostic(rule: Self.rule, message: message, at: position(start), help: help)
  }

  func position(_ start: Int) -> Position {
    Position(offset: base &+ UInt32(truncatingIfNeeded: start))
  }

  /// Returns the notation of a Unicode scalar, such as U+0041.
  func codePoint(_ scalar: UInt32) -> String {
    let digits = String(scalar, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
