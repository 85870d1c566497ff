// Lexical tokens: kind and range, without text.
// https://spec.graphql.org/September2025/#sec-Language.Source-Text.Lexical-Tokens

struct Token {
  /// The raw value is the kind's name in diagnostics.
  enum Kind: String {
    case endOfFile = "the end of the file"
    case exclamationMark = "\"!\""
    case dollar = "\"$\""
    case ampersand = "\"&\""
    case openParenthesis = "\"(\""
    case closeParenthesis = "\")\""
    case ellipsis = "\"...\""
    case colon = "\":\""
    case equals = "\"=\""
    case at = "\"@\""
    case openBracket = "\"[\""
    case closeBracket = "\"]\""
    case openBrace = "\"{\""
    case verticalBar = "\"|\""
    case closeBrace = "\"}\""
    case name = "a name"
    case int = "an integer"
    case float = "a float"
    case string = "a string"
    case blockString = "a block string"
  }

  var kind: Kind
  /// The offset of the first byte in the source.
  var start: Int
  /// The offset after the last byte.
  var end: Int
  /// The symbol, for names only.
  var symbol: Symbol
}
