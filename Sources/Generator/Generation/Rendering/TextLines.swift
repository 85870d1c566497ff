// Breaks a list of texts into lines of code.

enum TextLines {
  /// Returns lines with as many texts as fit, separated by commas.
  static func filled(
    _ texts: [String], width: Int, separator: String = ","
  ) -> [String] {
    var lines: [String] = []
    for (index, text) in texts.enumerated() {
      let next = index == texts.count - 1 ? text : text + separator
      if let last = lines.last, last.utf8.count + next.utf8.count < width {
        lines[lines.count - 1] = last + " " + next
      } else {
        lines.append(next)
      }
    }
    return lines
  }
}
