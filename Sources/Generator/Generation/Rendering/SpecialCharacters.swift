// Finds the characters of a text that Swift source must escape.

import AuthGenLanguage

/// Characters that must be escaped: invisible ones, and in string literals also quotation marks and
/// backslashes.
enum SpecialCharacters {
  case ofComment
  case ofLiteral

  /// Whether the character that begins with the first byte is one of them. Most texts are in ASCII.
  private func contains(_ byte: UInt8, in utf8: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
    switch byte {
    case 0..<0x20, 0x7F: true
    case 0xC2...: Self.scalar(in: utf8, at: index).isInvisible
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): self == .ofLiteral
    default: false
    }
  }

  /// Whether `text` contains any of them.
  func areIn(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { firstIndex(in: $0, from: 0) < $0.count }
  }

  /// Returns the character that begins at an index.
  static func scalar(in utf8: UnsafeBufferPointer<UInt8>, at index: Int) -> Unicode.Scalar {
    var codec = UTF8()
    var bytes = utf8[index...].makeIterator()
    guard case .scalarValue(let scalar) = codec.decode(&bytes) else { return "\u{FFFD}" }
    return scalar
  }

  /// Returns the index of the first one from `start`, or the end. Reads eight bytes at a time,
  /// because most texts contain none.
  func firstIndex(in utf8: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    let bytes = UnsafeRawBufferPointer(utf8)
    var index = start
    while index < utf8.count {
      if index + 8 <= utf8.count,
        !mayBeIn(bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      {
        index += 8
      } else if contains(utf8[index], in: utf8, at: index) {
        break
      } else {
        index += 1
      }
    }
    return index
  }

  /// Whether any of the eight bytes of `word` is one, or is outside ASCII.
  private func mayBeIn(_ word: UInt64) -> Bool {
    let below0x20 = (word &- Self.repeated(0x20)) & ~word
    let special =
      switch self {
      case .ofComment: below0x20 | Self.zeros(word ^ Self.repeated(0x7F))
      case .ofLiteral:
        below0x20 | Self.zeros(word ^ Self.repeated(0x7F))
          | Self.zeros(word ^ Self.repeated(UInt8(ascii: "\"")))
          | Self.zeros(word ^ Self.repeated(UInt8(ascii: "\\")))
      }
    return (special | word) & Self.repeated(0x80) != 0
  }

  /// Sets the highest bit of a byte if this byte or a lower one is zero.
  private static func zeros(_ word: UInt64) -> UInt64 { (word &- repeated(1)) & ~word }

  private static func repeated(_ byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }
}
