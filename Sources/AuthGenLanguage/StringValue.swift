// The meaning of string tokens: escapes, and the indentation of block strings.
// https://spec.graphql.org/September2025/#sec-String-Value

/// A string or block string as it stands in a source, quotes included.
package struct StringLiteral: Hashable, Sendable {
  package let position: Position
  /// In bytes.
  package let length: UInt32

  package init(position: Position, length: UInt32) {
    self.position = position
    self.length = length
  }
}

extension SourceMap {
  /// The text that a literal means.
  package func text(of literal: StringLiteral) -> String {
    guard let source = source(at: literal.position) else { return "" }
    return source.text(of: literal)
  }

  /// Whether a literal is a block string, with three quotes at each end.
  package func isBlockString(_ literal: StringLiteral) -> Bool {
    source(at: literal.position)?.isBlockString(literal) ?? false
  }
}

extension Source {
  /// The text that a literal means.
  package func text(of literal: StringLiteral) -> String {
    let start = index(of: literal.position)
    return storage.withUnsafeBufferPointer { text in
      let end = min(start + Int(literal.length), count)
      let isBlock = isBlockString(literal)
      let quotes = isBlock ? 3 : 1
      guard end - start >= 2 * quotes else { return "" }
      let raw = UnsafeBufferPointer(rebasing: text[start + quotes..<end - quotes])
      return isBlock ? blockStringValue(raw) : stringValue(raw)
    }
  }
}

extension Source {
  func isBlockString(_ literal: StringLiteral) -> Bool {
    let start = index(of: literal.position)
    return literal.length >= 6 && start + 6 <= count && storage[start + 1] == 0x22
      && storage[start + 2] == 0x22
  }

  /// Where the byte at `offset` of what a string means is written.
  func position(ofByte offset: Int, meantBy literal: StringLiteral) -> Position {
    let start = index(of: literal.position)
    let end = start + Int(literal.length)
    let isBlock = isBlockString(literal)
    let quotes = isBlock ? 3 : 1
    guard end <= count, end - start >= 2 * quotes else { return literal.position }
    return storage.withUnsafeBufferPointer { text in
      let raw = UnsafeBufferPointer(rebasing: text[start + quotes..<end - quotes])
      let written =
        isBlock ? blockStringPlace(ofByte: offset, raw) : stringPlace(ofByte: offset, raw)
      return literal.position.advanced(by: quotes + written)
    }
  }
}

private func stringPlace(ofByte offset: Int, _ raw: UnsafeBufferPointer<UInt8>) -> Int {
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

private func blockStringPlace(ofByte offset: Int, _ raw: UnsafeBufferPointer<UInt8>) -> Int {
  var remaining = offset
  for line in blockStringLines(raw) {
    var index = line.lowerBound
    while index < line.upperBound, remaining > 0 {
      if raw[index] == UInt8(ascii: "\\"), raw[(index + 1)...].starts(with: [0x22, 0x22, 0x22]) {
        index += 1
      }
      index += 1
      remaining -= 1
    }
    // The line's end is a byte as well.
    if remaining == 0 { return index }
    remaining -= 1
  }
  return raw.count
}

private func stringValue(_ raw: UnsafeBufferPointer<UInt8>) -> String {
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

/// BlockStringValue(rawValue) of the specification.
private func blockStringValue(_ raw: UnsafeBufferPointer<UInt8>) -> String {
  let hasEscapes = raw.contains(UInt8(ascii: "\\"))
  var value: [UInt8] = []
  value.reserveCapacity(raw.count)
  for (index, range) in blockStringLines(raw).enumerated() {
    if index > 0 { value.append(0x0A) }
    let line = UnsafeBufferPointer(rebasing: raw[range])
    if hasEscapes {
      appendUnescaped(line, to: &value)
    } else {
      value.append(contentsOf: line)
    }
  }
  return String(decoding: value, as: UTF8.self)
}

/// The lines that a block string means, without their common indentation, and without the blank ones
/// at either end.
private func blockStringLines(_ raw: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
  let lines = lines(raw)
  func indentation(_ line: Range<Int>) -> Int? {
    raw[line].firstIndex { $0 != 0x20 && $0 != 0x09 }.map { $0 - line.lowerBound }
  }
  let common = lines.dropFirst().lazy.compactMap(indentation).min() ?? 0
  guard let first = lines.firstIndex(where: { indentation($0) != nil }),
    let last = lines.lastIndex(where: { indentation($0) != nil })
  else { return [] }
  return (first...last).map { lines[$0].dropFirst($0 == 0 ? 0 : common) }
}

/// The lines without their ends.
private func lines(_ raw: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
  var lines: [Range<Int>] = []
  var start = 0
  var index = 0
  while index < raw.count {
    let byte = raw[index]
    if byte == 0x0A || byte == 0x0D {
      lines.append(start..<index)
      if byte == 0x0D, index + 1 < raw.count, raw[index + 1] == 0x0A { index += 1 }
      start = index + 1
    }
    index += 1
  }
  lines.append(start..<raw.count)
  return lines
}

/// Appends a line of a block string, whose only escape is that of three quotes.
private func appendUnescaped(_ line: UnsafeBufferPointer<UInt8>, to value: inout [UInt8]) {
  var index = 0
  while index < line.count {
    if line[index] == UInt8(ascii: "\\"), line[(index + 1)...].starts(with: [0x22, 0x22, 0x22]) {
      index += 1
      value.append(contentsOf: line[index..<index + 3])
      index += 3
    } else {
      value.append(line[index])
      index += 1
    }
  }
}

/// Any escape in a quoted string that a lexer has passed.
private struct EscapeSequence {
  let scalar: Unicode.Scalar
  /// In bytes, the backslash included.
  let length: Int

  /// - Parameter text: at the backslash.
  init(_ text: UnsafePointer<UInt8>) {
    if text[1] == UInt8(ascii: "u"), let escape = UnicodeEscape(text) {
      scalar = escape.scalar
      length = escape.length
      return
    }
    length = 2
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

/// `\uXXXX`, `\u{X...}` or a pair of the first kind that makes a surrogate pair.
struct UnicodeEscape {
  let scalar: Unicode.Scalar
  /// Of the whole escape, in bytes, the backslash included.
  let length: Int

  /// - Parameter text: at the backslash of `\u`, in a text that ends in a byte that is no
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

  private static func hexadecimal(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A") + 10)
    default: nil
    }
  }
}
