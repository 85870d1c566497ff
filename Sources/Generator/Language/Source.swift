// Source text and places in it. Every source of a run shares one space of positions, so that a
// place is a single number wherever it is stored; only diagnostics turn it into a line and column.

/// A place in one of the sources of a `SourceMap`: the source's base plus a UTF-8 byte offset.
/// Public, to be inlined: see `Symbol`.
public struct Position: Hashable, Comparable, Sendable {
  public let offset: UInt32

  public init(offset: UInt32) {
    self.offset = offset
  }

  /// The place of things that were not read from any source.
  public static let unknown = Position(offset: 0)

  public static func < (left: Position, right: Position) -> Bool {
    left.offset < right.offset
  }

  public func advanced(by count: Int) -> Position {
    Position(offset: offset &+ UInt32(truncatingIfNeeded: count))
  }
}

/// A text as scanners want it: followed by one NUL, so that they may look one byte ahead without a
/// bounds check.
package struct SourceText: Sendable {
  /// The text and the NUL.
  package let storage: [UInt8]

  /// - Parameter bytes: the text. Where nothing else holds it, it is not copied.
  package init(_ bytes: consuming [UInt8]) {
    var storage = bytes
    storage.append(0)
    self.storage = storage
  }
}

/// One input text. Its bytes are kept as they were read: whether they are UTF-8 is checked by the
/// lexer, which touches each byte anyway and can name the place.
package struct Source: Sendable {
  /// The name under which diagnostics mention it, usually a path.
  package let path: String
  /// The position of its first byte.
  package let base: UInt32
  /// The text followed by one NUL, so that a scanner may look one byte ahead without a bounds check.
  package let storage: [UInt8]
  /// The string of another source that the text is the meaning of, if it is not an input itself.
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

  /// The bytes from `position` on, `length` of them at most.
  package func slice(at position: Position, length: Int) -> ArraySlice<UInt8> {
    let start = index(of: position)
    return storage[start..<min(start + length, count)]
  }
}

/// A place as people and editors read it.
package struct SourcePlace: Hashable, Sendable {
  package let path: String
  /// From 1.
  package let line: Int
  /// From 1, counted in UTF-8 bytes, as compilers and Xcode do.
  package let column: Int

  package init(path: String, line: Int, column: Int) {
    self.path = path
    self.line = line
    self.column = column
  }
}

/// A place with the text around it.
package struct SourceLocation: Hashable, Sendable {
  /// How many bytes of a line are kept on either side of a place: a file may be one line.
  package static let maximumLength = 1_025

  package let place: SourcePlace
  /// What is in front of the place on its line.
  package let before: ArraySlice<UInt8>
  /// What follows on the line, without its end.
  package let after: ArraySlice<UInt8>

  package var path: String { place.path }
  /// From 1.
  package var line: Int { place.line }
  /// From 1, counted in UTF-8 bytes.
  package var column: Int { place.column }
}

/// The sources of a run and the mapping from positions to places in them.
package struct SourceMap: Sendable {
  package private(set) var sources: [Source] = []
  private var nextBase: UInt32 = 1
  /// By the bases of their sources, for those whose lines were looked for.
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

  /// Adds what a string of a source means as a text of its own, such as a default value in
  /// introspection JSON, or a connector's mapping. Places in it are shown as places in the string.
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
        rule: "source", message: "\(path) is too large: all inputs together may hold 4 GiB")
    }
    let source = Source(path: path, base: nextBase, storage: text.storage, origin: origin)
    nextBase += UInt32(text.storage.count) + 1
    sources.append(source)
    return source
  }

  /// The source that `position` lies in, or nil for `.unknown`.
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

  /// Line and column of `position`; lines end as the GraphQL specification says (LF, CR, CR LF).
  package func place(of position: Position) -> SourcePlace? {
    find(position).map { SourcePlace(path: $0.source.path, line: $0.line, column: $0.column) }
  }

  /// The same, with the text of the line.
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

  /// - Returns: the source, the line, where the line begins, and the column.
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

  /// The same map, which has looked for the lines of those sources that positions lie in, so that each
  /// of many places is found without reading the text again.
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

  /// The same map, which has looked for the lines of all its sources.
  package func findingAllLines() -> SourceMap {
    findingLines(of: sources.map { Position(offset: $0.base) })
  }
}

/// The offsets at which the lines of a text begin.
private struct LineStarts: Sendable {
  var offsets: [UInt32] = [0]

  /// The line of an offset, from 1, and where it begins.
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
  /// The lines that begin at `end` or before.
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

  /// A part of a line, without its end.
  fileprivate func line(from start: Int, to end: Int) -> ArraySlice<UInt8> {
    storage[start..<min(count, end)].prefix { $0 != 0x0A && $0 != 0x0D }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The first byte below 0x10, or `end`: eight bytes at a time, since most are above.
  fileprivate func firstControl(from start: Int, to end: Int) -> Int {
    let bytes = UnsafeRawBufferPointer(self)
    var index = start
    while end - index >= 8 {
      let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      // A byte borrows from its highest bit if it is smaller, and was not there before. Only the
      // lowest such byte is certain, and only that one is looked for.
      let below = (word &- 0x1010_1010_1010_1010) & ~word & 0x8080_8080_8080_8080
      if below != 0 { return index + below.trailingZeroBitCount / 8 }
      index += 8
    }
    while index < end, self[index] >= 0x10 { index += 1 }
    return index
  }
}
