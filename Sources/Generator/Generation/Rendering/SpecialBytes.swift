// Finds the bytes of a text that Swift source must escape.

/// Bytes that must be escaped: control characters, and in string literals also quotation marks and
/// backslashes.
enum SpecialBytes {
  case ofComment
  case ofLiteral

  func contains(_ byte: UInt8) -> Bool {
    switch byte {
    case 0..<0x20, 0x7F: true
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): self == .ofLiteral
    default: false
    }
  }

  /// Whether `text` contains any of them.
  func areIn(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { firstIndex(in: $0, from: 0) < $0.count }
  }

  /// Returns the index of the first one from `start`, or the end. Reads eight bytes at a time,
  /// because most texts contain none.
  func firstIndex(in utf8: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    let bytes = UnsafeRawBufferPointer(utf8)
    var index = start
    while index + 8 <= utf8.count,
      !areIn(bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
    {
      index += 8
    }
    while index < utf8.count, !contains(utf8[index]) {
      index += 1
    }
    return index
  }

  /// Whether any of the eight bytes of `word` is one.
  private func areIn(_ word: UInt64) -> Bool {
    let below0x20 = (word &- Self.repeated(0x20)) & ~word
    let special =
      switch self {
      case .ofComment: below0x20 | Self.zeros(word ^ Self.repeated(0x7F))
      case .ofLiteral:
        below0x20 | Self.zeros(word ^ Self.repeated(0x7F))
          | Self.zeros(word ^ Self.repeated(UInt8(ascii: "\"")))
          | Self.zeros(word ^ Self.repeated(UInt8(ascii: "\\")))
      }
    return special & Self.repeated(0x80) != 0
  }

  /// Sets the highest bit of a byte if this byte or a lower one is zero.
  private static func zeros(_ word: UInt64) -> UInt64 { (word &- repeated(1)) & ~word }

  private static func repeated(_ byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }
}
