// What a template renders into: a growing buffer of UTF-8.

/// An append-only buffer of UTF-8 bytes.
///
/// It has memory of its own rather than an array's: rendering appends a few bytes at a time, and an
/// array asks each time whether it is the only owner.
package struct Output: ~Copyable {
  private var start: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  /// How many bytes have been written so far.
  package private(set) var count = 0

  /// Makes an empty buffer with room for `capacity` bytes.
  package init(capacity: Int = 0) {
    self.capacity = max(capacity, 64)
    start = .allocate(capacity: self.capacity)
  }

  deinit {
    start.deallocate()
  }

  /// Everything written so far.
  package var bytes: [UInt8] { Array(UnsafeBufferPointer(start: start, count: count)) }

  /// Writes one byte.
  package mutating func append(_ byte: UInt8) {
    reserve(1)
    start[count] = byte
    count += 1
  }

  /// Writes the UTF-8 of `text`.
  package mutating func append(_ text: String) {
    if text.utf8.withContiguousStorageIfAvailable({ append($0) }) == nil {
      for byte in text.utf8 { append(byte) }
    }
  }

  /// Writes UTF-8.
  package mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
    guard let source = text.baseAddress else { return }
    reserve(text.count)
    (start + count).initialize(from: source, count: text.count)
    count += text.count
  }

  /// Writes the bytes of `text` in `range`, which has to lie within it.
  mutating func append(_ text: [UInt8], in range: Range<Int>) {
    // A slice of the array would count references, and this is what rendering does most.
    text.withUnsafeBufferPointer { buffer in
      append(UnsafeBufferPointer(rebasing: buffer[range]))
    }
  }

  /// Writes the bytes of `other` in `range`, which has to lie within what was written there.
  mutating func append(_ other: borrowing Output, in range: Range<Int>) {
    append(other.bytes(in: range))
  }

  /// The UTF-8 in `range` as a string.
  func string(in range: Range<Int>) -> String {
    String(decoding: bytes(in: range), as: UTF8.self)
  }

  private func bytes(in range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: UnsafeBufferPointer(start: start, count: count)[range])
  }

  private mutating func reserve(_ additional: Int) {
    if capacity - count < additional {
      grow(by: additional)
    }
  }

  @inline(never)
  private mutating func grow(by additional: Int) {
    capacity = max(capacity * 2, count + additional)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    larger.moveInitialize(from: start, count: count)
    start.deallocate()
    start = larger
  }
}
