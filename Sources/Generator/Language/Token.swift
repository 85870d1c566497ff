// Lexical tokens: kind and extent, no text.
// https://spec.graphql.org/September2025/#sec-Language.Source-Text.Lexical-Tokens

struct Token {
  enum Kind: UInt8 {
    case endOfFile
    case exclamationMark, dollar, ampersand, openParenthesis, closeParenthesis, ellipsis, colon
    case equals, at, openBracket, closeBracket, openBrace, verticalBar, closeBrace
    case name, int, float, string, blockString

    /// How a message shows the kind.
    var description: String {
      switch self {
      case .endOfFile: "the end of the file"
      case .exclamationMark: "\"!\""
      case .dollar: "\"$\""
      case .ampersand: "\"&\""
      case .openParenthesis: "\"(\""
      case .closeParenthesis: "\")\""
      case .ellipsis: "\"...\""
      case .colon: "\":\""
      case .equals: "\"=\""
      case .at: "\"@\""
      case .openBracket: "\"[\""
      case .closeBracket: "\"]\""
      case .openBrace: "\"{\""
      case .verticalBar: "\"|\""
      case .closeBrace: "\"}\""
      case .name: "a name"
      case .int: "an integer"
      case .float: "a float"
      case .string: "a string"
      case .blockString: "a block string"
      }
    }
  }

  var kind: Kind
  /// Offset of the first byte in the source.
  var start: Int
  /// Offset after the last byte.
  var end: Int
  /// For names only.
  var symbol: Symbol
}
