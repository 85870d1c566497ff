// Arithmetic modulo an odd number. All inputs are public, so the running time may depend on the values.

/// The integers modulo an odd number, in Montgomery form. An element represents its number times R,
/// where R is 2 to the power of 64 times the number of words.
///
/// P. L. Montgomery, Modular multiplication without trial division, Mathematics of Computation 44 (1985).
struct MontgomeryRing: Sendable {
  /// A number below the modulus, the least significant word first, in as many words as the modulus has.
  typealias Element = [UInt64]

  let modulus: [UInt64]
  /// The negated inverse of the modulus: their product is -1 modulo 2 to the power of 64.
  private let negatedInverse: UInt64
  /// R modulo the modulus, which is 1 in Montgomery's form.
  let one: Element
  /// R squared, modulo the modulus.
  private var radixSquared: Element

  /// Creates the ring of integers modulo `modulus`.
  ///
  /// - Parameter modulus: the least significant word first.
  /// - Returns: nil if the modulus is even, 1, or has a leading word of 0.
  init?(modulus: [UInt64]) {
    guard let first = modulus.first, let last = modulus.last, first & 1 == 1, last != 0,
      modulus != [1]
    else { return nil }
    self.modulus = modulus
    // Newton's iteration doubles the number of correct bits. An odd number is its own inverse modulo 8.
    var inverse = first
    for _ in 0..<5 { inverse = inverse &* (2 &- first &* inverse) }
    negatedInverse = 0 &- inverse
    // The highest power of 2 below the modulus, doubled up to R.
    let bitCount = 64 * modulus.count
    let highest = bitCount - 1 - last.leadingZeroBitCount
    var radix = [UInt64](repeating: 0, count: modulus.count)
    radix[highest / 64] = 1 << UInt64(highest % 64)
    for _ in highest..<bitCount { radix = Self.sum(radix, radix, modulus) }
    one = radix
    // As an element, R squared is R: 2 to the power of the number of bits.
    radixSquared = one
    radixSquared = power(sum(one, one), [UInt64(bitCount)])
  }

  var zero: Element { Element(repeating: 0, count: modulus.count) }

  /// Converts a number to an element.
  ///
  /// - Returns: nil if the number is not below the modulus.
  func element(_ number: [UInt64]) -> Element? {
    guard number.count == modulus.count, Self.isLess(number, modulus) else { return nil }
    return product(number, radixSquared)
  }

  /// Reduces a number, and converts it to an element.
  ///
  /// - Parameter number: below twice the modulus, with as many words as the modulus.
  func reduced(_ number: [UInt64]) -> Element {
    let (reduced, borrow) = Self.difference(number, modulus)
    return product(borrow ? number : reduced, radixSquared)
  }

  /// The number that an element represents.
  func number(_ element: Element) -> [UInt64] {
    var unit = zero
    unit[0] = 1
    return product(element, unit)
  }

  func sum(_ first: Element, _ second: Element) -> Element {
    Self.sum(first, second, modulus)
  }

  func difference(_ first: Element, _ second: Element) -> Element {
    var (result, borrow) = Self.difference(first, second)
    if borrow {
      var carry = false
      for index in result.indices {
        (result[index], carry) = Self.add(result[index], modulus[index], carry)
      }
    }
    return result
  }

  /// The product, by words of `second` in turn (CIOS).
  ///
  /// Ç. K. Koç, T. Acar, B. S. Kaliski, Analyzing and comparing Montgomery multiplication algorithms,
  /// IEEE Micro 16 (1996).
  func product(_ first: Element, _ second: Element) -> Element {
    let count = modulus.count
    var result = [UInt64](repeating: 0, count: count + 2)
    for word in second {
      var carry: UInt64 = 0
      for index in 0..<count {
        (carry, result[index]) = Self.multiply(first[index], word, result[index], carry)
      }
      var overflow: Bool
      (result[count], overflow) = result[count].addingReportingOverflow(carry)
      result[count + 1] = overflow ? 1 : 0
      let factor = result[0] &* negatedInverse
      (carry, _) = Self.multiply(factor, modulus[0], result[0], 0)
      for index in 1..<count {
        (carry, result[index - 1]) = Self.multiply(factor, modulus[index], result[index], carry)
      }
      (result[count - 1], overflow) = result[count].addingReportingOverflow(carry)
      result[count] = result[count + 1] &+ (overflow ? 1 : 0)
    }
    let low = Element(result[..<count])
    let (reduced, borrow) = Self.difference(low, modulus)
    return borrow && result[count] == 0 ? low : reduced
  }

  /// Raises an element to a power.
  ///
  /// - Parameter exponent: the least significant word first.
  func power(_ base: Element, _ exponent: [UInt64]) -> Element {
    let bitCount = exponent.count * 64 - (exponent.last?.leadingZeroBitCount ?? 0)
    var result = one
    for position in (0..<bitCount).reversed() {
      result = product(result, result)
      if exponent[position / 64] >> UInt64(position % 64) & 1 == 1 {
        result = product(result, base)
      }
    }
    return result
  }

  /// The inverse of a nonzero element by Fermat's little theorem. Requires a prime modulus.
  func inverse(_ element: Element) -> Element {
    var two = zero
    two[0] = 2
    return power(element, Self.difference(modulus, two).result)
  }

  // MARK: Words

  static func isLess(_ first: [UInt64], _ second: [UInt64]) -> Bool {
    difference(first, second).borrow
  }

  private static func sum(_ first: Element, _ second: Element, _ modulus: [UInt64]) -> Element {
    var result = first
    var carry = false
    for index in result.indices {
      (result[index], carry) = add(first[index], second[index], carry)
    }
    let (reduced, borrow) = difference(result, modulus)
    return borrow && !carry ? result : reduced
  }

  private static func difference(
    _ first: [UInt64], _ second: [UInt64]
  ) -> (result: [UInt64], borrow: Bool) {
    var result = first
    var borrow = false
    for index in result.indices {
      let (partial, below) = first[index].subtractingReportingOverflow(second[index])
      let (word, belowAgain) = partial.subtractingReportingOverflow(borrow ? 1 : 0)
      result[index] = word
      borrow = below || belowAgain
    }
    return (result, borrow)
  }

  private static func add(_ first: UInt64, _ second: UInt64, _ carry: Bool) -> (UInt64, Bool) {
    let (partial, above) = first.addingReportingOverflow(second)
    let (word, aboveAgain) = partial.addingReportingOverflow(carry ? 1 : 0)
    return (word, above || aboveAgain)
  }

  /// A product plus two summands, which always fits two words.
  private static func multiply(
    _ first: UInt64, _ second: UInt64, _ summand: UInt64, _ carry: UInt64
  ) -> (high: UInt64, low: UInt64) {
    var (high, low) = first.multipliedFullWidth(by: second)
    var overflow: Bool
    (low, overflow) = low.addingReportingOverflow(summand)
    if overflow { high &+= 1 }
    (low, overflow) = low.addingReportingOverflow(carry)
    if overflow { high &+= 1 }
    return (high, low)
  }
}

extension [UInt64] {
  /// Reads a number from its bytes, the most significant first (RFC 8017 section 4.2, OS2IP).
  init(bigEndian bytes: some BidirectionalCollection<UInt8>) {
    self.init(repeating: 0, count: (bytes.count + 7) / 8)
    for (index, byte) in bytes.reversed().enumerated() {
      self[index / 8] |= UInt64(byte) << UInt64(index % 8 * 8)
    }
  }

  /// The `count` low bytes of the number, the most significant first (RFC 8017 section 4.1, I2OSP).
  func bigEndianBytes(count: Int) -> [UInt8] {
    (0..<count).reversed().map { (index: Int) -> UInt8 in
      guard index / 8 < self.count else { return 0 }
      return UInt8(truncatingIfNeeded: self[index / 8] >> UInt64(index % 8 * 8))
    }
  }
}
