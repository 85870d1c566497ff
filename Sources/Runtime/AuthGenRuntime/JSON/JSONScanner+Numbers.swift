// Numbers in JSON text.
// https://www.rfc-editor.org/rfc/rfc8259#section-6

nonisolated extension JSONScanner {
  /// Moves past an integer. A number with a fraction or exponent is one if its value is whole.
  @inline(__always)
  mutating func integer() throws(JSONFailure) -> Int {
    skipSpace()
    let start = offset
    var index = offset
    let isNegative = next == UInt8(ascii: "-")
    if isNegative { index += 1 }
    let first = index
    var magnitude: UInt64 = 0
    while index < bytes.count {
      let digit = byte(index) &- UInt8(ascii: "0")
      guard digit < 10 else { break }
      magnitude = magnitude &* 10 &+ UInt64(digit)
      index += 1
    }
    // Eighteen digits cannot overflow.
    let count = index - first
    if count > 0, count <= 18, count == 1 || byte(first) != UInt8(ascii: "0"),
      index == bytes.count || !byte(index).continuesNumber, let value = Int(exactly: magnitude)
    {
      offset = index
      return isNegative ? -value : value
    }
    return try unusualInteger(at: start)
  }

  /// Moves past a number.
  mutating func double() throws(JSONFailure) -> Double {
    skipSpace()
    guard next?.startsNumber == true else { throw mismatch() }
    let start = offset
    let bounds = try numberBounds()
    if let value = exactDouble(bounds) { return value }
    // Locale-free and correctly rounded.
    guard let value = Double(text(from: start, to: offset)), value.isFinite else {
      throw .invalidValue
    }
    return value
  }

  /// The parts of a number, as ranges of offsets.
  nonisolated struct NumberBounds {
    var isNegative = false
    var whole: Range<Int>
    var fraction: Range<Int>
    /// The exponent's digits; empty if there is none.
    var exponent: Range<Int>
    var isExponentNegative = false
  }

  /// Moves past a number.
  mutating func numberBounds() throws(JSONFailure) -> NumberBounds {
    var bounds = NumberBounds(whole: 0..<0, fraction: 0..<0, exponent: 0..<0)
    if next == UInt8(ascii: "-") {
      bounds.isNegative = true
      offset += 1
    }
    bounds.whole = try digits()
    if bounds.whole.count > 1, byte(bounds.whole.lowerBound) == UInt8(ascii: "0") { throw .syntax }
    if next == UInt8(ascii: ".") {
      offset += 1
      bounds.fraction = try digits()
    }
    if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
      offset += 1
      if next == UInt8(ascii: "-") || next == UInt8(ascii: "+") {
        bounds.isExponentNegative = next == UInt8(ascii: "-")
        offset += 1
      }
      bounds.exponent = try digits()
    }
    return bounds
  }

  /// Moves past a number whose value does not matter.
  @inline(__always)
  mutating func skipNumber() throws(JSONFailure) {
    let start = offset
    if next == UInt8(ascii: "-") { offset += 1 }
    let first = offset
    while let digit = next, digit.isASCIIDigit { offset += 1 }
    let isPlain = offset - first == 1 || offset > first && byte(first) != UInt8(ascii: "0")
    if isPlain, next?.continuesNumber != true { return }
    offset = start
    _ = try numberBounds()
  }

  private mutating func digits() throws(JSONFailure) -> Range<Int> {
    let start = offset
    while let digit = next, digit.isASCIIDigit { offset += 1 }
    guard offset > start else { throw .syntax }
    return start..<offset
  }

  func text(from start: Int, to end: Int) -> String {
    String(decoding: UnsafeRawBufferPointer(rebasing: bytes[start..<end]), as: UTF8.self)
  }

  /// An integer with more than 18 digits, a fraction or an exponent.
  @inline(never)
  private mutating func unusualInteger(at start: Int) throws(JSONFailure) -> Int {
    offset = start
    guard next?.startsNumber == true else { throw mismatch() }
    let bounds = try numberBounds()
    // The digits without zeros at both ends, and the power of ten that they count.
    var digits = (Array(bounds.whole) + Array(bounds.fraction)).drop {
      byte($0) == UInt8(ascii: "0")
    }
    var power = -bounds.fraction.count
    while let last = digits.last, byte(last) == UInt8(ascii: "0") {
      digits.removeLast()
      power += 1
    }
    guard !digits.isEmpty else { return 0 }
    var exponent = 0
    for index in bounds.exponent {
      exponent = exponent * 10 + Int(byte(index) - UInt8(ascii: "0"))
      // Larger than the number of digits in any response.
      if exponent > bytes.count + 64 { throw .invalidValue }
    }
    power += bounds.isExponentNegative ? -exponent : exponent
    guard power >= 0, digits.count + power <= 19 else { throw .invalidValue }
    var value = 0
    for index in digits.map({ Int(byte($0) - UInt8(ascii: "0")) })
      + Array(repeating: 0, count: power)
    {
      let (product, overflows) = value.multipliedReportingOverflow(by: 10)
      let (next, exceeds) = product.addingReportingOverflow(bounds.isNegative ? -index : index)
      guard !overflows, !exceeds else { throw .invalidValue }
      value = next
    }
    return value
  }

  /// The value of a short number: a whole number below 2^53 times or divided by a power of ten that
  /// a `Double` represents exactly. One operation on exact values rounds correctly.
  private func exactDouble(_ bounds: NumberBounds) -> Double? {
    guard bounds.whole.count + bounds.fraction.count <= 15, bounds.exponent.count <= 2 else {
      return nil
    }
    var digits: Int64 = 0
    for index in bounds.whole { digits = digits * 10 + Int64(byte(index) - UInt8(ascii: "0")) }
    for index in bounds.fraction { digits = digits * 10 + Int64(byte(index) - UInt8(ascii: "0")) }
    var exponent = 0
    for index in bounds.exponent { exponent = exponent * 10 + Int(byte(index) - UInt8(ascii: "0")) }
    let power = (bounds.isExponentNegative ? -exponent : exponent) - bounds.fraction.count
    guard abs(power) <= 22 else { return nil }
    let scale = Self.powersOfTen[abs(power)]
    let value = power < 0 ? Double(digits) / scale : Double(digits) * scale
    return bounds.isNegative ? -value : value
  }

  private static let powersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
    1e18, 1e19, 1e20, 1e21, 1e22,
  ]
}

nonisolated extension UInt8 {
  fileprivate var startsNumber: Bool { isASCIIDigit || self == UInt8(ascii: "-") }

  /// Whether a number goes on with this byte after its digits.
  fileprivate var continuesNumber: Bool {
    self == UInt8(ascii: ".") || self == UInt8(ascii: "e") || self == UInt8(ascii: "E")
  }
}
