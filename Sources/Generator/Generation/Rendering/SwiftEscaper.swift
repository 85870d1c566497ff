// Escapes names and texts for Swift source. Each leaf has its own escaping, so that a template
// cannot omit it.

import AuthGenMustache

extension Context {
  /// Returns Swift code, printed unchanged.
  mutating func code(_ text: String) -> Value { leaf(text) }

  /// Returns a name, in backticks if it is a keyword.
  mutating func identifier(_ name: String) -> Value {
    SwiftEscaper.isKeyword(name) ? leafInBackticks(name) : leaf(name)
  }

  /// Returns an argument label. Almost all keywords are valid labels without backticks.
  mutating func label(_ name: String) -> Value {
    name == SwiftEscaper.labelKeyword ? leafInBackticks(name) : leaf(name)
  }

  private mutating func leafInBackticks(_ name: String) -> Value {
    leaf(name, prefix: "`", suffix: "`")
  }

  /// Returns a text, printed as a string literal.
  mutating func literal(_ text: String) -> Value {
    SpecialBytes.ofLiteral.areIn(text)
      ? leaf(text) { SwiftEscaper.writeLiteral(text, to: &$0) }
      : leaf(text, prefix: "\"", suffix: "\"")
  }

  /// Returns a text, printed as a part of a string literal.
  mutating func literalPart(_ text: String) -> Value {
    SpecialBytes.ofLiteral.areIn(text)
      ? leaf(text) { SwiftEscaper.writeLiteralPart(text, to: &$0) } : leaf(text)
  }

  /// Returns documentation lines, each printed after `///`; null if there are none.
  mutating func documentation(_ lines: [String]) -> Value {
    lines.isEmpty ? .null : list(lines) { line, context in context.documentationLine(line) }
  }

  /// Returns a comment line. Only characters that end the line or are invisible need escaping.
  private mutating func documentationLine(_ line: String) -> Value {
    // The leaf prints nothing, but is not null.
    if line.utf8.count < 2, line.isEmpty || line == " " { return leaf(" ") { _ in } }
    return SpecialBytes.ofComment.areIn(line)
      ? leaf(line) { SwiftEscaper.writeDocumentation(line, to: &$0) }
      : leaf(line, prefix: " ", suffix: "")
  }
}

enum SwiftEscaper {
  /// Returns a name for a line of code, in backticks if it is a keyword.
  static func identifier(_ name: String) -> String { isKeyword(name) ? "`\(name)`" : name }

  /// Returns an argument label for a line of code.
  static func label(_ name: String) -> String { name == labelKeyword ? "`\(name)`" : name }

  /// Returns a string literal for a line of code.
  static func literal(_ text: String) -> String {
    var output = Output()
    writeLiteral(text, to: &output)
    return String(decoding: output.bytes, as: UTF8.self)
  }

  fileprivate static func writeDocumentation(_ text: String, to output: inout Output) {
    output.append(UInt8(ascii: " "))
    write(text, to: &output, replacing: .ofComment) { _, output in
      output.append(UInt8(ascii: " "))
    }
  }

  fileprivate static func writeLiteral(_ text: String, to output: inout Output) {
    output.append(UInt8(ascii: "\""))
    writeLiteralPart(text, to: &output)
    output.append(UInt8(ascii: "\""))
  }

  fileprivate static func writeLiteralPart(_ text: String, to output: inout Output) {
    write(text, to: &output, replacing: .ofLiteral) { byte, output in
      switch byte {
      case UInt8(ascii: "\""): output.append("\\\"")
      case UInt8(ascii: "\\"): output.append("\\\\")
      case 0x0A: output.append("\\n")
      case 0x0D: output.append("\\r")
      case 0x09: output.append("\\t")
      default: output.append("\\u{" + String(byte, radix: 16) + "}")
      }
    }
  }

  /// Writes `text`, and calls `replace` for each special byte. Copies the bytes between them at
  /// once.
  private static func write(
    _ text: String, to output: inout Output, replacing special: SpecialBytes,
    with replace: (UInt8, inout Output) -> Void
  ) {
    var text = text
    text.withUTF8 { utf8 in
      var start = 0
      while true {
        let end = special.firstIndex(in: utf8, from: start)
        output.append(UnsafeBufferPointer(rebasing: utf8[start..<end]))
        guard end < utf8.count else { return }
        replace(utf8[end], &output)
        start = end + 1
      }
    }
  }

  /// The words that Swift reserves in declarations and expressions, and the words that start an
  /// expression if a name follows.
  static let keywords: Set<String> = [
    "Any", "Self", "as", "associatedtype", "await", "borrow", "break", "case", "catch", "class",
    "consume", "continue", "copy", "default",
    "defer", "deinit", "discard", "do", "each", "else", "enum", "extension", "fallthrough", "false",
    "fileprivate",
    "for", "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil",
    "operator", "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return",
    "self", "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try",
    "typealias", "unsafe", "var", "where", "while", "yield",
  ]

  /// Whether a name is a keyword. The length and the first letter rule out most names, which is
  /// faster than hashing the whole name.
  fileprivate static func isKeyword(_ name: String) -> Bool {
    guard let first = name.utf8.first, first < 0x80 else { return false }
    let lengths = keywordLengths[Int(first)]
    let count = name.utf8.count
    return count < 32 && lengths & (1 << UInt32(count)) != 0 && keywords.contains(name)
  }

  /// For each first letter, a bit for each length of a keyword.
  private static let keywordLengths: [UInt32] = {
    var lengths = [UInt32](repeating: 0, count: 0x80)
    for keyword in keywords {
      if let first = keyword.utf8.first { lengths[Int(first)] |= 1 << UInt32(keyword.utf8.count) }
    }
    return lengths
  }()

  /// The only keyword that is not a valid label. The compiler warns about backticks around the
  /// others.
  fileprivate static let labelKeyword = "inout"
}
