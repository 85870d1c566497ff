// Tests which bytes need escaping in Swift source.

import Testing

@testable import AuthGenGeneration

@Suite struct SpecialBytesTests {
  /// The special characters and their neighbours, which are not special.
  private static let characters: [(Unicode.Scalar, inComment: Bool, inLiteral: Bool)] = [
    ("\u{0}", true, true), ("\n", true, true), ("\u{1F}", true, true), (" ", false, false),
    ("!", false, false), ("\"", false, true), ("#", false, false), ("[", false, false),
    ("\\", false, true), ("]", false, false), ("~", false, false), ("\u{7F}", true, true),
    ("\u{80}", false, false), ("é", false, false), ("\u{FFFF}", false, false),
  ]

  @Test func specialByteIsFoundAtAnyOffset() {
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

  @Test func firstSpecialByteAfterAnOffsetIsFound() {
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
