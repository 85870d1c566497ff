// The text between tags.

extension TemplateParser {
  /// Adds the source up to `end`.
  mutating func appendText(upTo end: Int) {
    appendText(template.source[offset..<end])
  }

  /// Adds text, and makes a node of each line.
  mutating func appendText(_ text: some Sequence<UInt8>) {
    for byte in text {
      set.text.append(byte)
      if byte == UInt8(ascii: "\n") { endText() }
    }
  }

  /// Adds the indentation of a partial, between two lines.
  mutating func appendIndentation(_ text: ArraySlice<UInt8>) -> Range<Int> {
    set.text += text
    textStart += text.count
    return set.text.count - text.count..<set.text.count
  }

  /// Makes a node of the text that no node has yet.
  mutating func endText() {
    let text = textStart..<set.text.count
    let line = set.text[text]
    let isEmptyLine = line.elementsEqual("\n".utf8) || line.elementsEqual("\r\n".utf8)
    set.nodes.append(.text(text, beginsLine: beginsLine && !isEmptyLine))
    textStart = text.upperBound
    beginsLine = line.last == UInt8(ascii: "\n")
  }

  /// Returns the whole line of a tag at `range` if the tag is standalone: if only blanks share its line.
  func line(around range: Range<Int>) -> Range<Int>? {
    func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    let source = template.source
    let start = source[..<range.lowerBound].lastIndex { !isBlank($0) }.map { $0 + 1 } ?? 0
    let rest = source[range.upperBound...].drop(while: isBlank)
    let lineEnding = ["\n", "\r\n"].first { rest.starts(with: $0.utf8) }
    guard start == 0 || source[start - 1] == UInt8(ascii: "\n"), lineEnding != nil || rest.isEmpty
    else { return nil }
    return start..<rest.startIndex + (lineEnding?.utf8.count ?? 0)
  }
}
