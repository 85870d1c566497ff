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
    var text = text
    text.withUTF8 { append($0) }
  }

  /// Writes the UTF-8 of `text`, but for the bytes that `isReplaced` says, for each of which `write`
  /// is called. What is between them is copied at once.
  @inlinable
  package mutating func append(
    _ text: String, replacing isReplaced: (UInt8) -> Bool,
    with write: (UInt8, inout Output) -> Void
  ) {
    var text = text
    text.withUTF8 { utf8 in
      var start = 0
      for index in utf8.indices where isReplaced(utf8[index]) {
        append(UnsafeBufferPointer(rebasing: utf8[start..<index]))
        write(utf8[index], &self)
        start = index + 1
      }
      append(UnsafeBufferPointer(rebasing: utf8[start...]))
    }
  }

  /// Writes UTF-8.
  package mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
    guard let source = text.baseAddress else { return }
    reserve(text.count)
    (start + count).initialize(from: source, count: text.count)
    count += text.count
  }

  /// Writes the UTF-8 of a part of a string.
  package mutating func append(_ text: Substring.UTF8View) {
    append(String(Substring(text)))
  }

  /// Writes `text`, which is UTF-8 already.
  package mutating func append(_ text: [UInt8]) {
    text.withUnsafeBufferPointer { append($0) }
  }

  /// Writes the bytes of `text` in `range`, which has to lie within it.
  mutating func append(_ text: [UInt8], in range: Range<Int>) {
    // A slice of the array would count references, and this is what rendering does most.
    text.withUnsafeBufferPointer { buffer in
      append(UnsafeBufferPointer(rebasing: buffer[range]))
    }
  }

  /// A copy of what has been written since the last line feed. An escaper that prints a leaf on
  /// several lines finds here what the first one began with.
  package var currentLine: [UInt8] {
    var first = count
    while first > 0, start[first - 1] != Byte.lineFeed {
      first -= 1
    }
    return Array(UnsafeBufferPointer(start: start + first, count: count - first))
  }

  private mutating func reserve(_ additional: Int) {
    guard capacity - count < additional else { return }
    capacity = max(capacity * 2, count + additional)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    larger.moveInitialize(from: start, count: count)
    start.deallocate()
    start = larger
  }
}
