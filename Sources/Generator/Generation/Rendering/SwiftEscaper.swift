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
  static func identifier(_ name: String) -> String {
    SwiftName.isKeyword(name) ? "`\(name)`" : name
  }

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

  /// The only keyword that is not a valid label. The compiler warns about backticks around the
  /// others.
  fileprivate static let labelKeyword = "inout"
}
