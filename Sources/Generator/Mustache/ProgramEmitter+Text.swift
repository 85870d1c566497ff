// The text between tags: the parts that a program keeps, and the starts of its lines.

extension ProgramEmitter {
  /// Writes the text before a tag that can be standalone, and skips the tag.
  mutating func emitText(before tag: Tag) {
    let mayStandAlone = tag.kind != .variable && tag.kind != .rawVariable
    emitText(before: tag, ownsLine: mayStandAlone && tag.isAlone)
  }

  /// Writes the text before `tag` and skips the tag. If the tag `ownsLine`, also skips the blanks
  /// before it and a following line ending.
  mutating func emitText(before tag: Tag, ownsLine: Bool) {
    if ownsLine, let lineStart = tag.lineStart {
      emitText(upTo: lineStart)
      offset = tag.nextLine ?? tag.range.upperBound
    } else {
      emitText(upTo: tag.range.lowerBound)
      offset = tag.range.upperBound
      if isAtLineStart {
        program.instructions.append(.lineStart)
        isAtLineStart = false
      }
    }
  }

  /// Writes the text up to `end`.
  mutating func emitText(upTo end: Int) {
    let text = appendText(from: offset, upTo: end)
    offset = max(offset, end)
    emit(text)
  }

  /// Writes a text that is not in the source.
  mutating func emitText(_ text: String) {
    let first = program.text.count
    program.text.append(contentsOf: text.utf8)
    emit(first..<program.text.count)
  }

  /// Makes `text`, the end of the program's text, an instruction or a part of the previous
  /// instruction.
  private mutating func emit(_ text: Range<Int>) {
    guard !text.isEmpty else { return }
    let lines = appendLines(of: text)
    let beginsLines = program.lines[lines].contains(where: \.isIndented)
    let last = program.instructions.count - 1
    if last >= mark,
      case .text(let before, let linesBefore, let began) = program.instructions[last],
      before.upperBound == text.lowerBound
    {
      program.instructions[last] = .text(
        before.lowerBound..<text.upperBound, lines: linesBefore.lowerBound..<lines.upperBound,
        beginsLines: began || beginsLines)
    } else {
      program.instructions.append(.text(text, lines: lines, beginsLines: beginsLines))
    }
  }

  private mutating func appendLines(of text: Range<Int>) -> Range<Int> {
    let first = program.lines.count
    var start = text.lowerBound
    while start < text.upperBound {
      let end = program.text[start..<text.upperBound].firstIndex(of: Byte.lineFeed)
      let line = start..<(end.map { $0 + 1 } ?? text.upperBound)
      program.lines.append(Line(text: line, isIndented: isAtLineStart && !isEmptyLine(line)))
      isAtLineStart = end != nil
      start = line.upperBound
    }
    return first..<program.lines.count
  }

  private func isEmptyLine(_ line: Range<Int>) -> Bool {
    switch program.text[line.lowerBound] {
    case Byte.lineFeed: true
    case Byte.carriageReturn: line.count == 2 && program.text[line.upperBound - 1] == Byte.lineFeed
    default: false
    }
  }

  /// Copies a part of the source to the program's text.
  mutating func appendText(from start: Int, upTo end: Int) -> Range<Int> {
    let first = program.text.count
    if start < end { program.text.append(contentsOf: source[start..<end]) }
    return first..<program.text.count
  }

  /// Returns the blanks before a standalone tag, as an indentation.
  mutating func indentation(before tag: Tag) -> Indentation {
    guard let lineStart = tag.lineStart else { return .none }
    return .added(appendText(from: lineStart, upTo: tag.range.lowerBound))
  }
}
