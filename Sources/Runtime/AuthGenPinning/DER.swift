// Reads DER (X.690, sections 8 and 10).

/// The elements of a DER encoding, from first to last.
nonisolated struct DERReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) {
    rest = bytes
  }

  nonisolated struct Element {
    let tag: UInt8
    /// The tag, the length and the content.
    let encoding: ArraySlice<UInt8>
    let content: ArraySlice<UInt8>
  }

  var isAtEnd: Bool { rest.isEmpty }

  /// The tag of the next element; nil at the end.
  var nextTag: UInt8? { rest.first }

  /// Reads the next element.
  ///
  /// - Returns: nil if there is none, or if its length is not in the shortest form or beyond the end.
  mutating func next() -> Element? {
    let bytes = rest
    guard let tag = bytes.first, tag & 0x1F != 0x1F, let first = bytes.dropFirst().first else {
      return nil
    }
    var start = bytes.startIndex + 2
    var length = Int(first)
    if first >= 0x80 {
      let count = Int(first & 0x7F)
      guard (1...4).contains(count), bytes.endIndex - start >= count else { return nil }
      length = bytes[start..<start + count].reduce(0) { $0 << 8 | Int($1) }
      guard bytes[start] != 0, length >= 0x80 else { return nil }
      start += count
    }
    guard length <= bytes.endIndex - start else { return nil }
    let end = start + length
    rest = bytes[end...]
    return Element(tag: tag, encoding: bytes[bytes.startIndex..<end], content: bytes[start..<end])
  }

  /// Reads the next element, if it has this tag.
  mutating func next(_ tag: UInt8) -> Element? {
    nextTag == tag ? next() : nil
  }

  /// Reads the elements of the next one, a sequence.
  mutating func sequence() -> DERReader? {
    next(0x30).map { DERReader($0.content) }
  }
}
