// Source text and positions. All sources of a run share one position space, so a position is a
// single number. Only diagnostics convert it to a line and column.

/// A position in a source of a `SourceMap`: the source's base plus a UTF-8 byte offset.
/// Public, to be inlined: see `Symbol`.
public struct Position: Hashable, Comparable, Sendable {
  public let offset: UInt32

  public init(offset: UInt32) {
    self.offset = offset
  }

  /// The position of elements that were not read from a source.
  public static let unknown = Position(offset: 0)

  public static func < (left: Position, right: Position) -> Bool {
    left.offset < right.offset
  }

  public func advanced(by count: Int) -> Position {
    Position(offset: offset &+ UInt32(truncatingIfNeeded: count))
  }
}

/// A text for scanners. One NUL follows it, so reading one byte ahead needs no bounds check.
package struct SourceText: Sendable {
  /// The text and the NUL.
  package let storage: [UInt8]

  /// - Parameter bytes: the text. It is not copied if this is the only reference.
  package init(_ bytes: consuming [UInt8]) {
    var storage = bytes
    storage.append(0)
    self.storage = storage
  }
}

/// One input text, as unvalidated bytes. The lexer checks the UTF-8, because it reads each byte
/// anyway and knows the position.
package struct Source: Sendable {
  /// The name in diagnostics, usually a path.
  package let path: String
  /// The position of the first byte.
  package let base: UInt32
  /// The text followed by one NUL, so that reading one byte ahead needs no bounds check.
  package let storage: [UInt8]
  /// If this source is the value of a string in another source, that string.
  let origin: StringLiteral?

  /// The number of bytes of the text.
  package var count: Int { storage.count - 1 }

  /// The text's bytes.
  package var bytes: ArraySlice<UInt8> { storage.dropLast() }

  package func contains(_ position: Position) -> Bool {
    position.offset >= base && position.offset - base <= UInt32(count)
  }

  func index(of position: Position) -> Int {
    min(Int(position.offset &- base), count)
  }

  /// Returns at most `length` bytes, starting at `position`.
  package func slice(at position: Position, length: Int) -> ArraySlice<UInt8> {
    let start = index(of: position)
    return storage[start..<min(start + length, count)]
  }
}

/// A place as people and editors read it: path, line and column.
package struct SourcePlace: Hashable, Sendable {
  package let path: String
  /// The line, from 1.
  package let line: Int
  /// The column, from 1, counted in UTF-8 bytes as compilers and Xcode do.
  package let column: Int

  package init(path: String, line: Int, column: Int) {
    self.path = path
    self.line = line
    self.column = column
  }
}

/// A place with the text of its line.
package struct SourceLocation: Hashable, Sendable {
  /// The maximum number of bytes kept on either side of a place. A whole file can be one line.
  package static let maximumLength = 1_025

  package let place: SourcePlace
  /// The part of the line before the place.
  package let before: ArraySlice<UInt8>
  /// The part of the line after the place, without the line end.
  package let after: ArraySlice<UInt8>

  package var path: String { place.path }
  /// The line, from 1.
  package var line: Int { place.line }
  /// The column, from 1, counted in UTF-8 bytes.
  package var column: Int { place.column }
}

/// The sources of a run, and the conversion of positions to places.
package struct SourceMap: Sendable {
  package private(set) var sources: [Source] = []
  private var nextBase: UInt32 = 1
  /// The line indexes, by the base of the source, for sources that were indexed.
  private var lineStarts: [UInt32: LineStarts] = [:]

  package init() {}

  /// Adds a text.
  /// - Throws: a diagnostic when all sources together exceed 4 GiB.
  package mutating func add(path: String, bytes: [UInt8]) throws(Diagnostic) -> Source {
    try add(path: path, text: SourceText(bytes))
  }

  /// Adds a text.
  /// - Throws: a diagnostic when all sources together exceed 4 GiB.
  package mutating func add(path: String, text: SourceText) throws(Diagnostic) -> Source {
    try add(path: path, text: text, origin: nil)
  }

  /// Adds the value of a string as a separate source, such as a default value in introspection JSON
  /// or a connector's mapping. Positions in it are shown as places in the string.
  /// - Throws: a diagnostic when all sources together exceed 4 GiB.
  package mutating func add(textOf literal: StringLiteral) throws(Diagnostic) -> Source {
    try add(
      path: source(at: literal.position)?.path ?? "",
      text: SourceText(Array(text(of: literal).utf8)), origin: literal)
  }

  private mutating func add(
    path: String, text: SourceText, origin: StringLiteral?
  ) throws(Diagnostic) -> Source {
    guard text.storage.count <= Int(UInt32.max - nextBase) - 2 else {
      throw Diagnostic(
        rule: .source, message: "\(path) is too large: all inputs together may hold 4 GiB")
    }
    let source = Source(path: path, base: nextBase, storage: text.storage, origin: origin)
    nextBase += UInt32(text.storage.count) + 1
    sources.append(source)
    return source
  }

  /// Returns the source that contains `position`, or nil for `.unknown`.
  package func source(at position: Position) -> Source? {
    var low = 0
    var high = sources.count
    while low < high {
      let middle = (low + high) / 2
      if sources[middle].base <= position.offset { low = middle + 1 } else { high = middle }
    }
    guard low > 0, sources[low - 1].contains(position) else { return nil }
    return sources[low - 1]
  }

  /// Returns the line and column of `position`. Line ends are LF, CR and CR LF, as in the GraphQL
  /// specification.
  package func place(of position: Position) -> SourcePlace? {
    find(position).map { SourcePlace(path: $0.source.path, line: $0.line, column: $0.column) }
  }

  /// Returns the place of `position` with the text of the line.
  package func location(of position: Position) -> SourceLocation? {
    find(position).map { found in
      let target = found.start + found.column - 1
      let start = max(found.start, target - SourceLocation.maximumLength)
      return SourceLocation(
        place: SourcePlace(path: found.source.path, line: found.line, column: found.column),
        before: found.source.line(from: start, to: target),
        after: found.source.line(from: target, to: target + SourceLocation.maximumLength))
    }
  }

  /// - Returns: the source, the line, the line's start, and the column.
  private func find(
    _ position: Position
  ) -> (source: Source, line: Int, start: Int, column: Int)? {
    guard let source = source(at: position) else { return nil }
    if let origin = source.origin, let written = self.source(at: origin.position) {
      let offset = source.index(of: position)
      return find(written.position(ofByte: offset, meantBy: origin))
    }
    let target = source.index(of: position)
    let starts = lineStarts[source.base] ?? source.lineStarts(upTo: target)
    let (line, start) = starts.line(of: target)
    return (source, line, start, target - start + 1)
  }

  /// Returns a copy with a line index for each source that contains one of `positions`, so that
  /// many lookups read each text once.
  package func findingLines(of positions: some Sequence<Position>) -> SourceMap {
    var map = self
    for position in positions {
      guard var source = source(at: position) else { continue }
      if let origin = source.origin, let written = self.source(at: origin.position) {
        source = written
      }
      if map.lineStarts[source.base] == nil {
        map.lineStarts[source.base] = source.lineStarts(upTo: source.count)
      }
    }
    return map
  }

  /// Returns a copy with a line index for all its sources.
  package func findingAllLines() -> SourceMap {
    findingLines(of: sources.map { Position(offset: $0.base) })
  }
}

/// The offsets of the line starts of a text.
private struct LineStarts: Sendable {
  var offsets: [UInt32] = [0]

  /// Returns the line of an offset, from 1, and the line's start.
  func line(of offset: Int) -> (number: Int, start: Int) {
    var low = 0
    var high = offsets.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if Int(offsets[middle]) <= offset { low = middle } else { high = middle }
    }
    return (low + 1, Int(offsets[low]))
  }
}

extension Source {
  /// Returns the lines that begin at or before `end`.
  fileprivate func lineStarts(upTo end: Int) -> LineStarts {
    var starts = LineStarts()
    storage.withUnsafeBufferPointer { text in
      var index = 0
      while true {
        index = text.firstControl(from: index, to: end)
        guard index < end else { return }
        let byte = text[index]
        index += 1
        guard byte == 0x0A || byte == 0x0D else { continue }
        if byte == 0x0D, text[index] == 0x0A {
          if index == end { break }
          index += 1
        }
        starts.offsets.append(UInt32(truncatingIfNeeded: index))
      }
    }
    return starts
  }

  /// Returns a part of a line, without its line end.
  fileprivate func line(from start: Int, to end: Int) -> ArraySlice<UInt8> {
    storage[start..<min(count, end)].prefix { $0 != 0x0A && $0 != 0x0D }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Returns the first byte below 0x10, or `end`. Reads eight bytes at a time, because most bytes
  /// are above.
  fileprivate func firstControl(from start: Int, to end: Int) -> Int {
    let bytes = UnsafeRawBufferPointer(self)
    var index = start
    while end - index >= 8 {
      let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      // A smaller byte borrows from its highest bit, which was clear before. Only the lowest such
      // byte is reliable, and the search needs only that one.
      let below = (word &- 0x1010_1010_1010_1010) & ~word & 0x8080_8080_8080_8080
      if below != 0 { return index + below.trailingZeroBitCount / 8 }
      index += 8
    }
    while index < end, self[index] >= 0x10 { index += 1 }
    return index
  }
}
