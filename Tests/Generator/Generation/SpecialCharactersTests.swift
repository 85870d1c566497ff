// Tests which characters need escaping in Swift source.

import Testing

@testable import AuthGenGeneration

@Suite struct SpecialCharactersTests {
  /// The special characters and their neighbours, which are not special.
  private static let characters: [(Unicode.Scalar, inComment: Bool, inLiteral: Bool)] = [
    ("\u{0}", true, true), ("\n", true, true), ("\u{1F}", true, true), (" ", false, false),
    ("!", false, false), ("\"", false, true), ("#", false, false), ("[", false, false),
    ("\\", false, true), ("]", false, false), ("~", false, false), ("\u{7F}", true, true),
    ("\u{80}", true, true), ("\u{9F}", true, true), ("\u{A0}", false, false), ("é", false, false),
    ("א", false, false), ("م", false, false), ("\u{61C}", true, true), ("\u{200D}", false, false),
    ("\u{200F}", true, true), ("\u{2010}", false, false), ("\u{202E}", true, true),
    ("\u{2069}", true, true), ("\u{3164}", true, true), ("\u{FE0F}", false, false),
    ("\u{FFFF}", false, false), ("😀", false, false), ("\u{E0041}", true, true),
  ]

  @Test func specialCharacterIsFoundAtAnyOffset() {
    for character in Self.characters {
      for count in 0..<20 {
        for place in 0...count {
          let text =
            String(repeating: "a", count: place) + String(character.0)
            + String(repeating: "é", count: count - place)
          #expect(SpecialCharacters.ofComment.areIn(text) == character.inComment)
          #expect(SpecialCharacters.ofLiteral.areIn(text) == character.inLiteral)
        }
      }
    }
  }

  @Test func firstSpecialCharacterAfterAnOffsetIsFound() {
    var text = "0123456789\"123456789\"123456789"
    text.withUTF8 { utf8 in
      for start in 0...utf8.count {
        let first = start <= 10 ? 10 : start <= 20 ? 20 : 30
        #expect(SpecialCharacters.ofLiteral.firstIndex(in: utf8, from: start) == first)
        #expect(SpecialCharacters.ofComment.firstIndex(in: utf8, from: start) == 30)
      }
    }
  }
}
