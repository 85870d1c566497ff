// JSON strings, stored in their escaped form and decoded on demand.
// https://www.rfc-editor.org/rfc/rfc8259#section-7

package struct JSONString: Sendable {
  /// The bytes of the whole source, shared.
  private let storage: [UInt8]
  private let range: Range<Int>

  /// - Parameter range: the range between the quotes. Its syntax is already validated.
  init(storage: [UInt8], range: Range<Int>) {
    self.storage = storage
    self.range = range
  }

  /// The length in bytes of the text between the quotes.
  package var length: Int { range.count }

  /// The text. Lone surrogates become U+FFFD, because a `String` cannot contain them.
  package var text: String {
    storage.withUnsafeBufferPointer { stringValue(UnsafeBufferPointer(rebasing: $0[range])) }
  }

  /// The string as written, with its quotes.
  var literal: ArraySlice<UInt8> { storage[range.lowerBound - 1...range.upperBound] }

  /// The offset from the opening quote to the first escaped lone surrogate, in bytes. Nil without one.
  package var loneSurrogate: Int? {
    storage.withUnsafeBufferPointer { text in
      guard let start = text.baseAddress else { return nil }
      var index = range.lowerBound
      while index < range.upperBound {
        if text[index] != UInt8(ascii: "\\") {
          index += 1
        } else if text[index + 1] != UInt8(ascii: "u") {
          index += 2
        } else if let escape = UnicodeEscape(start + index) {
          index += escape.length
        } else {
          return index - range.lowerBound + 1
        }
      }
      return nil
    }
  }
}
