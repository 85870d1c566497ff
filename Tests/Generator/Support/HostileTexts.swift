// Names and descriptions that are valid in GraphQL but likely to break Swift code.

import AuthGenTestSupport

enum HostileTexts {
  /// Swift keywords, names of the standard library and of generated code, and names that differ little.
  static let names =
    TextCase.words(in: "Generator/Support/hostile-names.txt")[0] + [
      String(repeating: "veryLong", count: 20), String(repeating: "VERY_LONG_", count: 20) + "NAME",
    ]

  /// Parts of descriptions, reasons and default values.
  static let texts = [
    "Plain.", "*/ ends", "/* begins", "/// slashes", "\"quotes\"", "\"\"\"", "\"\"\"\"", "\\(x)",
    "\\", "\\\\\"", "#\"raw\"#", "\"#", "`ticks`", "```swift\nlet x = 1\n```", "tab\tinside",
    "line\nbreak", "line\r\nbreak", "line\rbreak", "  indented", "trailing \n\n", "\u{7}bell",
    "\u{0}nul", "\u{1B}[31mred", "\u{202E}right to left\u{202C}", "שלום عالم", "\u{2028}separator",
    "\u{2029}", "\u{85}next", "\u{B}vertical", "\u{C}feed", "\u{FEFF}mark", "😀 é e\u{301}",
    "\u{200D}\u{200B}", "\u{2066}isolate\u{2069}\u{200F}", "\u{3164}\u{E0041}tag", "#if false",
    "#sourceLocation(file: \"x\", line: 1)", "@available", "{{x}}",
    "%@ %d $0", "- Parameter x: y", "https://example.com/*/", "<#placeholder#>", "",
  ]
}

extension SeededGenerator {
  /// Returns a hostile text of one or more parts.
  mutating func text() -> String {
    (0..<number(1...3)).map { _ in one(of: HostileTexts.texts) }.joined(separator: " ")
  }

  /// `text` as a GraphQL string, as a block string where possible.
  mutating func literal(_ text: String) -> String {
    let isBlock = once(in: 2) && !text.unicodeScalars.contains("\0")
    if isBlock {
      return "\"\"\"\n" + text.replacing("\"\"\"", with: "\\\"\"\"") + "\n\"\"\""
    }
    var literal = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": literal += "\\\""
      case "\\": literal += "\\\\"
      case "\n": literal += "\\n"
      case "\r": literal += "\\r"
      case _ where scalar.value < 0x20: literal += "\\u{\(String(scalar.value, radix: 16))}"
      default: literal.unicodeScalars.append(scalar)
      }
    }
    return literal + "\""
  }

  /// A hostile name that is not in `taken`. Two of three are from the list, the others join two of its names.
  mutating func name(_ taken: inout Set<String>) -> String {
    while true {
      var name = one(of: HostileTexts.names)
      if once(in: 4) {
        name = "\(name)\(one(of: ["", "_", "s", "1"]))\(one(of: HostileTexts.names))"
      }
      guard !name.hasPrefix("__"), taken.insert(name).inserted else { continue }
      return name
    }
  }
}
