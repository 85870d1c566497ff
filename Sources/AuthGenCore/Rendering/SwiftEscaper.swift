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
  /// A text, printed as a part of a string literal.
  case literalPart
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

  static func literalPart(_ text: String) -> Value {
    .text(text, kind: LeafKind.literalPart.rawValue)
  }

  static func documentation(_ lines: [String]) -> Value {
    lines.isEmpty ? .null : .list(DocumentationLines(lines))
  }
}

private final class DocumentationLines: Items {
  private let lines: [String]

  init(_ lines: [String]) {
    self.lines = lines
  }

  var count: Int { lines.count }

  func item(at index: Int) -> Value {
    .text(lines[index].isEmpty ? " " : lines[index], kind: LeafKind.documentation.rawValue)
  }
}

struct SwiftEscaper: Escaper {
  func write(_ leaf: Leaf, to output: inout Output) {
    switch LeafKind(rawValue: leaf.kind) {
    case .identifier:
      write(leaf.text, inBackticks: Self.isKeyword(leaf.text), to: &output)
    case .label:
      write(leaf.text, inBackticks: leaf.text == Self.labelKeyword, to: &output)
    case .stringLiteral:
      output.append(UInt8(ascii: "\""))
      writeLiteralPart(leaf.text, to: &output)
      output.append(UInt8(ascii: "\""))
    case .literalPart:
      writeLiteralPart(leaf.text, to: &output)
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
    output.append(text, replacing: Self.isControl) { _, output in
      output.append(UInt8(ascii: " "))
    }
  }

  private func writeLiteralPart(_ text: String, to output: inout Output) {
    let isEscaped = { (byte: UInt8) in
      byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || Self.isControl(byte)
    }
    output.append(text, replacing: isEscaped) { byte, output in
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
  private static func isKeyword(_ name: String) -> Bool {
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
  private static let labelKeyword = "inout"
}
