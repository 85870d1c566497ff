// The characters that a reader of a text cannot see. Text of a server that has them reads other than it
// compiles. https://www.unicode.org/reports/tr55/

extension Unicode.Scalar {
  /// Whether the character is invisible, ends a line, or changes the direction of the text after it. Letters
  /// that are written from right to left are visible. So are the joiners and the selectors of a variant:
  /// letters and emoji need them.
  ///
  /// The list does not depend on the system's version of Unicode, so that the output never does.
  package var isInvisible: Bool {
    switch value {
    // Controls, and the soft hyphen.
    case 0..<0x20, 0x7F...0x9F, 0xAD: true
    // U+061C, U+200E, U+200F, U+202A to U+202E and U+2066 to U+2069 change the direction.
    case 0x061C, 0x200B, 0x200E...0x200F, 0x2028...0x202E, 0x2060...0x206F: true
    // Fillers and vowels without a glyph, the byte order mark, annotations.
    case 0x034F, 0x115F...0x1160, 0x17B4...0x17B5, 0x180E, 0x3164, 0xFEFF, 0xFFA0, 0xFFF0...0xFFFB:
      true
    // Controls of shorthand and music, and tags.
    case 0x1BCA0...0x1BCA3, 0x1D173...0x1D17A, 0xE0000...0xE0FFF: true
    default: false
    }
  }
}
