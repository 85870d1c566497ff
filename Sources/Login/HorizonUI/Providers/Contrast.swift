// The contrast of two colours (WCAG 2.2).

package import AuthGenHorizonScalars
import Foundation

extension Colour {
  static let black = Colour(red: 0, green: 0, blue: 0)
  static let white = Colour(red: 255, green: 255, blue: 255)

  /// The relative luminance, from 0 for black to 1 for white.
  /// https://www.w3.org/TR/WCAG22/#dfn-relative-luminance
  package var relativeLuminance: Double {
    func linear(_ part: UInt8) -> Double {
      let value = Double(part) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }

  /// The contrast ratio, from 1 for equal colours to 21 for black and white.
  /// https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio
  package func contrast(with other: Colour) -> Double {
    let luminances = [relativeLuminance, other.relativeLuminance].sorted()
    return (luminances[1] + 0.05) / (luminances[0] + 0.05)
  }

  /// Black or white, whichever has more contrast with this colour: at least 4.58.
  var mostLegible: Colour {
    contrast(with: .black) > contrast(with: .white) ? .black : .white
  }
}
