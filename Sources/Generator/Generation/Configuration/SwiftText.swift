// Checks whether a text can be used unchanged in generated Swift code.

import AuthGenLanguage
import AuthGenSwiftModel

package enum SwiftText {
  /// Whether the text is an identifier that begins with an upper-case letter and is not a Swift keyword.
  package static func isTypeName(_ text: String) -> Bool {
    guard let first = text.utf8.first, first &- UInt8(ascii: "A") < 26 else { return false }
    return SwiftName.isIdentifier(text) && !["Any", "Protocol", "Self", "Type"].contains(text)
  }

  /// Whether the text is a list of identifiers separated by dots.
  static func isModule(_ text: String) -> Bool {
    text.split(separator: ".", omittingEmptySubsequences: false)
      .allSatisfy { SwiftName.isIdentifier(String($0)) }
  }

  /// Whether the text has no line ends and no other control characters.
  static func isLine(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { scalar in
      switch scalar.value {
      case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: false
      default: true
      }
    }
  }

  /// Whether the text is a nominal type, with or without generic arguments, an array, a dictionary,
  /// or an optional.
  static func isType(_ text: String) -> Bool {
    var scanner = TypeScanner(text)
    return scanner.type(depth: 0) && scanner.isAtEnd
  }
}

/// Recognises the Swift types that can represent a scalar.
private struct TypeScanner {
  private static let maximumDepth = 32

  private var rest: ArraySlice<UInt8>

  init(_ text: String) {
    rest = Array(text.utf8)[...]
    skipSpaces()
  }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func type(depth: Int) -> Bool {
    guard depth < Self.maximumDepth else { return false }
    guard skip("[") ? collection(depth) : nominal(depth) else { return false }
    while skip("?") {}
    return true
  }

  private mutating func collection(_ depth: Int) -> Bool {
    guard type(depth: depth + 1) else { return false }
    if skip(":"), !type(depth: depth + 1) { return false }
    return skip("]")
  }

  private mutating func nominal(_ depth: Int) -> Bool {
    repeat {
      guard identifier() else { return false }
      if skip("<") {
        repeat {
          guard type(depth: depth + 1) else { return false }
        } while skip(",")
        guard skip(">") else { return false }
      }
    } while skip(".")
    return true
  }

  private mutating func identifier() -> Bool {
    let word = Name.prefix(of: rest)
    guard SwiftName.isIdentifier(String(decoding: word, as: UTF8.self)) else { return false }
    rest = rest[word.endIndex...]
    skipSpaces()
    return true
  }

  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest = rest.dropFirst()
    skipSpaces()
    return true
  }

  private mutating func skipSpaces() {
    rest = rest.drop { $0 == UInt8(ascii: " ") }
  }
}
