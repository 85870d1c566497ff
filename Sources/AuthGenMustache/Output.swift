// What a template renders into: a growing buffer of UTF-8.

/// An append-only buffer of UTF-8 bytes.
package struct Output: Sendable {
  /// Everything written so far.
  package private(set) var bytes: [UInt8] = []

  /// Makes an empty buffer with room for `capacity` bytes.
  package init(capacity: Int = 0) {
    bytes.reserveCapacity(capacity)
  }

  /// Writes one byte.
  package mutating func append(_ byte: UInt8) {
    bytes.append(byte)
  }

  /// Writes the UTF-8 of `text`.
  package mutating func append(_ text: String) {
    // Strings of the standard library are contiguous, and a buffer is appended faster than a view.
    if text.utf8.withContiguousStorageIfAvailable({ bytes.append(contentsOf: $0) }) == nil {
      bytes.append(contentsOf: text.utf8)
    }
  }

  /// Writes the UTF-8 of a part of a string.
  package mutating func append(_ text: Substring.UTF8View) {
    bytes.append(contentsOf: text)
  }

  /// Writes `text`, which is UTF-8 already.
  package mutating func append(_ text: [UInt8]) {
    bytes.append(contentsOf: text)
  }

  /// Writes the bytes of `text` in `range`, which has to lie within it.
  mutating func append(_ text: [UInt8], in range: Range<Int>) {
    // A slice of the array would count references, and this is what rendering does most.
    text.withUnsafeBufferPointer { buffer in
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: buffer[range]))
    }
  }

  /// A copy of what has been written since the last line feed. An escaper that prints a leaf on
  /// several lines finds here what the first one began with.
  package var currentLine: [UInt8] {
    var start = bytes.count
    while start > 0, bytes[start - 1] != Byte.lineFeed {
      start -= 1
    }
    return Array(bytes[start...])
  }
}
