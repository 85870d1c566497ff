// Horizon's `Money`: an amount with its currency.

public import AuthGenRuntime
public import Foundation

/// An amount of money, such as `GBP8.85` on the wire: an ISO 4217 currency code and a decimal
/// number. It encodes with the digits that were decoded.
nonisolated public struct Money: Hashable, Sendable {
  /// Three capital letters.
  public let currencyCode: String
  public let amount: Decimal
  /// The digits on the wire: `8.50` and `8.5` are the same amount in different spellings.
  private let digits: String

  /// Creates an amount of money.
  ///
  /// - Parameters:
  ///   - currencyCode: three capital letters.
  ///   - amount: the amount in that currency.
  /// - Returns: nil if the code is malformed or the amount is not a number.
  public init?(currencyCode: String, amount: Decimal) {
    self.init(currencyCode + "\(amount)")
  }

  public static func == (left: Money, right: Money) -> Bool {
    left.currencyCode == right.currencyCode && left.amount == right.amount
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(currencyCode)
    hasher.combine(amount)
  }
}

nonisolated extension Money: LosslessStringConvertible {
  /// Parses an amount of money.
  ///
  /// - Parameter description: the code followed by the number, without a space.
  public init?(_ description: String) {
    let code = description.prefix(3)
    let digits = description.dropFirst(3)
    guard code.utf8.count == 3, code.utf8.allSatisfy({ (0x41...0x5A).contains($0) }),
      Self.isNumber(digits), let amount = Decimal(string: String(digits))
    else { return nil }
    currencyCode = String(code)
    self.amount = amount
    self.digits = String(digits)
  }

  public var description: String { currencyCode + digits }

  /// `-`? digit+ (`.` digit+)?, with at most the 38 digits that a Decimal holds.
  private static func isNumber(_ text: Substring) -> Bool {
    let parts = text.drop { $0 == "-" }
      .split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    return text.utf8.filter { $0 == 0x2D }.count <= 1
      && parts.reduce(0) { $0 + $1.utf8.count } <= 38
      && parts.allSatisfy(\.isASCIIDigits)
  }
}

nonisolated extension Money: TextScalar {
  public static let expectation = "an amount of money, such as GBP8.85"
}
