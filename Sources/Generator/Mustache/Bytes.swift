// The texts of a context, and the output.

/// A growing text in UTF-8.
///
/// It allocates its own memory and does not use an array: rendering appends a few bytes at a time, which is
/// most of its work, and an array checks each time whether its storage is uniquely referenced.
struct Bytes: ~Copyable {
  private var start: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private(set) var count = 0

  /// Creates an empty text with room for `capacity` bytes.
  init(capacity: Int) {
    self.capacity = max(capacity, 64)
    start = .allocate(capacity: self.capacity)
  }

  deinit {
    start.deallocate()
  }

  /// Adds `bytes`, which must not be in this text.
  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let source = bytes.baseAddress else { return }
    if capacity - count < bytes.count { grow(by: bytes.count) }
    (start + count).update(from: source, count: bytes.count)
    count += bytes.count
  }

  /// Adds the bytes of `text` in `range`, which must be valid.
  mutating func append(_ text: [UInt8], in range: Range<Int>) {
    // A slice of the array would be reference-counted.
    text.withUnsafeBufferPointer { append(UnsafeBufferPointer(rebasing: $0[range])) }
  }

  /// Adds `text`.
  mutating func append(_ text: String) {
    var text = text
    if text.utf8.withContiguousStorageIfAvailable({ append($0) }) == nil {
      text.withUTF8 { append($0) }
    }
  }

  /// Removes the bytes from `index`, which must be in `0...count`.
  mutating func removeAll(from index: Int) {
    precondition(index >= 0 && index <= count)
    count = index
  }

  /// Calls `body` with the bytes in `range`, which must be within `0..<count`.
  func withBytes<Result>(
    in range: Range<Int>, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    return body(UnsafeBufferPointer(start: start + range.lowerBound, count: range.count))
  }

  @inline(never)
  private mutating func grow(by additional: Int) {
    capacity = max(capacity * 2, count + additional)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    larger.update(from: start, count: count)
    start.deallocate()
    start = larger
  }
}
