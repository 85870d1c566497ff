// Text of a server in logs and errors.

nonisolated extension String {
  /// The text with escapes, such as `\u{1B}`, for the characters that a terminal or a log acts on: controls,
  /// ends of lines, and those that change the direction of the text (Unicode Technical Report 36, section
  /// 3.2).
  package var withVisibleControls: String {
    guard unicodeScalars.contains(where: \.isControl) else { return self }
    var text = ""
    for scalar in unicodeScalars {
      if scalar.isControl {
        text += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}

nonisolated extension Unicode.Scalar {
  fileprivate var isControl: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    // Emoji and some letters need the joiners.
    case .format: value != 0x200C && value != 0x200D
    default: false
    }
  }
}
