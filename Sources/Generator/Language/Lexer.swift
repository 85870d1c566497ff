// Converts source text to tokens, one at a time, and reads each byte once:
//
//     book(id: $id)  # one
//
// gives name 0..<4, openParenthesis 4..<5, name 5..<7, colon, dollar, name, closeParenthesis and endOfFile. A
// name is its number in the symbol table. Blanks, commas and comments give nothing. The offset distinguishes
// the NUL after the text from a NUL inside the text.
// https://spec.graphql.org/September2025/#sec-Appendix-Grammar-Summary.Lexical-Tokens

struct Lexer: TextScanner {
  static let rule = Diagnostic.Rule.syntax

  let text: UnsafePointer<UInt8>
  private let count: Int
  let base: UInt32
  var offset = 0

  /// - Parameter text: `count` bytes followed by a NUL, valid during the lexer's lifetime.
  init(text: UnsafePointer<UInt8>, count: Int, base: UInt32) {
    self.text = text
    self.count = count
    self.base = base
  }

  /// Returns the innermost delimiter before `end` that the text does not close.
  ///
  /// - Returns: nil if all delimiters are closed, or after a lexical error.
  func unclosedDelimiter(before end: Position) -> OpenDelimiter? {
    var lexer = self
    lexer.offset = 0
    var symbols = SymbolTable()
    var delimiters = DelimiterMatcher()
    while true {
      guard let token = try? lexer.next(&symbols) else { return nil }
      switch token.kind {
      case .openBrace, .openParenthesis, .openBracket, .closeBrace, .closeParenthesis,
        .closeBracket:
        delimiters.read(text[token.start], at: position(token.start))
      case .endOfFile:
        return delimiters.unclosed(before: end)
      default: break
      }
    }
  }

  mutating func next(_ symbols: inout SymbolTable) throws(Diagnostic) -> Token {
    try skipIgnored()
    let start = offset
    let byte = text[start]
    if Self.isNameStart(byte) { return name(from: start, &symbols) }
    switch byte {
    case UInt8(ascii: "{"): return punctuator(.openBrace)
    case UInt8(ascii: "}"): return punctuator(.closeBrace)
    case UInt8(ascii: ":"): return punctuator(.colon)
    case UInt8(ascii: "!"): return punctuator(.exclamationMark)
    case UInt8(ascii: "("): return punctuator(.openParenthesis)
    case UInt8(ascii: ")"): return punctuator(.closeParenthesis)
    case UInt8(ascii: "["): return punctuator(.openBracket)
    case UInt8(ascii: "]"): return punctuator(.closeBracket)
    case UInt8(ascii: "$"): return punctuator(.dollar)
    case UInt8(ascii: "@"): return punctuator(.at)
    case UInt8(ascii: "="): return punctuator(.equals)
    case UInt8(ascii: "|"): return punctuator(.verticalBar)
    case UInt8(ascii: "&"): return punctuator(.ampersand)
    case UInt8(ascii: "."):
      guard text[start + 1] == byte, text[start + 2] == byte else {
        throw error(at: start, "unexpected \".\"", help: "a spread is written with three dots: ...")
      }
      offset += 3
      return Token(kind: .ellipsis, start: start, end: offset, symbol: .empty)
    case UInt8(ascii: "\""):
      if text[start + 1] == byte, text[start + 2] == byte { return try blockString(from: start) }
      return try string(from: start)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return try number(from: start)
    case 0 where start == count:
      return Token(kind: .endOfFile, start: start, end: start, symbol: .empty)
    default:
      throw unexpectedCharacter(at: start)
    }
  }

  private mutating func punctuator(_ kind: Token.Kind) -> Token {
    offset += 1
    return Token(kind: kind, start: offset - 1, end: offset, symbol: .empty)
  }

  /// Skips white space, line ends, commas, byte order marks and comments.
  private mutating func skipIgnored() throws(Diagnostic) {
    while true {
      switch text[offset] {
      case 0x20, 0x0A, 0x0D, 0x09, UInt8(ascii: ","):
        offset += 1
      case UInt8(ascii: "#"):
        offset += 1
        try skipComment()
      case 0xEF where text[offset + 1] == 0xBB && text[offset + 2] == 0xBF:
        offset += 3
      default:
        return
      }
    }
  }

  private mutating func skipComment() throws(Diagnostic) {
    while true {
      let byte = text[offset]
      if byte == 0x0A || byte == 0x0D || (byte == 0 && offset == count) { return }
      if byte < 0x80 { offset += 1 } else { try skipScalar() }
    }
  }

  private mutating func name(from start: Int, _ symbols: inout SymbolTable) -> Token {
    var hash = SymbolTable.initialHash
    var end = start
    repeat {
      hash = SymbolTable.combine(hash, text[end])
      end += 1
    } while Self.isNameContinue(text[end])
    offset = end
    let bytes = UnsafeBufferPointer(start: text + start, count: end - start)
    return Token(kind: .name, start: start, end: end, symbol: symbols.intern(bytes, hash: hash))
  }

  // MARK: Numbers

  private mutating func number(from start: Int) throws(Diagnostic) -> Token {
    let kind = try skipNumber() ? Token.Kind.float : .int
    if text[offset] == UInt8(ascii: ".") || Self.isNameStart(text[offset]) {
      throw invalidNumber("separate it from the next name, dot or number")
    }
    return Token(kind: kind, start: start, end: offset, symbol: .empty)
  }

  func invalidNumber(_ help: String) -> Diagnostic {
    error(at: offset, "invalid number: unexpected \(character(at: offset))", help: help)
  }

  // MARK: Strings

  private mutating func string(from start: Int) throws(Diagnostic) -> Token {
    offset += 1
    while true {
      let byte = text[offset]
      switch byte {
      case UInt8(ascii: "\""):
        offset += 1
        return Token(kind: .string, start: start, end: offset, symbol: .empty)
      case UInt8(ascii: "\\"):
        try skipEscape()
      case 0x0A, 0x0D:
        throw unterminatedString(start)
      case 0 where offset == count:
        throw unterminatedString(start)
      case 0x80...:
        try skipScalar()
      default:
        offset += 1
      }
    }
  }

  private func unterminatedString(_ start: Int) -> Diagnostic {
    unterminated(
      "string", from: start,
      help: "close it with \", or use a block string (\"\"\") for several lines")
  }

  private mutating func skipEscape() throws(Diagnostic) {
    let start = offset
    switch text[start + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      offset += 2
    case UInt8(ascii: "u"):
      guard let escape = UnicodeEscape(text + start) else {
        throw error(
          at: start, "invalid Unicode escape sequence",
          help: "write \\u and four hexadecimal digits, or \\u{...}, of a Unicode scalar value")
      }
      offset += escape.length
    default:
      throw error(
        at: start, "invalid escape sequence",
        help: "the escapes are \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX and \\u{X...}")
    }
  }

  private mutating func blockString(from start: Int) throws(Diagnostic) -> Token {
    let quote = UInt8(ascii: "\"")
    offset += 3
    while true {
      skipPlainText()
      let byte = text[offset]
      if byte == quote, text[offset + 1] == quote, text[offset + 2] == quote {
        offset += 3
        return Token(kind: .blockString, start: start, end: offset, symbol: .empty)
      } else if byte == UInt8(ascii: "\\"), text[offset + 1] == quote, text[offset + 2] == quote,
        text[offset + 3] == quote
      {
        offset += 4
      } else if byte == 0, offset == count {
        throw unterminated("block string", from: start, help: "close it with \"\"\"")
      } else if byte < 0x80 {
        offset += 1
      } else {
        try skipScalar()
      }
    }
  }

  /// Skips ASCII characters without a special meaning in a block string, eight bytes at a time,
  /// because descriptions are most of a schema.
  private mutating func skipPlainText() {
    let bytes = UnsafeRawPointer(text)
    while offset + 8 <= count {
      let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      let found =
        Self.zeros(word) | Self.zeros(word ^ 0x2222_2222_2222_2222)
        | Self.zeros(word ^ 0x5C5C_5C5C_5C5C_5C5C) | word & 0x8080_8080_8080_8080
      guard found == 0 else {
        offset += found.trailingZeroBitCount / 8
        return
      }
      offset += 8
    }
  }

  /// Sets the highest bit of the lowest zero byte. Higher bytes can be marked incorrectly, because
  /// a zero byte borrows from the next one.
  @inline(__always)
  private static func zeros(_ word: UInt64) -> UInt64 {
    (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
  }

  // MARK: Characters

  private func unexpectedCharacter(at start: Int) -> Diagnostic {
    if text[start] >= 0x80, utf8SequenceLength(text + start) == 0 { return invalidUTF8() }
    var help: String?
    if text[start] == UInt8(ascii: "'") {
      help = "strings are written with double quotes (\")"
    } else if isConflictMarker(at: start) {
      help = "resolve the merge conflict"
    }
    return error(at: start, "unexpected character \(character(at: start))", help: help)
  }

  /// Whether a line begins here as Git marks a merge conflict.
  private func isConflictMarker(at start: Int) -> Bool {
    guard start + 7 <= count, start == 0 || text[start - 1] == UInt8(ascii: "\n") else {
      return false
    }
    return (start..<start + 7).allSatisfy { text[$0] == text[start] }
      && [UInt8(ascii: "<"), UInt8(ascii: ">")].contains(text[start])
  }

  private func character(at start: Int) -> String {
    if start == count { return "end of the file" }
    let length = text[start] < 0x80 ? 1 : max(1, utf8SequenceLength(text + start))
    let bytes = UnsafeBufferPointer(start: text + start, count: length)
    guard let scalar = String(decoding: bytes, as: UTF8.self).unicodeScalars.first else {
      return ""
    }
    let printable = scalar.value > 0x20 && !(0x7F...0xA0).contains(scalar.value)
    return printable ? "\"\(scalar)\"" : codePoint(scalar.value)
  }

  @inline(__always)
  static func isNameStart(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte == UInt8(ascii: "_")
  }

  @inline(__always)
  static func isNameContinue(_ byte: UInt8) -> Bool {
    isNameStart(byte) || isDigit(byte)
  }

  @inline(__always)
  static func isDigit(_ byte: UInt8) -> Bool {
    byte &- UInt8(ascii: "0") < 10
  }
}
