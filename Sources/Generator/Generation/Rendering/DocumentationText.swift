// Fills the lines of doc comments.

import AuthGenSwiftModel

enum DocumentationText {
  /// The maximum length of a line of code.
  private static let maximumWidth = 100

  /// Fills paragraphs that have a long line again. Other blocks of Markdown stay, because a break would
  /// change their meaning.
  ///
  /// - Parameter indentation: the number of columns before the comment.
  static func wrapped(_ lines: [String], indentation: Int) -> [String] {
    // The comment begins with three slashes and a space.
    let width = max(40, maximumWidth - indentation - 4)
    guard lines.contains(where: { $0.utf8.count > width }) else { return lines }
    return blocks(of: lines).flatMap { block in
      block.isText && block.lines.contains { $0.utf8.count > width && length($0[...]) > width }
        ? filled(block.lines, width) : block.lines
    }
  }

  // MARK: Blocks of Markdown

  /// A paragraph, an element of a list, or lines that must not be broken.
  private struct Block {
    var lines: [String]
    var isText: Bool
  }

  private static func blocks(of lines: [String]) -> [Block] {
    var blocks: [Block] = []
    var fence = CodeFence()
    // Whether the next line can continue the last block.
    var isOpen = false
    for line in lines {
      let text = Substring(line.utf8.drop(while: CodeFence.isSpace))
      let isCode = !isOpen && (line.hasPrefix("    ") || line.hasPrefix("\t"))
      let isInFence = fence.contains(line)
      // An underlined heading, or the head of a table.
      if isRule(text), isOpen { blocks[blocks.count - 1].isText = false }
      let isFixed =
        isInFence || isCode || text.isEmpty || isRule(text)
        || begins(text, with: "|#><[")
      let isInTable =
        text.utf8.contains(UInt8(ascii: "|")) && blocks.last?.isText == false
        && !isBlank(blocks.last)
      if isOpen, !isFixed, !isListMarker(Substring(text.utf8.prefix { $0 != space })) {
        blocks[blocks.count - 1].lines.append(line)
      } else {
        blocks.append(Block(lines: [line], isText: !isFixed && !isInTable))
      }
      // Two spaces or a backslash are a line break in Markdown.
      isOpen = blocks.last?.isText == true && !line.hasSuffix("  ") && !line.hasSuffix("\\")
    }
    return blocks
  }

  private static func filled(_ lines: [String], _ width: Int) -> [String] {
    let start = String(Substring(lines[0].utf8.prefix { $0 == space }))
    let words = lines.flatMap { $0.utf8.split(separator: space).map(Substring.init) }
    let marker = words.first.flatMap { isListMarker($0) ? $0 : nil }
    // The lines of a list's element are below its text.
    let margin = start + String(repeating: " ", count: marker.map { $0.utf8.count + 1 } ?? 0)
    var filled: [String] = []
    var current = start + (words.first ?? "")
    var column = length(current[...])
    for word in words.dropFirst() {
      let count = length(word)
      if column + count + 1 > width, !beginsBlock(word) {
        filled.append(current)
        current = margin + word
        column = margin.utf8.count + count
      } else {
        current += " "
        current += word
        column += count + 1
      }
    }
    return filled + [current]
  }

  /// Returns the number of characters, which is that of the bytes for most texts.
  private static func length(_ text: Substring) -> Int {
    text.utf8.allSatisfy { $0 < 0x80 } ? text.utf8.count : text.count
  }

  private static let space = UInt8(ascii: " ")

  /// Whether a word would begin another block at the start of a line, or underline the line above.
  private static func beginsBlock(_ word: Substring) -> Bool {
    isListMarker(word) || isRule(word)
      || begins(word, with: "#><|") || CodeFence.markers.contains { word.hasPrefix($0) }
  }

  /// Whether a text begins with one of these ASCII characters.
  private static func begins(_ text: Substring, with characters: StaticString) -> Bool {
    text.utf8.first.map { first in characters.withUTF8Buffer { $0.contains(first) } } ?? false
  }

  /// Whether a line consists of the characters of rules, underlines and the second lines of tables.
  private static func isRule(_ line: Substring) -> Bool {
    !line.isEmpty && line.utf8.allSatisfy { "=-*_|: ".utf8.contains($0) }
  }

  /// Whether a word begins the element of a list in Markdown, if it is the first word of a line.
  private static func isListMarker(_ word: Substring) -> Bool {
    if word.utf8.count == 1, begins(word, with: "-*+") { return true }
    let digits = word.utf8.prefix { $0 &- UInt8(ascii: "0") < 10 }.count
    return digits > 0 && digits == word.utf8.count - 1
      && (word.hasSuffix(".") || word.hasSuffix(")"))
  }

  private static func isBlank(_ block: Block?) -> Bool {
    block?.lines.allSatisfy(CodeFence.isBlank) != false
  }
}
