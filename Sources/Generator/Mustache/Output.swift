// The output of a rendering: a growing buffer of UTF-8.

/// An append-only buffer of UTF-8 bytes.
package struct Output: ~Copyable {
  private var buffer: Buffer<UInt8>

  /// Creates an empty buffer with room for `capacity` bytes.
  package init(capacity: Int = 0) {
    buffer = Buffer(capacity: max(capacity, 64))
  }

  /// The number of bytes written.
  package var count: Int { buffer.count }

  /// The bytes written.
  package var bytes: [UInt8] { buffer.withElements(in: 0..<count) { Array($0) } }

  /// Writes one byte.
  package mutating func append(_ byte: UInt8) {
    buffer.append(byte)
  }

  /// Writes `text` in UTF-8.
  package mutating func append(_ text: String) {
    if text.utf8.withContiguousStorageIfAvailable({ buffer.append($0) }) == nil {
      for byte in text.utf8 { buffer.append(byte) }
    }
  }

  /// Writes UTF-8.
  package mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
    buffer.append(text)
  }

  /// Writes the bytes of `text` in `range`, which must be valid.
  mutating func append(_ text: [UInt8], in range: Range<Int>) {
    // A slice of the array would be reference-counted, and this is the most frequent operation of
    // rendering.
    text.withUnsafeBufferPointer { bytes in
      buffer.append(UnsafeBufferPointer(rebasing: bytes[range]))
    }
  }

  /// Writes the bytes of `other` in `range`, which must be within its written bytes.
  mutating func append(_ other: borrowing Output, in range: Range<Int>) {
    other.buffer.withElements(in: range) { buffer.append($0) }
  }

  /// Returns the bytes in `range` as a string. The range must be within the written bytes.
  func string(in range: Range<Int>) -> String {
    buffer.withElements(in: range) { String(decoding: $0, as: UTF8.self) }
  }
}
