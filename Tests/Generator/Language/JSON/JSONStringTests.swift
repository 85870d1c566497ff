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
    #expect(string.utf8 == Array(text.utf8))
    #expect(string.withUTF8 { Array($0) } == Array(text.utf8))
    #expect(string.loneSurrogate == nil)
    #expect(string.length == literal.utf8.count - 2)
  }

  @Test(
    arguments: [
      (#""\ud800""#, [0xED, 0xA0, 0x80], "\u{FFFD}", 1),
      (#""a\uDFFFb""#, [0x61, 0xED, 0xBF, 0xBF, 0x62], "a\u{FFFD}b", 2),
      (#""\ud83d\ud83d\ude00""#, [0xED, 0xA0, 0xBD, 0xF0, 0x9F, 0x98, 0x80], "\u{FFFD}😀", 1),
      (#""\ude00\ud83d""#, [0xED, 0xB8, 0x80, 0xED, 0xA0, 0xBD], "\u{FFFD}\u{FFFD}", 1),
      (#""\ud83d\n\u0041""#, [0xED, 0xA0, 0xBD, 0x0A, 0x41], "\u{FFFD}\nA", 1),
      (#""\n\ud83d""#, [0x0A, 0xED, 0xA0, 0xBD], "\n\u{FFFD}", 3),
    ] as [(String, [UInt8], String, Int)])
  func loneSurrogateIsKeptInTheBytes(
    _ literal: String, _ bytes: [UInt8], _ text: String, _ offset: Int
  ) throws {
    let string = try string(literal)
    #expect(string.utf8 == bytes)
    #expect(string.text == text)
    #expect(string.loneSurrogate == offset)
  }

  @Test func loneSurrogateIsInvalidUTF8InGraphQL() throws {
    var sources = SourceMap()
    var symbols = SymbolTable()
    let bytes = try string(#""{ a(b: \"\ud800\") }""#).utf8
    let source = try sources.add(path: "document", bytes: bytes)
    let error = #expect(throws: Diagnostic.self) {
      _ = try Document.parse(source, symbols: &symbols)
    }
    #expect(error?.message == "invalid UTF-8: unexpected byte 0xED")
    #expect(error?.position == Position(offset: source.base + 8))
  }

  @Test func nameWithLoneSurrogateIsRepaired() throws {
    var sources = SourceMap()
    let source = try sources.add(path: "a.json", bytes: Array(#"{"a\ud800b\n": 1}"#.utf8))
    #expect(try JSONValue.parse(source).object?.map(\.name) == ["a\u{FFFD}b\n"])
  }
}
