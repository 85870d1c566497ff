// Makes text from files safe for terminals. Characters that move the cursor, change colours or
// reorder text are shown as symbols.

import AuthGenLanguage

extension String {
  /// Replaces each character that controls the terminal and each invisible one with a visible character.
  /// Removes a byte order mark.
  ///
  /// - Parameter keepsTabs: whether to keep tabs. Default: false.
  package func harmless(keepsTabs: Bool = false) -> String {
    if utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return self }
    var result = String.UnicodeScalarView()
    for scalar in unicodeScalars where scalar != "\u{FEFF}" {
      result.append(scalar == "\t" && keepsTabs ? scalar : scalar.harmless)
    }
    return String(result)
  }
}

extension Unicode.Scalar {
  /// The character itself, or a visible replacement: the symbol for an ASCII control character
  /// (U+2400 and following), U+FFFD for others.
  var harmless: Unicode.Scalar {
    switch value {
    case 0x00..<0x20: return Unicode.Scalar(0x2400 + value) ?? "\u{FFFD}"
    case 0x7F: return "\u{2421}"
    case 0x20..<0x7F: return self
    default: return isInvisible ? "\u{FFFD}" : self
    }
  }
}

extension Character {
  /// The number of terminal columns: two for emoji and characters that Unicode's East Asian Width
  /// defines as wide, otherwise one. https://www.unicode.org/reports/tr11/
  var displayWidth: Int {
    guard utf8.count > 1, let first = unicodeScalars.first, first.value >= 0x300 else { return 1 }
    if first.properties.isEmojiPresentation || unicodeScalars.contains("\u{FE0F}") { return 2 }
    switch first.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3,
      0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
      return 2
    default:
      return 1
    }
  }
}
