// Strings in JSON text.
// https://www.rfc-editor.org/rfc/rfc8259#section-7

nonisolated extension JSONScanner {
  /// The content of a string, between its quotation marks.
  nonisolated struct StringBounds {
    let start: Int
    let end: Int
    let hasEscapes: Bool
  }

  /// Moves past a string.
  @inline(__always)
  mutating func string() throws(JSONFailure) -> String {
    skipSpace()
    guard next == UInt8(ascii: "\"") else { throw mismatch() }
    return text(try stringBounds())
  }

  /// The text of a string that was checked by ``stringBounds()``.
  @inline(__always)
  func text(_ bounds: StringBounds) -> String {
    guard !bounds.hasEscapes else { return unescaped(bounds) }
    return String(
      decoding: UnsafeRawBufferPointer(rebasing: bytes[bounds.start..<bounds.end]), as: UTF8.self)
  }

  /// Moves past a string and checks its escape sequences and its UTF-8.
  @inline(__always)
  mutating func stringBounds() throws(JSONFailure) -> StringBounds {
    guard next == UInt8(ascii: "\"") else { throw .syntax }
    let start = offset + 1
    var end = start
    while end + 8 <= bytes.count {
      let special = Self.special(word(end))
      if special != 0 {
        end += special.trailingZeroBitCount / 8
        if byte(end) == UInt8(ascii: "\"") {
          offset = end + 1
          return StringBounds(start: start, end: end, hasEscapes: false)
        }
        break
      }
      end += 8
    }
    return try stringBounds(from: start, checked: end)
  }

  /// The highest bit of each byte that ends a run of ordinary ASCII characters: a quotation mark,
  /// a backslash, a control character or a byte beyond ASCII. Bits above the lowest may be wrong.
  @inline(__always)
  private static func special(_ word: UInt64) -> UInt64 {
    escaped(word) | word & 0x8080_8080_8080_8080
  }

  /// The highest bit of each byte that is a quotation mark, a backslash or a control character. Bits
  /// above the lowest may be wrong.
  @inline(__always)
  static func escaped(_ word: UInt64) -> UInt64 {
    let (ones, highs): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
    let quotes = word ^ (ones &* 0x22)
    let backslashes = word ^ (ones &* 0x5C)
    let quote = (quotes &- ones) & ~quotes
    let backslash = (backslashes &- ones) & ~backslashes
    let control = (word &- (ones &* 0x20)) & ~word
    return (quote | backslash | control) & highs
  }

  @inline(never)
  private mutating func stringBounds(
    from start: Int, checked: Int
  ) throws(JSONFailure) -> StringBounds {
    offset = checked
    var hasEscapes = false
    while offset < bytes.count {
      let current = byte(offset)
      switch current {
      case UInt8(ascii: "\""):
        offset += 1
        return StringBounds(start: start, end: offset - 1, hasEscapes: hasEscapes)
      case UInt8(ascii: "\\"):
        hasEscapes = true
        try skipEscape()
      case 0x20..<0x80: offset += 1
      case 0x80...: try skipScalar()
      default: throw .syntax
      }
    }
    throw .syntax
  }

  private mutating func skipEscape() throws(JSONFailure) {
    offset += 1
    switch next {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      offset += 1
    case UInt8(ascii: "u"):
      guard codeUnit(offset + 1) != nil else { throw .syntax }
      offset += 5
    default: throw .syntax
    }
  }

  /// The four hexadecimal digits at an offset.
  private func codeUnit(_ offset: Int) -> UInt16? {
    guard offset + 4 <= bytes.count else { return nil }
    var unit: UInt16 = 0
    for index in offset..<offset + 4 {
      guard let digit = byte(index).hexadecimalDigit else { return nil }
      unit = unit << 4 | UInt16(digit)
    }
    return unit
  }

  /// Moves past a Unicode scalar value beyond ASCII.
  /// https://www.rfc-editor.org/rfc/rfc3629#section-4
  private mutating func skipScalar() throws(JSONFailure) {
    let first = byte(offset)
    let second = offset + 1 < bytes.count ? byte(offset + 1) : 0
    let count: Int
    switch (first, second) {
    case (0xC2...0xDF, 0x80...0xBF): count = 2
    case (0xE0, 0xA0...0xBF), (0xE1...0xEC, 0x80...0xBF), (0xED, 0x80...0x9F),
      (0xEE...0xEF, 0x80...0xBF):
      count = 3
    case (0xF0, 0x90...0xBF), (0xF1...0xF3, 0x80...0xBF), (0xF4, 0x80...0x8F): count = 4
    default: throw .syntax
    }
    guard offset + count <= bytes.count else { throw .syntax }
    for index in offset + 1..<offset + count where byte(index) & 0xC0 != 0x80 { throw .syntax }
    offset += count
  }

  /// The text of a string with escape sequences. A surrogate without its other half, which
  /// JavaScript servers send when they cut a string, reads as U+FFFD.
  @inline(never)
  private func unescaped(_ bounds: StringBounds) -> String {
    String(unsafeUninitializedCapacity: bounds.end - bounds.start) { target in
      var (source, count) = (bounds.start, 0)
      func write(_ scalar: Unicode.Scalar) {
        for unit in UTF8.encode(scalar).unsafelyUnwrapped {
          target[count] = unit
          count += 1
        }
      }
      while source < bounds.end {
        guard byte(source) == UInt8(ascii: "\\") else {
          target[count] = byte(source)
          (source, count) = (source + 1, count + 1)
          continue
        }
        let escaped = byte(source + 1)
        source += 2
        switch escaped {
        case UInt8(ascii: "b"): write("\u{8}")
        case UInt8(ascii: "f"): write("\u{C}")
        case UInt8(ascii: "n"): write("\n")
        case UInt8(ascii: "r"): write("\r")
        case UInt8(ascii: "t"): write("\t")
        case UInt8(ascii: "u"): write(scalar(&source, bounds.end))
        default: write(Unicode.Scalar(escaped))
        }
      }
      return count
    }
  }

  /// The scalar value of the escape sequence with digits at `source`, together with a second one
  /// that is the other half of a surrogate pair.
  private func scalar(_ source: inout Int, _ end: Int) -> Unicode.Scalar {
    let unit = codeUnit(source) ?? 0xFFFD
    source += 4
    if let scalar = Unicode.Scalar(unit) { return scalar }
    guard UTF16.isLeadSurrogate(unit), source + 6 <= end, byte(source) == UInt8(ascii: "\\"),
      byte(source + 1) == UInt8(ascii: "u"), let trail = codeUnit(source + 2),
      UTF16.isTrailSurrogate(trail)
    else { return "\u{FFFD}" }
    source += 6
    let value = 0x10000 + (UInt32(unit) - 0xD800) << 10 + (UInt32(trail) - 0xDC00)
    return Unicode.Scalar(value) ?? "\u{FFFD}"
  }

  // MARK: Keys

  /// Whether a string equals a name.
  @inline(__always)
  func isEqual(_ bounds: StringBounds, _ name: KeyName) -> Bool {
    guard bounds.hasEscapes else {
      return bounds.end - bounds.start == name.count && hasBytes(of: name, at: bounds.start)
    }
    // An escape sequence has two to six bytes for one or more.
    let count = bounds.end - bounds.start
    guard name.count < count, count <= name.count * 6 else { return false }
    return unescaped(bounds).utf8.elementsEqual(name.bytes)
  }

  /// The first eight bytes of a string, the first one lowest.
  @inline(__always)
  func word(of bounds: StringBounds) -> UInt64 {
    let count = bounds.end - bounds.start
    guard count < 8 else { return word(bounds.start) }
    guard bounds.start + 8 <= bytes.count else {
      return KeyName(
        UnsafeBufferPointer(rebasing: bytes.bindMemory(to: UInt8.self)[bounds.start..<bounds.end])
      ).word
    }
    return word(bounds.start) & (1 << UInt64(8 * count) - 1)
  }

  /// Whether the bytes at an offset are a name's. There must be as many. A name with a backslash, a
  /// quotation mark or a control character is never there: in the text they are escape sequences.
  @inline(__always)
  func hasBytes(of name: KeyName, at offset: Int) -> Bool {
    guard offset + 8 <= bytes.count else {
      return hasBytes(of: name.bytes[...], at: offset)
    }
    guard (word(offset) ^ name.word) & name.mask == 0,
      Self.escaped(name.word | ~name.mask) == 0
    else { return false }
    return name.count <= 8 || hasBytes(of: name.bytes.dropFirst(8), at: offset + 8)
  }

  private func hasBytes(of name: Slice<UnsafeBufferPointer<UInt8>>, at offset: Int) -> Bool {
    name.enumerated().allSatisfy { index, byte in
      byte == self.byte(offset + index) && byte >= 0x20 && byte != UInt8(ascii: "\\")
        && byte != UInt8(ascii: "\"")
    }
  }
}

/// A name to look for in the text.
nonisolated struct KeyName {
  let bytes: UnsafeBufferPointer<UInt8>
  /// The first eight bytes, the first one lowest, and the bits that count.
  let word: UInt64
  let mask: UInt64

  var count: Int { bytes.count }

  @inline(__always)
  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    let raw = UnsafeRawBufferPointer(bytes)
    switch bytes.count {
    case 8...:
      word = UInt64(littleEndian: raw.loadUnaligned(as: UInt64.self))
      mask = .max
    case 4..<8:
      // Two loads that overlap.
      let shift = UInt64(8 * (bytes.count - 4))
      let low = UInt32(littleEndian: raw.loadUnaligned(as: UInt32.self))
      let high = UInt32(
        littleEndian: raw.loadUnaligned(fromByteOffset: bytes.count - 4, as: UInt32.self))
      word = UInt64(low) | UInt64(high) << shift
      mask = 0xFFFF_FFFF | 0xFFFF_FFFF << shift
    default:
      var (word, mask): (UInt64, UInt64) = (0, 0)
      for (index, byte) in bytes.enumerated() {
        word |= UInt64(byte) << UInt64(8 * index)
        mask |= 0xFF << UInt64(8 * index)
      }
      (self.word, self.mask) = (word, mask)
    }
  }
}

nonisolated extension UInt8 {
  fileprivate var hexadecimalDigit: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
