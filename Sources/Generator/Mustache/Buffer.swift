// Memory with one owner, which stores contexts, stacks and output.

/// A growing sequence of plain numbers.
///
/// It allocates its own memory and does not use an array: rendering appends a few elements at a
/// time, and an array checks each time whether its storage is uniquely referenced.
struct Buffer<Element: BitwiseCopyable>: ~Copyable {
  private var start: UnsafeMutablePointer<Element>
  private var capacity: Int
  /// The number of elements.
  private(set) var count = 0

  /// Creates an empty buffer with room for `capacity` elements.
  init(capacity: Int) {
    self.capacity = max(capacity, 1)
    start = .allocate(capacity: self.capacity)
  }

  deinit {
    start.deallocate()
  }

  /// The element at `index`, which must be in `0..<count`.
  subscript(index: Int) -> Element {
    get {
      precondition(index >= 0 && index < count)
      return start[index]
    }
    set {
      precondition(index >= 0 && index < count)
      start[index] = newValue
    }
  }

  /// Adds an element at the end.
  mutating func append(_ element: Element) {
    reserve(1)
    start[count] = element
    count += 1
  }

  /// Adds `elements` at the end. They must not be in this buffer.
  mutating func append(_ elements: UnsafeBufferPointer<Element>) {
    guard let source = elements.baseAddress else { return }
    reserve(elements.count)
    (start + count).update(from: source, count: elements.count)
    count += elements.count
  }

  /// Removes the last element. The buffer must not be empty.
  mutating func removeLast() {
    removeAll(from: count - 1)
  }

  /// Removes the elements from `index`, which must be in `0...count`.
  mutating func removeAll(from index: Int) {
    precondition(index >= 0 && index <= count)
    count = index
  }

  /// Calls `body` with the elements in `range`, which must be within `0..<count`.
  func withElements<Result>(
    in range: Range<Int>, _ body: (UnsafeBufferPointer<Element>) -> Result
  ) -> Result {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    return body(UnsafeBufferPointer(start: start + range.lowerBound, count: range.count))
  }

  private mutating func reserve(_ additional: Int) {
    if capacity - count < additional {
      grow(by: additional)
    }
  }

  @inline(never)
  private mutating func grow(by additional: Int) {
    capacity = max(capacity * 2, count + additional)
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
    larger.update(from: start, count: count)
    start.deallocate()
    start = larger
  }
}
