// Tests how JSON strings are decoded, with lone surrogates.

import AuthGenLanguage
import Testing

@Suite struct JSONStringTests {
  private func string(_ literal: String) throws -> JSONString {
    var sources = SourceMap()
    let source = try sources.add(path: "a.json", bytes: Array(" \(literal)".utf8))
    return try #require(try JSONValue.parse(source).string)
  }

  @Test(arguments: [
    (#""""#, ""),
    (#""abc é😀""#, "abc é😀"),
    (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{08}\u{0C}\n\r\t"),
    (#""\u0041\u00e9\u20AC\uFFFF\u0000""#, "A\u{E9}€\u{FFFF}\0"),
    (#""\uD83D\uDE00\ud83d\ude00x""#, "😀😀x"),
    (#""\uD800\uDC00\uDBFF\uDFFF""#, "\u{10000}\u{10FFFF}"),
    (#""\\u0041""#, "\\u0041"),
  ])
  func escapesAreDecoded(_ literal: String, _ text: String) throws {
    let string = try string(literal)
    #expect(string.text == text)
    #expect(string.loneSurrogate == nil)
    #expect(string.length == literal.utf8.count - 2)
  }

  @Test(
    arguments: [
      (#""\ud800""#, "\u{FFFD}", 1),
      (#""a\uDFFFb""#, "a\u{FFFD}b", 2),
      (#""\ud83d\ud83d\ude00""#, "\u{FFFD}😀", 1),
      (#""\ude00\ud83d""#, "\u{FFFD}\u{FFFD}", 1),
      (#""\ud83d\n\u0041""#, "\u{FFFD}\nA", 1),
      (#""\n\ud83d""#, "\n\u{FFFD}", 3),
    ])
  func loneSurrogateIsReplaced(_ literal: String, _ text: String, _ offset: Int) throws {
    let string = try string(literal)
    #expect(string.text == text)
    #expect(string.loneSurrogate == offset)
  }

  @Test func nameWithLoneSurrogateIsRepaired() throws {
    var sources = SourceMap()
    let source = try sources.add(path: "a.json", bytes: Array(#"{"a\ud800b\n": 1}"#.utf8))
    #expect(try JSONValue.parse(source).object?.map(\.name) == ["a\u{FFFD}b\n"])
  }
}
