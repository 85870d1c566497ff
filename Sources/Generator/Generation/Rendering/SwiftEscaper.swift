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
    SpecialCharacters.ofLiteral.areIn(text)
      ? leaf(text, escaped: SwiftEscaper.literal(text)) : leaf(text, prefix: "\"", suffix: "\"")
  }

  /// Returns a text, printed as a part of a string literal.
  mutating func literalPart(_ text: String) -> Value {
    SpecialCharacters.ofLiteral.areIn(text)
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

  /// Returns a comment line.
  private mutating func commentLine(_ line: String) -> Value {
    // The leaf prints nothing, but is not null.
    if line.utf8.count < 2, line.isEmpty || line == " " { return leaf(" ", escaped: "") }
    return SpecialCharacters.ofComment.areIn(line)
      ? leaf(line, escaped: " " + SwiftEscaper.commentLine(line))
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
    replacing(.ofLiteral, in: text) { scalar in
      switch scalar {
      case "\"": "\\\""
      case "\\": "\\\\"
      case "\n": "\\n"
      case "\r": "\\r"
      case "\t": "\\t"
      default: escaped(scalar)
      }
    }
  }

  /// Returns a line of a comment: a space for a control character of ASCII, and the escape sequence of a
  /// string literal for another invisible character.
  fileprivate static func commentLine(_ text: String) -> String {
    replacing(.ofComment, in: text) { $0.isASCII ? " " : escaped($0) }
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
  }

  /// Returns `text` with the results of `replacement` in place of special characters. Copies the bytes
  /// between them at once.
  private static func replacing(
    _ special: SpecialCharacters, in text: String, by replacement: (Unicode.Scalar) -> String
  ) -> String {
    var text = text
    return text.withUTF8 { utf8 in
      var output: [UInt8] = []
      var start = 0
      while true {
        let end = special.firstIndex(in: utf8, from: start)
        output += utf8[start..<end]
        guard end < utf8.count else { return String(decoding: output, as: UTF8.self) }
        let scalar = SpecialCharacters.scalar(in: utf8, at: end)
        output += replacement(scalar).utf8
        start = end + UTF8.width(scalar)
      }
    }
  }

  /// The only keyword that is not a valid label. The compiler warns about backticks around the others.
  fileprivate static let labelKeyword = "inout"
}
