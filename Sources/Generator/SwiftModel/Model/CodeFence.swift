// The first paragraph of a description in Markdown.

/// A fenced code block, while the lines of a text are read.
package struct CodeFence {
  package static let markers = ["```", "~~~"]
  private var marker: String?

  package init() {}

  /// Whether the next line is in the block, or begins or ends it.
  package mutating func contains(_ line: String) -> Bool {
    let text = line.utf8.drop(while: Self.isSpace)
    if let open = marker {
      if text.starts(with: open.utf8) { marker = nil }
      return true
    }
    marker = Self.markers.first { text.starts(with: $0.utf8) }
    return marker != nil
  }

  /// Returns the first paragraph. A code block at the start is whole.
  static func summary(_ lines: [String]) -> [String] {
    var fence = CodeFence()
    return Array(
      lines.drop(while: isBlank).prefix { fence.contains($0) || !isBlank($0) })
  }

  package static func isBlank(_ line: String) -> Bool { line.utf8.allSatisfy(isSpace) }

  package static func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }
}
