// The lines of doc comments.

struct DocumentationText: Sendable {
  /// The maximum length of a line of code.
  private static let maximumWidth = 100

  private let lines: [String]
  /// The bytes of the longest line.
  private let longest: Int
  /// The filled lines, by the number of columns before the comment.
  private var filled: [Int: [String]] = [:]

  init(_ lines: [String]) {
    // Two spaces at the end are a line break in Markdown. One has no meaning.
    let space = UInt8(ascii: " ")
    self.lines = lines.map {
      $0.utf8.last == space && $0.utf8.dropLast().last != space ? String($0.dropLast()) : $0
    }
    longest = self.lines.reduce(0) { max($0, $1.utf8.count) }
  }

  /// Returns the first paragraph. A code block at the start is whole.
  static func summary(_ lines: [String]) -> [String] {
    var fence = Fence()
    let text = lines.drop { isBlank($0) }
    return Array(text.prefix { fence.contains($0) || !isBlank($0) })
  }

  /// Fills paragraphs that have a long line again. Other blocks of Markdown stay, because a break would
  /// change their meaning.
  ///
  /// - Parameter indentation: the number of columns before the comment.
  mutating func wrapped(indentation: Int) -> [String] {
    // The comment begins with three slashes and a space.
    let width = max(40, Self.maximumWidth - indentation - 4)
    guard longest > width else { return lines }
    return filled.value(for: indentation) { [lines] in
      Self.blocks(of: lines).flatMap { block in
        block.isText && block.lines.contains { $0.utf8.count > width && $0.count > width }
          ? Self.filled(block.lines, width) : block.lines
      }
    }
  }

  // MARK: Blocks of Markdown

  /// A paragraph, an element of a list, or lines that must not be broken.
  private struct Block {
    var lines: [String]
    var isText: Bool
  }

  /// A fenced code block, while the lines are read.
  private struct Fence {
    static let markers = ["```", "~~~"]
    private var marker: String?

    /// Whether the next line is in the block, or begins or ends it.
    mutating func contains(_ line: String) -> Bool {
      let text = line.utf8.drop(while: isSpace)
      if let open = marker {
        if text.starts(with: open.utf8) { marker = nil }
        return true
      }
      marker = Self.markers.first { text.starts(with: $0.utf8) }
      return marker != nil
    }
  }

  private static func blocks(of lines: [String]) -> [Block] {
    var blocks: [Block] = []
    var fence = Fence()
    // Whether the next line can continue the last block.
    var isOpen = false
    for line in lines {
      let text = Substring(line.utf8.drop(while: isSpace))
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
      if isOpen, !isFixed, !isListMarker(text.prefix { $0 != " " }) {
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
    let start = lines[0].prefix { $0 == " " }
    let words = lines.flatMap { $0.split(separator: " ") }
    let marker = words.first.flatMap { isListMarker($0) ? $0 : nil }
    // The lines of a list's element are below its text.
    let margin = start + String(repeating: " ", count: marker.map { $0.utf8.count + 1 } ?? 0)
    var filled: [String] = []
    var current = start + (words.first ?? "")
    var length = current.count
    for word in words.dropFirst() {
      let count = word.count
      if length + count + 1 > width, !beginsBlock(word) {
        filled.append(String(current))
        current = margin + word
        length = margin.count + count
      } else {
        current += " " + word
        length += count + 1
      }
    }
    return filled + [String(current)]
  }

  /// Whether a word would begin another block at the start of a line, or underline the line above.
  private static func beginsBlock(_ word: Substring) -> Bool {
    isListMarker(word) || isRule(word)
      || begins(word, with: "#><|") || Fence.markers.contains { word.hasPrefix($0) }
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
    if ["-", "*", "+"].contains(word) { return true }
    let digits = word.utf8.prefix { $0 &- UInt8(ascii: "0") < 10 }.count
    return digits > 0 && digits == word.utf8.count - 1
      && (word.hasSuffix(".") || word.hasSuffix(")"))
  }

  private static func isBlank(_ line: String) -> Bool { line.utf8.allSatisfy(isSpace) }

  private static func isBlank(_ block: Block?) -> Bool { block?.lines.allSatisfy(isBlank) != false }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }
}
