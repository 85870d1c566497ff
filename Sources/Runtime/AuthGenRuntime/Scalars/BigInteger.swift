// Whole numbers of any size.

/// A whole number of any size, such as `"18446744073709551616"`. It reads a string of digits or a JSON number
/// without losing a digit, and encodes as a string.
///
/// To compute with it, pass ``description`` to a library for large numbers.
nonisolated public struct BigInteger: Hashable, Sendable {
  /// The digits, with a minus sign before a negative number, and without leading zeros.
  public let description: String

  public init(_ value: some BinaryInteger) {
    description = String(value)
  }

  /// The number as a fixed-width integer; nil if it is out of range.
  public func value<Value: FixedWidthInteger>(as type: Value.Type = Int.self) -> Value? {
    Value(description)
  }
}

nonisolated extension BigInteger: LosslessStringConvertible {
  /// - Parameter description: ASCII digits, with an optional sign.
  public init?(_ description: String) {
    let isNegative = description.utf8.first == UInt8(ascii: "-")
    let hasSign = isNegative || description.utf8.first == UInt8(ascii: "+")
    let digits = description.dropFirst(hasSign ? 1 : 0)
    guard digits.isASCIIDigits else { return nil }
    let significant = digits.drop { $0 == "0" }
    if significant.isEmpty {
      self.description = "0"
    } else {
      self.description = (isNegative ? "-" : "") + significant
    }
  }
}

nonisolated extension BigInteger: Comparable {
  public static func < (left: BigInteger, right: BigInteger) -> Bool {
    let (first, second) = (left.description, right.description)
    switch (first.hasPrefix("-"), second.hasPrefix("-")) {
    case (true, false): return true
    case (false, true): return false
    case (let areNegative, _):
      let isSmaller =
        first.utf8.count == second.utf8.count
        ? first.utf8.lexicographicallyPrecedes(second.utf8) : first.utf8.count < second.utf8.count
      return areNegative ? first != second && !isSmaller : isSmaller
    }
  }
}

nonisolated extension BigInteger: ExpressibleByIntegerLiteral {
  public init(integerLiteral value: Int) { self.init(value) }
}

nonisolated extension BigInteger: Codable {
  public init(from decoder: any Decoder) throws { self = try ServerForm(from: decoder).value }

  public func encode(to encoder: any Encoder) throws { try ServerForm(self).encode(to: encoder) }
}

nonisolated extension BigInteger: ServerScalar {
  init?(_ json: JSON) {
    switch json {
    case .string(let text): self.init(text)
    case .integer(let value): self.init(value)
    case .number(let number): self.init(number.text)
    default: return nil
    }
  }

  func json() -> JSON { .string(description) }
}
