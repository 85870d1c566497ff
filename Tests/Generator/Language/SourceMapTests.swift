// Tests the lines and columns of positions, including those of texts inside a string of another text.

import AuthGenLanguage
import AuthGenTestSupport
import Testing

@Suite struct SourceMapTests {
  private func location(_ text: String, _ offset: Int) throws -> AuthGenLanguage.SourceLocation {
    var sources = SourceMap()
    _ = try sources.add(path: "other", bytes: Array("x\ny".utf8))
    let source = try sources.add(path: "a.graphql", bytes: Array(text.utf8))
    return try #require(sources.location(of: Position(offset: source.base + UInt32(offset))))
  }

  @Test func lineTerminatorsFollowTheSpecification() throws {
    // offsets:    0123 4 56 7 8 9
    let text = "ab\ncd\r\nef\rgh\n\ri"
    let places = try (0...text.utf8.count).map { offset in
      let location = try location(text, offset)
      return "\(location.line):\(location.column)"
    }
    #expect(
      places == [
        "1:1", "1:2", "1:3", "2:1", "2:2", "2:3", "2:4", "3:1", "3:2", "3:3", "4:1", "4:2", "4:3",
        "5:1", "6:1", "6:2",
      ])
  }

  @Test func lineTextExcludesTheLineTerminator() throws {
    let text = "ab\ncd\r\nef\rgh"
    #expect(try location(text, 1).lineText == "ab")
    #expect(try location(text, 2).lineText == "ab")
    #expect(try location(text, 4).lineText == "cd")
    #expect(try location(text, 6).lineText == "cd")
    #expect(try location(text, 7).lineText == "ef")
    #expect(try location(text, 12).lineText == "gh")
  }

  @Test func longLineIsCutAroundThePosition() throws {
    let location = try location(String(repeating: "a", count: 5_000), 2_000)
    #expect(location.column == 2_001)
    #expect(location.before.count == 1_025)
    #expect(location.after.count == 1_025)
  }

  @Test func columnsCountBytes() throws {
    let location = try location("é😀x", 6)
    #expect(location.column == 7)
    #expect(location.path == "a.graphql")
  }

  @Test func endOfTextHasALocation() throws {
    #expect(try location("", 0).line == 1)
    #expect(try location("", 0).column == 1)
    #expect(try location("a\n", 2).line == 2)
    #expect(try location("a\n", 2).lineText == "")
  }

  @Test func positionsIdentifyTheirSource() throws {
    var sources = SourceMap()
    let first = try sources.add(path: "first", bytes: [])
    let second = try sources.add(path: "second", bytes: Array("ab".utf8))
    let third = try sources.add(path: "third", bytes: Array("c".utf8))
    #expect(sources.source(at: Position(offset: first.base))?.path == "first")
    #expect(sources.source(at: Position(offset: second.base))?.path == "second")
    #expect(sources.source(at: Position(offset: second.base + 2))?.path == "second")
    #expect(sources.source(at: Position(offset: third.base))?.path == "third")
    #expect(sources.source(at: .unknown) == nil)
    #expect(sources.location(of: .unknown) == nil)
    #expect(sources.source(at: Position(offset: third.base + 2)) == nil)
    #expect(sources.source(at: Position(offset: .max)) == nil)
    #expect(sources.sources.map(\.path) == ["first", "second", "third"])
  }

  @Test func preparedLinesGiveTheSameLocations() throws {
    var sources = SourceMap()
    let text = "a\n\nb\rc\r\nd\r\r\n\n\re"
    let positions = try ["first", "second"].flatMap { path in
      let source = try sources.add(path: path, bytes: Array(text.utf8))
      return (0...source.count).map { Position(offset: source.base + UInt32($0)) }
    }
    let prepared = sources.findingLines(of: positions)
    for position in positions + [.unknown] {
      #expect(prepared.location(of: position) == sources.location(of: position))
    }
    let end = try #require(positions.last)
    #expect(prepared.location(of: end)?.line == 9)
  }

  @Test func bytesExcludeTheSentinel() throws {
    var sources = SourceMap()
    let source = try sources.add(path: "a", bytes: Array("abc".utf8))
    #expect(source.count == 3)
    #expect(Array(source.bytes) == Array("abc".utf8))
    let position = Position(offset: source.base + 1)
    #expect(Array(source.slice(at: position, length: 1)) == Array("b".utf8))
    #expect(Array(source.slice(at: position, length: 10)) == Array("bc".utf8))
  }

  @Test func textInsideAStringIsLocatedInTheString() throws {
    var sources = SourceMap()
    let text = "x\n \"a\\n\\u00e9\\ud83d\\ude00b\" y"
    let source = try sources.add(path: "a", bytes: Array(text.utf8))
    let literal = StringLiteral(position: Position(offset: source.base + 3), length: 24)
    let inner = try sources.add(textOf: literal)
    #expect(String(decoding: inner.bytes, as: UTF8.self) == "a\n\u{E9}😀b")
    let columns = try (0...inner.count).map { offset in
      let position = Position(offset: inner.base + UInt32(offset))
      let location = try #require(sources.location(of: position))
      #expect(location.line == 2)
      #expect(location.path == "a")
      return location.column
    }
    // The bytes of an escaped character have the position of its escape.
    #expect(columns == [3, 4, 6, 6, 12, 12, 12, 12, 24, 25])
  }
}
