// The source line that a diagnostic shows, and the position of its caret.

import AuthGenLanguage

/// A source line as it is shown, cut to the part around a position.
struct SourceExcerpt {
  /// The maximum width in terminal columns, with a tab as one column. Longer lines are cut.
  static let maximumWidth = 160

  /// The line without its end.
  let line: String
  /// The indentation of the caret on the next line.
  let indentation: String

  init(_ location: SourceLocation) {
    // The limit already cuts the line. One more byte shows whether there is more text.
    let limit = SourceLocation.maximumLength - 1
    var before = Side(characters: location.before.suffix(limit).characters().reversed())
    var after = Side(characters: location.after.prefix(limit).characters())
    before.isCut = location.before.count > limit
    after.isCut = location.after.count > limit
    // Each side gets half of the width, and the unused part of the other half.
    let half = Self.maximumWidth / 2
    let (widthBefore, widthAfter) = (before.width, after.width)
    before.cut(to: max(half, Self.maximumWidth - widthAfter))
    after.cut(to: max(half, Self.maximumWidth - widthBefore))

    let shownBefore = (before.isCut ? "…" : "") + String(before.characters.reversed())
    line = shownBefore + String(after.characters) + (after.isCut ? "…" : "")
    indentation = shownBefore.reduce(into: "") { text, character in
      text += character == "\t" ? "\t" : String(repeating: " ", count: character.displayWidth)
    }
  }

  /// The text on one side of the position, the nearest character first.
  private struct Side {
    var characters: [Character]
    /// Whether the line continues after the last character.
    var isCut = false

    var width: Int {
      characters.reduce(isCut ? 1 : 0) { $0 + $1.displayWidth }
    }

    /// Removes characters until the rest, with its ellipsis, is at most `limit` wide.
    mutating func cut(to limit: Int) {
      var width = width
      guard width > limit else { return }
      if !isCut { width += 1 }
      isCut = true
      while width > limit, let last = characters.popLast() { width -= last.displayWidth }
    }
  }
}

extension ArraySlice<UInt8> {
  /// Returns the visible characters of the bytes. Skips characters that begin or end outside.
  fileprivate func characters() -> [Character] {
    let isContinuation = { (byte: UInt8) in byte & 0xC0 == 0x80 }
    var bytes = drop(while: isContinuation)
    // A sequence has at most four bytes, so the last one begins among the last four.
    if let lead = bytes.suffix(4).lastIndex(where: { !isContinuation($0) }), bytes[lead] >= 0xC0 {
      let length = (~bytes[lead]).leadingZeroBitCount
      if bytes[lead...].count < length { bytes = bytes[..<lead] }
    }
    return Array(String(decoding: bytes, as: UTF8.self).harmless(keepsTabs: true))
  }
}
