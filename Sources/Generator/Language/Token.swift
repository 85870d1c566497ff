// Lexical tokens: kind and range, without text.
// https://spec.graphql.org/September2025/#sec-Language.Source-Text.Lexical-Tokens

struct Token {
  enum Kind: UInt8 {
    case endOfFile
    case exclamationMark, dollar, ampersand, openParenthesis, closeParenthesis, ellipsis, colon
    case equals, at, openBracket, closeBracket, openBrace, verticalBar, closeBrace
    case name, int, float, string, blockString

    /// The kind's name in diagnostics.
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
  /// The offset of the first byte in the source.
  var start: Int
  /// The offset after the last byte.
  var end: Int
  /// The symbol, for names only.
  var symbol: Symbol
}
