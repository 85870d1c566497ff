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

/// A position as people and editors read it, with the text of its line.
package struct SourceLocation: Hashable, Sendable {
  /// The maximum number of bytes kept on either side of a position. A whole file can be one line.
  package static let maximumLength = 1_025

  package let path: String
  /// The line, from 1.
  package let line: Int
  /// The column, from 1, counted in UTF-8 bytes as compilers and Xcode do.
  package let column: Int
  /// The part of the line before the position.
  package let before: ArraySlice<UInt8>
  /// The part of the line after the position, without the line end.
  package let after: ArraySlice<UInt8>
}

/// The sources of a run, and the conversion of positions to locations.
package struct SourceMap: Sendable {
  package private(set) var sources: [Source] = []
  private var nextBase: UInt32 = 1
  /// The line indexes, by the base of the source, for sources that were indexed.
  private var lineStarts: [UInt32: [Int]] = [:]

  package init() {}

  /// Adds a text.
  /// - Throws: a diagnostic when all sources together exceed 4 GiB.
  package mutating func add(path: String, bytes: [UInt8]) throws(Diagnostic) -> Source {
    try add(path: path, text: SourceText(bytes))
  }

  /// Adds a text.
  /// - Parameter origin: the string in another source whose value is the text. Nil for the text of a file.
  /// - Throws: a diagnostic when all sources together exceed 4 GiB.
  package mutating func add(
    path: String, text: SourceText, origin: StringLiteral? = nil
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

  /// Adds the value of a string as a separate source, such as a default value in introspection JSON
  /// or a connector's mapping. Positions in it are shown as those in the string.
  /// - Throws: a diagnostic when all sources together exceed 4 GiB.
  package mutating func add(textOf literal: StringLiteral) throws(Diagnostic) -> Source {
    try add(
      path: source(at: literal.position)?.path ?? "",
      text: SourceText(Array(text(of: literal).utf8)), origin: literal)
  }

  /// Returns the source that contains `position`, or nil for `.unknown`.
  package func source(at position: Position) -> Source? {
    let next = sources.partition { $0.base > position.offset }
    guard next > 0, sources[next - 1].contains(position) else { return nil }
    return sources[next - 1]
  }

  /// Returns the location of `position`. Line ends are LF, CR and CR LF, as in the GraphQL specification.
  package func location(of position: Position) -> SourceLocation? {
    guard let source = source(at: position) else { return nil }
    if let origin = source.origin, let written = self.source(at: origin.position) {
      let offset = source.index(of: position)
      return location(of: written.position(ofByte: offset, meantBy: origin))
    }
    let target = source.index(of: position)
    let starts = lineStarts[source.base] ?? source.lineStarts(upTo: target)
    let line = starts.partition { $0 > target }
    let start = starts[line - 1]
    return SourceLocation(
      path: source.path, line: line, column: target - start + 1,
      before: source.line(from: max(start, target - SourceLocation.maximumLength), to: target),
      after: source.line(from: target, to: target + SourceLocation.maximumLength))
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
}

extension Source {
  /// Returns the starts of the lines that begin at or before `end`.
  fileprivate func lineStarts(upTo end: Int) -> [Int] {
    storage.withUnsafeBufferPointer { text in
      let text = UnsafeBufferPointer(rebasing: text[..<count])
      var starts: [Int] = []
      var next: Int? = 0
      while let start = next, start <= end {
        starts.append(start)
        next = text.line(from: start).next
      }
      return starts
    }
  }

  /// Returns a part of a line, without its line end.
  fileprivate func line(from start: Int, to end: Int) -> ArraySlice<UInt8> {
    storage[start..<min(count, end)].prefix { $0 != 0x0A && $0 != 0x0D }
  }
}

extension Array {
  /// Returns the first index whose element satisfies `predicate`. All later elements must satisfy it too.
  package func partition(_ predicate: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if predicate(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
