// How names and texts stand in Swift source. A leaf says what it is, so that no template can forget
// to escape it.

import AuthGenMustache

extension Context {
  /// Swift that stands as it is.
  mutating func code(_ text: String) -> Value { leaf(text) }

  /// A name, put between backticks where it is a keyword.
  mutating func identifier(_ name: String) -> Value {
    SwiftEscaper.isKeyword(name) ? leafInBackticks(name) : leaf(name)
  }

  /// An argument's label, which may be almost any keyword as it is.
  mutating func label(_ name: String) -> Value {
    name == SwiftEscaper.labelKeyword ? leafInBackticks(name) : leaf(name)
  }

  private mutating func leafInBackticks(_ name: String) -> Value {
    leaf(name) { $0.append("`" + name + "`") }
  }

  /// A text, printed as a string literal.
  mutating func literal(_ text: String) -> Value {
    leaf(text) { SwiftEscaper.writeLiteral(text, to: &$0) }
  }

  /// Lines of documentation, each printed behind `///`; null if there are none.
  mutating func documentation(_ lines: [String]) -> Value {
    guard !lines.isEmpty else { return .null }
    return list(lines) { line, context in
      // An empty line must not be falsy.
      let line = line.isEmpty ? " " : line
      return context.leaf(line) { SwiftEscaper.writeDocumentation(line, to: &$0) }
    }
  }
}

enum SwiftEscaper {
  /// A line of a comment ends where the line does, so only what ends lines or is invisible matters.
  fileprivate static func writeDocumentation(_ text: String, to output: inout Output) {
    if text == " " { return }
    output.append(UInt8(ascii: " "))
    write(text, to: &output, replacing: isControl) { _, output in
      output.append(UInt8(ascii: " "))
    }
  }

  fileprivate static func writeLiteral(_ text: String, to output: inout Output) {
    output.append(UInt8(ascii: "\""))
    let isEscaped = { (byte: UInt8) in
      byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || isControl(byte)
    }
    write(text, to: &output, replacing: isEscaped) { byte, output in
      switch byte {
      case UInt8(ascii: "\""): output.append("\\\"")
      case UInt8(ascii: "\\"): output.append("\\\\")
      case 0x0A: output.append("\\n")
      case 0x0D: output.append("\\r")
      case 0x09: output.append("\\t")
      default: output.append("\\u{" + String(byte, radix: 16) + "}")
      }
    }
    output.append(UInt8(ascii: "\""))
  }

  /// Writes `text`, but for the bytes that `isReplaced` says, for each of which `replace` is called.
  /// What is between them is copied at once.
  @inline(__always)
  private static func write(
    _ text: String, to output: inout Output, replacing isReplaced: (UInt8) -> Bool,
    with replace: (UInt8, inout Output) -> Void
  ) {
    var text = text
    text.withUTF8 { utf8 in
      var start = 0
      for index in utf8.indices where isReplaced(utf8[index]) {
        output.append(UnsafeBufferPointer(rebasing: utf8[start..<index]))
        replace(utf8[index], &output)
        start = index + 1
      }
      output.append(UnsafeBufferPointer(rebasing: utf8[start...]))
    }
  }

  @inline(__always)
  private static func isControl(_ byte: UInt8) -> Bool { byte < 0x20 || byte == 0x7F }

  /// The words that Swift reserves in declarations and expressions, and those that begin an
  /// expression where another name follows.
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

  /// Most names are told from all keywords by their length and first letter, which costs less than a
  /// hash of the whole name.
  fileprivate static func isKeyword(_ name: String) -> Bool {
    guard let first = name.utf8.first, first < 0x80 else { return false }
    let lengths = keywordLengths[Int(first)]
    let count = name.utf8.count
    return count < 32 && lengths & (1 << UInt32(count)) != 0 && keywords.contains(name)
  }

  /// By first letter: a bit for each length that a keyword has.
  private static let keywordLengths: [UInt32] = {
    var lengths = [UInt32](repeating: 0, count: 0x80)
    for keyword in keywords {
      if let first = keyword.utf8.first { lengths[Int(first)] |= 1 << UInt32(keyword.utf8.count) }
    }
    return lengths
  }()

  /// The one word that is no label; of others between backticks the compiler warns.
  fileprivate static let labelKeyword = "inout"
}
