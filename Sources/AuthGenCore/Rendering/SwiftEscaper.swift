// How names and texts stand in Swift source. A leaf says what it is, so that no template can forget
// to escape it.

import AuthGenMustache

/// What a leaf of the template context is.
enum LeafKind: UInt8 {
  /// Swift that stands as it is.
  case code
  /// A name, put between backticks where it is a keyword.
  case identifier
  /// An argument's label, which may be almost any keyword as it is.
  case label
  /// A text, printed as a string literal.
  case stringLiteral
  /// One line of documentation, printed behind `///`.
  case documentation
}

extension Value {
  static func code(_ text: String) -> Value { .text(text, kind: LeafKind.code.rawValue) }
  static func identifier(_ text: String) -> Value {
    .text(text, kind: LeafKind.identifier.rawValue)
  }
  static func label(_ text: String) -> Value { .text(text, kind: LeafKind.label.rawValue) }
  static func literal(_ text: String) -> Value {
    .text(text, kind: LeafKind.stringLiteral.rawValue)
  }

  static func documentation(_ lines: [String]) -> Value {
    .list(lines.map { .text($0.isEmpty ? " " : $0, kind: LeafKind.documentation.rawValue) })
  }
}

struct SwiftEscaper: Escaper {
  func write(_ leaf: Leaf, to output: inout Output) {
    switch LeafKind(rawValue: leaf.kind) {
    case .identifier:
      write(leaf.text, inBackticks: Self.keywords.contains(leaf.text), to: &output)
    case .label:
      write(leaf.text, inBackticks: leaf.text == Self.labelKeyword, to: &output)
    case .stringLiteral:
      writeLiteral(leaf.text, to: &output)
    case .documentation:
      writeDocumentation(leaf.text, to: &output)
    case .code, nil:
      output.append(leaf.text)
    }
  }

  private func write(_ name: String, inBackticks: Bool, to output: inout Output) {
    if inBackticks { output.append("`") }
    output.append(name)
    if inBackticks { output.append("`") }
  }

  /// A line of a comment ends where the line does, so only what ends lines or is invisible matters.
  private func writeDocumentation(_ text: String, to output: inout Output) {
    if text == " " { return }
    output.append(UInt8(ascii: " "))
    for byte in text.utf8 {
      output.append(byte < 0x20 || byte == 0x7F ? UInt8(ascii: " ") : byte)
    }
  }

  private func writeLiteral(_ text: String, to output: inout Output) {
    output.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""): output.append("\\\"")
      case UInt8(ascii: "\\"): output.append("\\\\")
      case 0x0A: output.append("\\n")
      case 0x0D: output.append("\\r")
      case 0x09: output.append("\\t")
      case 0..<0x20, 0x7F: output.append("\\u{" + String(byte, radix: 16) + "}")
      default: output.append(byte)
      }
    }
    output.append(UInt8(ascii: "\""))
  }

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

  /// The one word that is no label; of others between backticks the compiler warns.
  private static let labelKeyword = "inout"
}
