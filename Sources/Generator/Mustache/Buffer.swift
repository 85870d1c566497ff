// Memory that one owner fills: what contexts, stacks and output are kept in.

/// A growing sequence of plain numbers.
///
/// It has memory of its own rather than an array's: rendering appends a few elements at a time, and
/// an array asks each time whether it is the only owner.
struct Buffer<Element: BitwiseCopyable>: ~Copyable {
  private var start: UnsafeMutablePointer<Element>
  private var capacity: Int
  /// How many elements there are.
  private(set) var count = 0

  /// Makes an empty buffer with room for `capacity` elements.
  init(capacity: Int) {
    self.capacity = max(capacity, 1)
    start = .allocate(capacity: self.capacity)
  }

  deinit {
    start.deallocate()
  }

  /// The element at `index`, which has to be in `0..<count`.
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

  /// Adds an element behind the others.
  mutating func append(_ element: Element) {
    reserve(1)
    start[count] = element
    count += 1
  }

  /// Adds `elements`, which may not be in this buffer, behind the others.
  mutating func append(_ elements: UnsafeBufferPointer<Element>) {
    guard let source = elements.baseAddress else { return }
    reserve(elements.count)
    (start + count).update(from: source, count: elements.count)
    count += elements.count
  }

  /// Removes the last element, which there has to be.
  mutating func removeLast() {
    removeAll(from: count - 1)
  }

  /// Removes the elements from `index`, which has to be in `0...count`.
  mutating func removeAll(from index: Int) {
    precondition(index >= 0 && index <= count)
    count = index
  }

  /// Calls `body` with the elements in `range`, which has to lie within `0..<count`.
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
