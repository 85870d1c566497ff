// The values of string tokens: escapes, and the indentation of block strings.
// https://spec.graphql.org/September2025/#sec-String-Value

/// A string or block string in a source, including its quotes.
package struct StringLiteral: Hashable, Sendable {
  package let position: Position
  /// The length in bytes.
  package let length: UInt32

  package init(position: Position, length: UInt32) {
    self.position = position
    self.length = length
  }
}

extension SourceMap {
  /// Returns the literal's value.
  package func text(of literal: StringLiteral) -> String {
    guard let source = source(at: literal.position) else { return "" }
    return source.text(of: literal)
  }

  /// Returns the lines of the literal's value, without blank lines at the end.
  package func lines(of literal: StringLiteral) -> [String] {
    guard let source = source(at: literal.position) else { return [] }
    return source.lines(of: literal)
  }

  /// Whether a literal is a block string, with three quotes at each end.
  package func isBlockString(_ literal: StringLiteral) -> Bool {
    source(at: literal.position)?.isBlockString(literal) ?? false
  }
}

extension Source {
  /// Returns the literal's value.
  package func text(of literal: StringLiteral) -> String {
    withContent(of: literal) { raw, isBlock in
      isBlock ? BlockStringContent(raw).value : stringValue(raw)
    }
  }

  /// Returns the lines of the literal's value, without blank lines at the end.
  func lines(of literal: StringLiteral) -> [String] {
    withContent(of: literal) { raw, isBlock in
      isBlock ? BlockStringContent(raw).lines : stringValue(raw).lines
    }
  }

  /// Calls `body` with the text between the literal's quotes, and whether it is a block string.
  private func withContent<Result>(
    of literal: StringLiteral, _ body: (UnsafeBufferPointer<UInt8>, Bool) -> Result
  ) -> Result {
    let start = index(of: literal.position)
    return storage.withUnsafeBufferPointer { text in
      let end = min(start + Int(literal.length), count)
      let isBlock = isBlockString(literal)
      let quotes = isBlock ? 3 : 1
      guard end - start >= 2 * quotes else {
        return body(UnsafeBufferPointer(start: nil, count: 0), false)
      }
      return body(UnsafeBufferPointer(rebasing: text[start + quotes..<end - quotes]), isBlock)
    }
  }
}

extension Source {
  func isBlockString(_ literal: StringLiteral) -> Bool {
    let start = index(of: literal.position)
    return literal.length >= 6 && start + 6 <= count && storage[start + 1] == 0x22
      && storage[start + 2] == 0x22
  }

  /// Returns the source position of the byte at `offset` of a string's value.
  func position(ofByte offset: Int, meantBy literal: StringLiteral) -> Position {
    let quotes = isBlockString(literal) ? 3 : 1
    let contentOffset = withContent(of: literal) { raw, isBlock in
      isBlock
        ? BlockStringContent(raw).contentOffset(ofByte: offset)
        : quotedContentOffset(ofByte: offset, in: raw)
    }
    return literal.position.advanced(by: quotes + contentOffset)
  }
}

private func quotedContentOffset(ofByte offset: Int, in raw: UnsafeBufferPointer<UInt8>) -> Int {
  guard let start = raw.baseAddress else { return 0 }
  var index = 0
  var remaining = offset
  while index < raw.count, remaining > 0 {
    let escape = raw[index] == UInt8(ascii: "\\") ? EscapeSequence(start + index) : nil
    remaining -= escape?.scalar.utf8.count ?? 1
    if remaining < 0 { break }
    index += escape?.length ?? 1
  }
  return index
}

extension String {
  /// The lines, split at LF, CR and CR LF, without blank lines at the end.
  fileprivate var lines: [String] {
    var text = self
    return text.withUTF8 { utf8 in
      var lines: [String] = []
      var start = 0
      while true {
        let line = utf8.line(from: start)
        lines.append(String(decoding: utf8[start..<line.end], as: UTF8.self))
        guard let next = line.next else { break }
        start = next
      }
      while let last = lines.last, last.utf8.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) {
        lines.removeLast()
      }
      return lines
    }
  }
}

/// Returns the value of a quoted string of GraphQL or JSON.
///
/// - Parameter raw: the text between the quotes. Its syntax is already validated.
func stringValue(_ raw: UnsafeBufferPointer<UInt8>) -> String {
  guard let start = raw.baseAddress, raw.contains(UInt8(ascii: "\\")) else {
    return String(decoding: raw, as: UTF8.self)
  }
  var value: [UInt8] = []
  value.reserveCapacity(raw.count)
  var index = 0
  while index < raw.count {
    if raw[index] == UInt8(ascii: "\\") {
      let escape = EscapeSequence(start + index)
      value.append(contentsOf: escape.scalar.utf8)
      index += escape.length
    } else {
      value.append(raw[index])
      index += 1
    }
  }
  return String(decoding: value, as: UTF8.self)
}

/// An escape in a quoted string that a lexer has validated. A lone surrogate, which JSON allows, has
/// the value U+FFFD.
private struct EscapeSequence {
  let scalar: Unicode.Scalar
  /// The length in bytes, including the backslash.
  let length: Int

  /// - Parameter text: the text from the backslash.
  init(_ text: UnsafePointer<UInt8>) {
    if text[1] == UInt8(ascii: "u"), let escape = UnicodeEscape(text) {
      scalar = escape.scalar
      length = escape.length
      return
    }
    length = text[1] == UInt8(ascii: "u") ? 6 : 2
    scalar =
      switch text[1] {
      case UInt8(ascii: "b"): "\u{08}"
      case UInt8(ascii: "f"): "\u{0C}"
      case UInt8(ascii: "n"): "\n"
      case UInt8(ascii: "r"): "\r"
      case UInt8(ascii: "t"): "\t"
      case UInt8(ascii: "u"): "\u{FFFD}"
      default: Unicode.Scalar(text[1])
      }
  }
}

/// `\uXXXX`, `\u{X...}` or two of the first form that are a surrogate pair.
struct UnicodeEscape {
  let scalar: Unicode.Scalar
  /// The length of the whole escape in bytes, including the backslash.
  let length: Int

  /// - Parameter text: the text from the backslash of `\u`. It ends with a byte that is not a
  ///   hexadecimal digit.
  init?(_ text: UnsafePointer<UInt8>) {
    if text[2] == UInt8(ascii: "{") {
      var value: UInt32 = 0
      var index = 3
      while let digit = Self.hexadecimal(text[index]) {
        guard value <= 0x10FFFF else { return nil }
        value = value << 4 | digit
        index += 1
      }
      guard index > 3, text[index] == UInt8(ascii: "}"), let scalar = Unicode.Scalar(value) else {
        return nil
      }
      self.scalar = scalar
      length = index + 1
      return
    }
    guard let leading = Self.codeUnit(text + 2) else { return nil }
    if let scalar = Unicode.Scalar(leading) {
      self.scalar = scalar
      length = 6
      return
    }
    guard (0xD800...0xDBFF).contains(leading), text[6] == UInt8(ascii: "\\"),
      text[7] == UInt8(ascii: "u"), let trailing = Self.codeUnit(text + 8),
      (0xDC00...0xDFFF).contains(trailing),
      let scalar = Unicode.Scalar(0x10000 + (leading - 0xD800) << 10 + (trailing - 0xDC00))
    else { return nil }
    self.scalar = scalar
    length = 12
  }

  private static func codeUnit(_ text: UnsafePointer<UInt8>) -> UInt32? {
    var value: UInt32 = 0
    for index in 0..<4 {
      guard let digit = hexadecimal(text[index]) else { return nil }
      value = value << 4 | digit
    }
    return value
  }

  static func hexadecimal(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A") + 10)
    default: nil
    }
  }
}
