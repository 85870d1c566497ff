// Tests the contrast of colours with the examples that WCAG publishes.

import AuthGenHorizonScalars
import AuthGenHorizonUI
import Testing

@Suite struct ContrastTests {
  private static let white = Colour(red: 255, green: 255, blue: 255)

  /// https://www.w3.org/WAI/WCAG22/Understanding/non-text-contrast.html prints these ratios with one decimal, or
  /// none, and rounds some of them down.
  @Test(arguments: [
    ("#949494", "#FFFFFF", 3, 1), ("#E5E5E5", "#6221EA", 5.6, 0.1),
    ("#FFF000", "#FFFFFF", 1.2, 0.1), ("#CCC", "#FFF", 1.6, 0.1),
    ("#FFFFFF", "#6E747B", 4.7, 0.1), ("#000000", "#FFFFFF", 21, 0.000_001),
    ("#000000", "#DEDEDE", 15, 1), ("#9D9D9D", "#FFFFFF", 2.7, 0.1), ("#AAA", "#FFF", 2.3, 0.1),
  ])
  func publishedRatiosAreComputed(
    first: String, second: String, ratio: Double, precision: Double
  ) throws {
    let (first, second) = (try #require(Colour(first)), try #require(Colour(second)))
    #expect(abs(first.contrast(with: second) - ratio) < precision)
    #expect(first.contrast(with: second) == second.contrast(with: first))
  }

  /// The same page says which of these pairs pass. The threshold is 3:1.
  @Test(arguments: [
    ("#FFFF00", "#4189B9", true), ("#008000", "#FFF", true), ("#FFF", "#003366", true),
    ("#FFF", "#043464", true), ("#070CD5", "#FFF", true), ("#E3660E", "#FFF", true),
    ("#767676", "#FFF", true), ("#949494", "#FFF", true),
    ("#FFFF00", "#FFF", false), ("#4189B9", "#4B933A", false), ("#008000", "#4189B9", false),
    ("#B1262B", "#0D0F13", false), ("#00C7FD", "#FFF", false), ("#9D9D9D", "#FFF", false),
  ])
  func publishedPairsPassOrFail(first: String, second: String, passes: Bool) throws {
    let (first, second) = (try #require(Colour(first)), try #require(Colour(second)))
    #expect((first.contrast(with: second) >= 3) == passes)
  }

  /// A ratio of 4.478 is not rounded to 4.5.
  @Test func ratioJustBelowTheThresholdFails() throws {
    #expect(try #require(Colour("#777777")).contrast(with: Self.white) < 4.5)
    #expect(try #require(Colour("#767676")).contrast(with: Self.white) >= 4.5)
  }

  /// The components of a dark colour are linear up to 0.04045.
  @Test func luminanceIsThatOfTheDefinition() {
    #expect(Self.white.relativeLuminance == 1)
    #expect(Colour(red: 0, green: 0, blue: 0).relativeLuminance == 0)
    let dark = Colour(red: 0, green: 10, blue: 0).relativeLuminance
    #expect(abs(dark - 0.7152 * 10 / 255 / 12.92) < 1e-12)
    let lighter = Colour(red: 0, green: 11, blue: 0).relativeLuminance
    #expect(abs(lighter - 0.002_393_4) < 1e-7)
  }
}
