// The first step of compiling: finds the tags in a template's source in order, and tracks the
// current delimiters.

/// Scans a template's source from start to end.
struct TagScanner {
  private let source: [UInt8]
  private let template: String
  private var opening = Array("{{".utf8)
  private var closing = Array("}}".utf8)
  private var place: Place

  /// Returns the tags of `source` in order, without partners.
  ///
  /// - Throws: the first tag that is unclosed or empty, has an invalid name, or sets no delimiters.
  static func tags(of source: [UInt8], template: String) throws(MustacheError) -> [Tag] {
    var scanner = TagScanner(source: source, template: template)
    var tags: [Tag] = []
    var offset = 0
    while let start = scanner.find(scanner.opening, from: offset) {
      let tag = try scanner.scanTag(at: start)
      offset = tag.range.upperBound
      tags.append(tag)
    }
    return tags
  }

  private init(source: [UInt8], template: String) {
    self.source = source
    self.template = template
    self.place = Place()
  }

  private mutating func scanTag(at start: Int) throws(MustacheError) -> Tag {
    let position = place.advance(to: start, in: source)
    let sigilOffset = skipWhitespace(from: start + opening.count)
    let (kind, terminator) = kindAndTerminator(at: sigilOffset)
    let contentStart = kind == .variable ? sigilOffset : sigilOffset + 1
    guard let contentEnd = find(terminator, from: contentStart) else {
      throw error(.unclosedTag(closing: text(terminator[...])), at: position)
    }

    var tag = Tag(
      kind: kind,
      range: start..<contentEnd + terminator.count,
      content: trimmed(contentStart..<contentEnd),
      position: position
    )
    (tag.lineStart, tag.lineEnding) = surroundings(of: tag.range)
    switch kind {
    case .comment: break
    case .setDelimiters: try setDelimiters(tag)
    case .partial, .variable, .rawVariable, .section, .invertedSection, .end: try checkName(tag)
    }
    return tag
  }

  private func kindAndTerminator(at offset: Int) -> (Tag.Kind, [UInt8]) {
    guard offset < source.count else { return (.variable, closing) }
    return switch source[offset] {
    case UInt8(ascii: "{"): (.rawVariable, [UInt8(ascii: "}")] + closing)
    case UInt8(ascii: "&"): (.rawVariable, closing)
    case UInt8(ascii: "#"): (.section, closing)
    case UInt8(ascii: "^"): (.invertedSection, closing)
    case UInt8(ascii: "/"): (.end, closing)
    case UInt8(ascii: ">"): (.partial, closing)
    case UInt8(ascii: "!"): (.comment, closing)
    case Byte.equalsSign: (.setDelimiters, [Byte.equalsSign] + closing)
    default: (.variable, closing)
    }
  }

  private func checkName(_ tag: Tag) throws(MustacheError) {
    let name = source[tag.content]
    if name.isEmpty {
      throw error(.emptyTag, at: tag.position)
    }
    if name.contains(Byte.lineFeed) {
      // The closing delimiter found probably belongs to a later tag.
      throw error(.unclosedTag(closing: text(closing[...])), at: tag.position)
    }
    if let first = name.first,
      tag.kind == .variable ? "<$".utf8.contains(first) : first == UInt8(ascii: "*")
    {
      throw error(.unsupportedTag(text(name)), at: tag.position)
    }
    var isInvalid = name.contains(where: Byte.isWhitespace)
    if tag.kind != .end, tag.kind != .partial, name.count > 1 || name.first != Byte.period {
      let parts = name.split(separator: Byte.period, omittingEmptySubsequences: false)
      isInvalid = isInvalid || parts.contains(where: \.isEmpty)
    }
    if isInvalid {
      throw error(.invalidName(text(name)), at: tag.position)
    }
  }

  private mutating func setDelimiters(_ tag: Tag) throws(MustacheError) {
    let content = source[tag.content]
    let delimiters = content.split(whereSeparator: Byte.isWhitespace)
    guard delimiters.count == 2, !content.contains(Byte.equalsSign) else {
      throw error(.invalidDelimiters(text(content)), at: tag.position)
    }
    opening = Array(delimiters[0])
    closing = Array(delimiters[1])
  }

  private func surroundings(of range: Range<Int>) -> (lineStart: Int?, lineEnding: Range<Int>?) {
    var start = range.lowerBound
    while start > 0, Byte.isBlank(source[start - 1]) {
      start -= 1
    }
    let startsLine = start == 0 || source[start - 1] == Byte.lineFeed

    var end = range.upperBound
    while end < source.count, Byte.isBlank(source[end]) {
      end += 1
    }
    let rest = source[end...].prefix(2)
    let lineEnding: Range<Int>? =
      if rest.isEmpty {
        end..<end
      } else if rest.first == Byte.lineFeed {
        end..<end + 1
      } else if rest.elementsEqual([Byte.carriageReturn, Byte.lineFeed]) {
        end..<end + 2
      } else {
        nil
      }
    return (startsLine ? start : nil, lineEnding)
  }

  private func find(_ pattern: [UInt8], from offset: Int) -> Int? {
    var start = offset
    while start + pattern.count <= source.count {
      if source[start] == pattern[0], source[start...].starts(with: pattern) {
        return start
      }
      start += 1
    }
    return nil
  }

  private func skipWhitespace(from offset: Int) -> Int {
    var offset = offset
    while offset < source.count, Byte.isWhitespace(source[offset]) {
      offset += 1
    }
    return offset
  }

  private func trimmed(_ range: Range<Int>) -> Range<Int> {
    let start = min(skipWhitespace(from: range.lowerBound), range.upperBound)
    var end = range.upperBound
    while end > start, Byte.isWhitespace(source[end - 1]) {
      end -= 1
    }
    return start..<end
  }

  /// Returns a part of the source for a message, shortened if it is long.
  private func text(_ bytes: ArraySlice<UInt8>) -> String {
    let characters = String(decoding: bytes, as: UTF8.self)
    return characters.count > 60 ? characters.prefix(60) + "…" : characters
  }

  private func error(
    _ reason: MustacheError.Reason, at position: MustacheError.Position
  ) -> MustacheError {
    MustacheError(template: template, position: position, reason: reason)
  }
}

/// A position in the source that only moves forward, so that finding the lines and columns of all
/// tags takes one pass.
private struct Place {
  private var offset = 0
  private var position = MustacheError.Position(line: 1, column: 1)

  mutating func advance(to target: Int, in source: [UInt8]) -> MustacheError.Position {
    while offset < target {
      let byte = source[offset]
      if byte == Byte.lineFeed {
        position.line += 1
        position.column = 1
      } else if byte & 0b1100_0000 != 0b1000_0000 {
        // UTF-8 continuation bytes belong to a scalar that is already counted.
        position.column += 1
      }
      offset += 1
    }
    return position
  }
}
