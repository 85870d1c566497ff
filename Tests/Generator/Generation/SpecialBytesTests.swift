// Which texts stand in Swift source as they are.

import Testing

@testable import AuthGenGeneration

@Suite struct SpecialBytesTests {
  /// Those that are special and their neighbours, which aren't.
  private static let characters: [(Unicode.Scalar, inComment: Bool, inLiteral: Bool)] = [
    ("\u{0}", true, true), ("\n", true, true), ("\u{1F}", true, true), (" ", false, false),
    ("!", false, false), ("\"", false, true), ("#", false, false), ("[", false, false),
    ("\\", false, true), ("]", false, false), ("~", false, false), ("\u{7F}", true, true),
    ("\u{80}", false, false), ("é", false, false), ("\u{FFFF}", false, false),
  ]

  @Test func `a special byte is found wherever it is`() {
    for character in Self.characters {
      for count in 0..<20 {
        for place in 0...count {
          let text =
            String(repeating: "a", count: place) + String(character.0)
            + String(repeating: "é", count: count - place)
          #expect(SpecialBytes.ofComment.areIn(text) == character.inComment)
          #expect(SpecialBytes.ofLiteral.areIn(text) == character.inLiteral)
        }
      }
    }
  }

  @Test func `the first special byte from a place is found`() {
    var text = "0123456789\"123456789\"123456789"
    text.withUTF8 { utf8 in
      for start in 0...utf8.count {
        let first = start <= 10 ? 10 : start <= 20 ? 20 : 30
        #expect(SpecialBytes.ofLiteral.firstIndex(in: utf8, from: start) == first)
        #expect(SpecialBytes.ofComment.firstIndex(in: utf8, from: start) == 30)
      }
    }
  }
}
