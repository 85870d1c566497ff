// The line of the source that a diagnostic shows, and where its caret goes.

import AuthGenLanguage

/// A line of a source as it is shown, cut to what surrounds a place in it.
struct SourceExcerpt {
  /// Lines longer than this are cut, in columns of a terminal; a tab counts as one.
  static let maximumWidth = 160

  /// The line without its end.
  let line: String
  /// What goes in front of a caret on the next line to bring it under the place.
  let indentation: String

  init(_ location: SourceLocation) {
    // More than that is cut off already: what one byte more says is that there is some.
    let limit = SourceLocation.maximumLength - 1
    var before = Side(location.before.suffix(limit).characters().reversed())
    var after = Side(location.after.prefix(limit).characters())
    before.isCut = location.before.count > limit
    after.isCut = location.after.count > limit
    // Each side has half of the width, and what the other one leaves of its half.
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

  /// What is on one side of the place, the nearest character first.
  private struct Side {
    var characters: [Character]
    /// Whether the line goes on behind the last character.
    var isCut = false

    init(_ characters: [Character]) {
      self.characters = characters
    }

    var width: Int {
      characters.reduce(isCut ? 1 : 0) { $0 + $1.displayWidth }
    }

    /// Takes characters away until the rest, with its ellipsis, is no wider than `limit`.
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
  /// What is shown for the bytes; those of characters that begin or end outside are left out.
  fileprivate func characters() -> [Character] {
    let isContinuation = { (byte: UInt8) in byte & 0xC0 == 0x80 }
    var bytes = drop(while: isContinuation)
    // A sequence has four bytes at most, so the last one begins among the last four.
    if let lead = bytes.suffix(4).lastIndex(where: { !isContinuation($0) }), bytes[lead] >= 0xC0 {
      let length = (~bytes[lead]).leadingZeroBitCount
      if bytes[lead...].count < length { bytes = bytes[..<lead] }
    }
    return Array(String(decoding: bytes, as: UTF8.self).harmless(keepsTabs: true))
  }
}
