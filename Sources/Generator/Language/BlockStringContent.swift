// The value of a block string's content.
// https://spec.graphql.org/September2025/#BlockStringValue()

/// A block string without its quotes, valid as long as the bytes are.
struct BlockStringContent {
  private let raw: UnsafeBufferPointer<UInt8>
  /// The content without blank lines at the start and end; empty if all lines are blank.
  private var content = 0..<0
  /// The common indentation of all lines but the first, in bytes.
  private var indentation = 0
  private var hasEscapes = false

  init(_ raw: UnsafeBufferPointer<UInt8>) {
    self.raw = raw
    var least = Int.max
    var start = 0
    while true {
      var index = start
      while index < raw.count, raw[index] == 0x20 || raw[index] == 0x09 { index += 1 }
      let line = raw.line(from: index)
      if index < line.end {
        content = (content.isEmpty ? start : content.lowerBound)..<line.end
        if start > 0 { least = min(least, index - start) }
        if !hasEscapes { hasEscapes = raw[index..<line.end].contains(UInt8(ascii: "\\")) }
      }
      guard let next = line.next else { break }
      start = next
    }
    indentation = least == .max ? 0 : least
  }

  /// BlockStringValue(rawValue) of the specification.
  var value: String {
    var value: [UInt8] = []
    value.reserveCapacity(raw.count)
    forEachLine { line, isFirst in
      if !isFirst { value.append(0x0A) }
      append(line, to: &value)
    }
    return String(decoding: value, as: UTF8.self)
  }

  /// The lines of the value; empty if the value is empty.
  var lines: [String] {
    var lines: [String] = []
    forEachLine { line, _ in
      guard hasEscapes else { return lines.append(String(decoding: line, as: UTF8.self)) }
      var value: [UInt8] = []
      append(line, to: &value)
      lines.append(String(decoding: value, as: UTF8.self))
    }
    return lines
  }

  /// Returns the offset in the content of the byte at `offset` of the value.
  func contentOffset(ofByte offset: Int) -> Int {
    var remaining = offset
    var found: Int?
    forEachLineRange { line, _ in
      guard found == nil else { return }
      var index = line.lowerBound
      while index < line.upperBound, remaining > 0 {
        if isEscape(raw[index..<line.upperBound]) { index += 1 }
        index += 1
        remaining -= 1
      }
      // The line end is also a byte of the value.
      if remaining == 0 { found = index } else { remaining -= 1 }
    }
    return found ?? raw.count
  }

  private func forEachLine(_ body: (_ line: UnsafeBufferPointer<UInt8>, _ isFirst: Bool) -> Void) {
    forEachLineRange { body(UnsafeBufferPointer(rebasing: raw[$0]), $1) }
  }

  private func forEachLineRange(_ body: (_ line: Range<Int>, _ isFirst: Bool) -> Void) {
    var start = content.lowerBound
    while start < content.upperBound {
      let line = raw.line(from: start)
      let textStart = start == 0 ? 0 : min(start + indentation, line.end)
      body(textStart..<line.end, start == content.lowerBound)
      start = line.next ?? raw.count
    }
  }

  /// Whether a text begins with a backslash and three quotes.
  private func isEscape(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    text.starts(with: [UInt8(ascii: "\\"), 0x22, 0x22, 0x22])
  }

  /// Appends a line, and unescapes triple quotes.
  private func append(_ line: UnsafeBufferPointer<UInt8>, to value: inout [UInt8]) {
    guard hasEscapes else { return value.append(contentsOf: line) }
    var index = 0
    while index < line.count {
      if isEscape(line[index...]) {
        index += 1
        value.append(contentsOf: line[index..<index + 3])
        index += 3
      } else {
        value.append(line[index])
        index += 1
      }
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Finds the end of the line that begins at `start` or contains it.
  ///
  /// - Returns: the end of the line, without its line end, and the start of the next line; nil for
  ///   the last line.
  func line(from start: Int) -> (end: Int, next: Int?) {
    var end = firstControl(from: start)
    while end < count, self[end] != 0x0A, self[end] != 0x0D { end = firstControl(from: end + 1) }
    guard end < count else { return (end, nil) }
    let isPair = self[end] == 0x0D && end + 1 < count && self[end + 1] == 0x0A
    return (end, end + (isPair ? 2 : 1))
  }

  /// Returns the first byte below 0x10, or the end. Reads eight bytes at a time, because most bytes
  /// are above.
  private func firstControl(from start: Int) -> Int {
    let bytes = UnsafeRawBufferPointer(self)
    var index = start
    while count - index >= 8 {
      let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      // A smaller byte borrows from its highest bit, which was clear before. Only the lowest such
      // byte is reliable, and the search needs only that one.
      let below = (word &- 0x1010_1010_1010_1010) & ~word & 0x8080_8080_8080_8080
      if below != 0 { return index + below.trailingZeroBitCount / 8 }
      index += 8
    }
    while index < count, self[index] >= 0x10 { index += 1 }
    return index
  }
}
