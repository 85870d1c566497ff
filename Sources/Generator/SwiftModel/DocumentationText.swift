// The lines of doc comments.

enum DocumentationText {
  /// The maximum length of a line of code.
  private static let maximumWidth = 100

  /// Returns the first paragraph.
  static func summary(_ lines: [String]) -> [String] {
    Array(lines.prefix { !$0.utf8.allSatisfy(isSpace) })
  }

  /// Fills paragraphs that have a long line again. Code blocks, tables and headings stay, because a break
  /// would change their meaning.
  ///
  /// - Parameter indentation: the number of columns before the comment.
  static func wrapped(_ lines: [String], indentation: Int) -> [String] {
    // The comment begins with three slashes and a space.
    let width = max(40, maximumWidth - indentation - 4)
    // Two spaces at the end are a line break in Markdown. One has no meaning.
    let lines = lines.map {
      $0.hasSuffix(" ") && !$0.hasSuffix("  ") ? String($0.dropLast()) : $0
    }
    guard lines.contains(where: { $0.utf8.count > width }) else { return lines }
    var result: [String] = []
    for block in blocks(of: lines) {
      let isLong = block.isText && block.lines.contains { $0.utf8.count > width }
      result += isLong ? filled(block.lines, width) : block.lines
    }
    return result
  }

  /// A paragraph, an element of a list, or lines that must not be broken.
  private struct Block {
    var lines: [String]
    let isText: Bool
  }

  private static func blocks(of lines: [String]) -> [Block] {
    var blocks: [Block] = []
    var isInFence = false
    // Whether the next line can continue the last block.
    var isOpen = false
    for line in lines {
      let text = line.drop { $0 == " " || $0 == "\t" }
      let isFence = text.hasPrefix("```") || text.hasPrefix("~~~")
      let isCode = !isOpen && (line.hasPrefix("    ") || line.hasPrefix("\t"))
      let isFixed =
        isInFence || isFence || isCode || text.isEmpty || text.hasPrefix("|") || text.hasPrefix("#")
      if isFence { isInFence.toggle() }
      if isOpen, !isFixed, !isListMarker(text.prefix { $0 != " " }) {
        blocks[blocks.count - 1].lines.append(line)
      } else {
        blocks.append(Block(lines: [line], isText: !isFixed))
      }
      // Two spaces or a backslash are a line break in Markdown.
      isOpen = !isFixed && !line.hasSuffix("  ") && !line.hasSuffix("\\")
    }
    return blocks
  }

  private static func filled(_ lines: [String], _ width: Int) -> [String] {
    let start = lines[0].prefix { $0 == " " }
    let words = lines.flatMap { $0.split(separator: " ") }
    let marker = words.first.flatMap { isListMarker($0) ? $0 : nil }
    // The lines of a list's element are below its text.
    let margin = start + String(repeating: " ", count: marker.map { $0.utf8.count + 1 } ?? 0)
    var filled: [String] = []
    var current = start + (words.first ?? "")
    for word in words.dropFirst() {
      let isFull = current.utf8.count + word.utf8.count + 1 > width
      // These words would begin something else on a new line.
      if isFull, !isListMarker(word), !word.hasPrefix("#"), !word.hasPrefix(">") {
        filled.append(String(current))
        current = margin + word
      } else {
        current += " " + word
      }
    }
    return filled + [String(current)]
  }

  /// Whether a word begins the element of a list in Markdown, if it is the first word of a line.
  private static func isListMarker(_ word: Substring) -> Bool {
    if ["-", "*", "+"].contains(word) { return true }
    let digits = word.utf8.prefix { $0 &- UInt8(ascii: "0") < 10 }.count
    return digits > 0 && digits == word.utf8.count - 1
      && (word.hasSuffix(".") || word.hasSuffix(")"))
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }
}
