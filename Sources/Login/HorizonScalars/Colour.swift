// Horizon's `Colour`: red, green and blue in hexadecimal.

public import AuthGenRuntime

/// A colour, such as `#4285F4` on the wire. It encodes with the spelling that was decoded.
nonisolated public struct Colour: Hashable, Sendable {
  /// From 0 to 255, like ``green`` and ``blue``.
  public let red: UInt8
  public let green: UInt8
  public let blue: UInt8
  private let text: String

  public init(red: UInt8, green: UInt8, blue: UInt8) {
    func hexadecimal(_ part: UInt8) -> String {
      (part < 16 ? "0" : "") + String(part, radix: 16, uppercase: true)
    }
    (self.red, self.green, self.blue) = (red, green, blue)
    text = "#" + hexadecimal(red) + hexadecimal(green) + hexadecimal(blue)
  }

  public static func == (left: Colour, right: Colour) -> Bool {
    (left.red, left.green, left.blue) == (right.red, right.green, right.blue)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(red)
    hasher.combine(green)
    hasher.combine(blue)
  }
}

nonisolated extension Colour: LosslessStringConvertible {
  /// Parses a colour.
  ///
  /// - Parameter description: a number sign and six hexadecimal digits. Three digits are short for
  ///   `#RRGGBB` with pairs of equal digits.
  public init?(_ description: String) {
    guard description.hasPrefix("#"), description.utf8.count <= 7 else { return nil }
    let digits = description.dropFirst().compactMap(\.hexDigitValue)
    guard digits.count == description.utf8.count - 1 else { return nil }
    let parts: [Int]
    switch digits.count {
    case 3: parts = digits.map { $0 * 17 }
    case 6: parts = stride(from: 0, to: 6, by: 2).map { digits[$0] * 16 + digits[$0 + 1] }
    default: return nil
    }
    (red, green, blue) = (UInt8(parts[0]), UInt8(parts[1]), UInt8(parts[2]))
    text = description
  }

  public var description: String { text }
}

nonisolated extension Colour: TextScalar {
  public static let expectation = "a colour, such as #4285F4"
}
