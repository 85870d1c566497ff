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
}

extension Source {
  package func text(of literal: StringLiteral) -> String {
    let start = index(of: literal.position)
    return storage.withUnsafeBufferPointer { text in
      let end = min(start + Int(literal.length), count)
      let isBlock = end - start >= 6 && text[start + 1] == 0x22 && text[start + 2] == 0x22
      let quotes = isBlock ? 3 : 1
      guard end - start >= 2 * quotes else { return "" }
      let raw = UnsafeBufferPointer(rebasing: text[start + quotes..<end - quotes])
      return isBlock ? blockStringValue(raw) : stringValue(raw)
    }
  }
}

private func stringValue(_ raw: UnsafeBufferPointer<UInt8>) -> String {
  guard let start = raw.baseAddress, raw.contains(UInt8(ascii: "\\")) else {
    return String(decoding: raw, as: UTF8.self)
  }
  var value: [UInt8] = []
  value.reserveCapacity(raw.count)
  var index = 0
  while index < raw.count {
    guard raw[index] == UInt8(ascii: "\\") else {
      value.append(raw[index])
      index += 1
      continue
    }
    switch raw[index + 1] {
    case UInt8(ascii: "b"): value.append(0x08)
    case UInt8(ascii: "f"): value.append(0x0C)
    case UInt8(ascii: "n"): value.append(0x0A)
    case UInt8(ascii: "r"): value.append(0x0D)
    case UInt8(ascii: "t"): value.append(0x09)
    case UInt8(ascii: "u"):
      if let escape = UnicodeEscape(start + index) {
        value.append(contentsOf: String(Character(escape.scalar)).utf8)
        index += escape.length
        continue
      }
    default: value.append(raw[index + 1])
    }
    index += 2
  }
  return String(decoding: value, as: UTF8.self)
}

/// BlockStringValue(rawValue) of the specification.
private func blockStringValue(_ raw: UnsafeBufferPointer<UInt8>) -> String {
  var lines: [[UInt8]] = [[]]
  var index = 0
  while index < raw.count {
    let byte = raw[index]
    if byte == 0x0D || byte == 0x0A {
      if byte == 0x0D, index + 1 < raw.count, raw[index + 1] == 0x0A { index += 1 }
      lines.append([])
    } else if byte == UInt8(ascii: "\\"), index + 3 < raw.count, raw[index + 1] == 0x22,
      raw[index + 2] == 0x22, raw[index + 3] == 0x22
    {
      lines[lines.count - 1].append(contentsOf: [0x22, 0x22, 0x22])
      index += 3
    } else {
      lines[lines.count - 1].append(byte)
    }
    index += 1
  }
  func indentation(_ line: [UInt8]) -> Int? {
    line.firstIndex { $0 != 0x20 && $0 != 0x09 }
  }
  if let common = lines.dropFirst().compactMap(indentation).min(), common > 0 {
    for index in 1..<lines.count { lines[index].removeFirst(min(common, lines[index].count)) }
  }
  let first = lines.firstIndex { indentation($0) != nil } ?? lines.count
  let last = lines.lastIndex { indentation($0) != nil } ?? -1
  guard first <= last else { return "" }
  return String(decoding: Array(lines[first...last].joined(separator: [0x0A])), as: UTF8.self)
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
