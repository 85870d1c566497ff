// Escapes names and texts for Swift source. Each leaf has its own escaping, so that a template
// cannot omit it.

import AuthGenMustache
import AuthGenSwiftModel

extension Context {
  /// Returns Swift code, printed unchanged.
  mutating func code(_ text: String) -> Value { leaf(text) }

  /// Returns a name, in backticks if it is a keyword.
  mutating func identifier(_ name: String) -> Value {
    SwiftName.isKeyword(name) ? leafInBackticks(name) : leaf(name)
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
      ? leaf(text, escaped: SwiftEscaper.literal(text)) : leaf(text, prefix: "\"", suffix: "\"")
  }

  /// Returns a text, printed as a part of a string literal.
  mutating func literalPart(_ text: String) -> Value {
    SpecialBytes.ofLiteral.areIn(text)
      ? leaf(text, escaped: SwiftEscaper.literalPart(text)) : leaf(text)
  }

  /// Returns the lines of a doc comment, filled to fit after its indentation. Null without lines.
  mutating func documentation(_ lines: [String], indentation: Int) -> Value {
    comment(DocumentationText.wrapped(lines, indentation: indentation))
  }

  /// Returns the lines of a comment without its slashes. Null without lines.
  mutating func comment(_ lines: [String]) -> Value {
    lines.isEmpty ? .null : list(lines) { line, context in context.commentLine(line) }
  }

  /// Returns the lines of a definition for a comment. The printer has escaped what could end a comment.
  mutating func formattedText(_ text: String?) -> Value { text.map { lines($0) } ?? .null }

  /// Returns a comment line. Only characters that end the line or are invisible need escaping.
  private mutating func commentLine(_ line: String) -> Value {
    // The leaf prints nothing, but is not null.
    if line.utf8.count < 2, line.isEmpty || line == " " { return leaf(" ", escaped: "") }
    return SpecialBytes.ofComment.areIn(line)
      ? leaf(line, escaped: " " + SwiftEscaper.replacing(.ofComment, in: line) { _ in " " })
      : leaf(line, prefix: " ", suffix: "")
  }
}

enum SwiftEscaper {
  /// Returns a name for a line of code, in backticks if it is a keyword.
  static func identifier(_ name: String) -> String {
    SwiftName.isKeyword(name) ? "`\(name)`" : name
  }

  /// Returns an argument label for a line of code.
  static func label(_ name: String) -> String { name == labelKeyword ? "`\(name)`" : name }

  /// Returns a string literal for a line of code.
  static func literal(_ text: String) -> String { "\"\(literalPart(text))\"" }

  fileprivate static func literalPart(_ text: String) -> String {
    replacing(.ofLiteral, in: text) { byte in
      switch byte {
      case UInt8(ascii: "\""): "\\\""
      case UInt8(ascii: "\\"): "\\\\"
      case 0x0A: "\\n"
      case 0x0D: "\\r"
      case 0x09: "\\t"
      default: "\\u{\(String(byte, radix: 16))}"
      }
    }
  }

  /// Returns `text` with the results of `replacement` in place of special bytes. Copies the bytes between
  /// them at once.
  fileprivate static func replacing(
    _ special: SpecialBytes, in text: String, by replacement: (UInt8) -> String
  ) -> String {
    var text = text
    return text.withUTF8 { utf8 in
      var output: [UInt8] = []
      var start = 0
      while true {
        let end = special.firstIndex(in: utf8, from: start)
        output += utf8[start..<end]
        guard end < utf8.count else { return String(decoding: output, as: UTF8.self) }
        output += replacement(utf8[end]).utf8
        start = end + 1
      }
    }
  }

  /// The only keyword that is not a valid label. The compiler warns about backticks around the others.
  fileprivate static let labelKeyword = "inout"
}
