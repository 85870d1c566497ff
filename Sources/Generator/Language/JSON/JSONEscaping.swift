// Converts bytes to a JSON string. https://www.rfc-editor.org/rfc/rfc8259#section-7

extension [UInt8] {
  /// Appends `text` in quotes, escaped.
  mutating func appendJSON(_ text: UnsafeBufferPointer<UInt8>) {
    append(UInt8(ascii: "\""))
    var index = 0
    while index < text.count {
      // Runs without special bytes are copied at once.
      let start = index
      while index < text.count, Self.isPlain(text[index]) { index += 1 }
      append(contentsOf: text[start..<index])
      guard index < text.count else { break }
      if text[index] < 0x80 {
        appendEscape(text[index])
        index += 1
      } else {
        index += appendSequence(text[index...])
      }
    }
    append(UInt8(ascii: "\""))
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte < 0x80 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  private mutating func appendEscape(_ byte: UInt8) {
    append(UInt8(ascii: "\\"))
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): append(byte)
    case 0x08: append(UInt8(ascii: "b"))
    case 0x0C: append(UInt8(ascii: "f"))
    case 0x0A: append(UInt8(ascii: "n"))
    case 0x0D: append(UInt8(ascii: "r"))
    case 0x09: append(UInt8(ascii: "t"))
    default: appendCodeUnit(UInt16(byte))
    }
  }

  private mutating func appendCodeUnit(_ unit: UInt16) {
    let digits = String(unit, radix: 16)
    append(contentsOf: "u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8)
  }

  /// - Parameter text: the text, starting with a byte outside ASCII.
  /// - Returns: the number of bytes consumed.
  private mutating func appendSequence(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
    var decoder = UTF8()
    var bytes = text.prefix(4).makeIterator()
    if case .scalarValue(let scalar) = decoder.decode(&bytes) {
      append(contentsOf: scalar.utf8)
      return scalar.utf8.count
    }
    let bytesOfSurrogate = Array(text.prefix(3))
    if bytesOfSurrogate.count == 3, bytesOfSurrogate[0] == 0xED,
      0xA0...0xBF ~= bytesOfSurrogate[1], 0x80...0xBF ~= bytesOfSurrogate[2]
    {
      append(UInt8(ascii: "\\"))
      appendCodeUnit(
        0xD000 | UInt16(bytesOfSurrogate[1] & 0x3F) << 6 | UInt16(bytesOfSurrogate[2] & 0x3F))
      return 3
    }
    append(contentsOf: [0xEF, 0xBF, 0xBD])
    return 1
  }
}
