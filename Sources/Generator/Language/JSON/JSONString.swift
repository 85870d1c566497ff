// JSON strings, stored in their escaped form and decoded on demand.
// https://www.rfc-editor.org/rfc/rfc8259#section-7

package struct JSONString: Sendable {
  /// The bytes of the whole source, shared.
  private let storage: [UInt8]
  private let start: UInt32
  private let end: UInt32
  private let hasEscapes: Bool

  /// - Parameter range: the range between the quotes. Its syntax is already validated.
  init(storage: [UInt8], range: Range<Int>, hasEscapes: Bool) {
    self.storage = storage
    start = UInt32(range.lowerBound)
    end = UInt32(range.upperBound)
    self.hasEscapes = hasEscapes
  }

  /// The length in bytes of the text between the quotes.
  package var length: Int { Int(end - start) }

  /// The text. Lone surrogates become U+FFFD, because a `String` cannot contain them.
  package var text: String {
    storage.withUnsafeBufferPointer { text in
      let raw = UnsafeBufferPointer(rebasing: text[Int(start)..<Int(end)])
      return hasEscapes
        ? String(decoding: decoded(raw, replacesSurrogates: true).bytes, as: UTF8.self)
        : String(decoding: raw, as: UTF8.self)
    }
  }

  /// The text in UTF-8. JSON can escape lone surrogates, but UTF-8 cannot encode them. They are
  /// encoded like other characters of their size (U+D800 is ED A0 80), so that the next reader of
  /// the bytes rejects them.
  package var utf8: [UInt8] {
    withUTF8 { Array($0) }
  }

  /// Calls `body` with the same bytes as `utf8`, without a copy if there are no escapes.
  package func withUTF8<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    storage.withUnsafeBufferPointer { text in
      let raw = UnsafeBufferPointer(rebasing: text[Int(start)..<Int(end)])
      return hasEscapes ? decoded(raw).bytes.withUnsafeBufferPointer(body) : body(raw)
    }
  }

  /// The distance in bytes from the opening quote to the first escaped lone surrogate; nil if there
  /// is none.
  package var loneSurrogate: Int? {
    guard hasEscapes else { return nil }
    return storage.withUnsafeBufferPointer { text in
      decoded(UnsafeBufferPointer(rebasing: text[Int(start)..<Int(end)])).loneSurrogate
    }
  }

  private func decoded(
    _ raw: UnsafeBufferPointer<UInt8>, replacesSurrogates: Bool = false
  ) -> (bytes: [UInt8], loneSurrogate: Int?) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(raw.count)
    var loneSurrogate: Int?
    var index = 0
    while index < raw.count {
      guard raw[index] == UInt8(ascii: "\\") else {
        bytes.append(raw[index])
        index += 1
        continue
      }
      let escape = raw[index + 1]
      guard escape == UInt8(ascii: "u") else {
        bytes.append(Self.meaning(of: escape))
        index += 2
        continue
      }
      var codePoint = Self.codeUnit(raw, at: index)
      if codePoint & 0xF800 == 0xD800 {
        let next = Self.codeUnit(raw, at: index + 6)
        if codePoint < 0xDC00, 0xDC00...0xDFFF ~= next {
          codePoint = 0x10000 + (codePoint - 0xD800) << 10 + (next - 0xDC00)
          index += 6
        } else {
          loneSurrogate = loneSurrogate ?? index + 1
          if replacesSurrogates { codePoint = 0xFFFD }
        }
      }
      Self.append(codePoint, to: &bytes)
      index += 6
    }
    return (bytes, loneSurrogate)
  }

  private static func meaning(of escape: UInt8) -> UInt8 {
    switch escape {
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    default: escape
    }
  }

  /// Returns the code unit of the `\uXXXX` at `index`; 0 if there is no such escape.
  private static func codeUnit(_ raw: UnsafeBufferPointer<UInt8>, at index: Int) -> UInt32 {
    guard index + 6 <= raw.count, raw[index] == UInt8(ascii: "\\"),
      raw[index + 1] == UInt8(ascii: "u")
    else { return 0 }
    return raw[index + 2..<index + 6].reduce(0) { value, byte in
      let digit = byte <= UInt8(ascii: "9") ? byte & 0x0F : byte & 0x07 + 9
      return value << 4 | UInt32(digit)
    }
  }

  /// Appends a code point in UTF-8, and allows surrogates.
  private static func append(_ codePoint: UInt32, to bytes: inout [UInt8]) {
    func continuation(_ shift: UInt32) -> UInt8 {
      0x80 | UInt8(truncatingIfNeeded: codePoint >> shift) & 0x3F
    }
    switch codePoint {
    case 0..<0x80:
      bytes.append(UInt8(truncatingIfNeeded: codePoint))
    case 0x80..<0x800:
      bytes.append(0xC0 | UInt8(truncatingIfNeeded: codePoint >> 6))
      bytes.append(continuation(0))
    case 0x800..<0x10000:
      bytes.append(0xE0 | UInt8(truncatingIfNeeded: codePoint >> 12))
      bytes.append(continuation(6))
      bytes.append(continuation(0))
    default:
      bytes.append(0xF0 | UInt8(truncatingIfNeeded: codePoint >> 18))
      bytes.append(continuation(12))
      bytes.append(continuation(6))
      bytes.append(continuation(0))
    }
  }
}
