// Lines and columns of many places: where each line begins is found once for a source.

package struct SourceLines: Sendable {
  /// A place without its text.
  package struct Place: Hashable, Sendable {
    package let path: String
    /// From 1.
    package let line: Int
    /// From 1, counted in UTF-8 bytes.
    package let column: Int

    package init(path: String, line: Int, column: Int) {
      self.path = path
      self.line = line
      self.column = column
    }
  }

  private let sources: SourceMap
  /// Per source, by its base, the offsets at which its lines begin.
  private var starts: [UInt32: [Int]] = [:]

  package init(_ sources: SourceMap) {
    self.sources = sources
  }

  /// The same as `SourceMap.location(of:)` says, or nil for `.unknown`.
  package mutating func place(of position: Position) -> Place? {
    guard let source = sources.source(at: position) else { return nil }
    if source.origin != nil {
      return sources.location(of: position).map {
        Place(path: $0.path, line: $0.line, column: $0.column)
      }
    }
    let lines = starts[source.base] ?? Self.lineStarts(source)
    starts[source.base] = lines
    let offset = source.index(of: position)
    var (low, high) = (0, lines.count)
    while low < high {
      let middle = (low + high) / 2
      if lines[middle] <= offset { low = middle + 1 } else { high = middle }
    }
    return Place(path: source.path, line: low, column: offset - lines[max(low - 1, 0)] + 1)
  }

  private static func lineStarts(_ source: Source) -> [Int] {
    source.storage.withUnsafeBufferPointer { text in
      var starts = [0]
      for index in 0..<source.count {
        let byte = text[index]
        // The NUL at the end makes it safe to look ahead.
        if byte == 0x0A || byte == 0x0D && text[index + 1] != 0x0A { starts.append(index + 1) }
      }
      return starts
    }
  }
}
