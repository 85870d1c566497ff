// Reads JSON text from UTF-8 bytes, value by value, without a tree.
// https://www.rfc-editor.org/rfc/rfc8259

/// Why a value cannot be read.
nonisolated package enum JSONFailure: Error {
  /// The bytes are not JSON.
  case syntax
  /// The value is null.
  case null
  /// The value has another type.
  case typeMismatch
  /// The value does not have the format of its type, or is out of its range.
  case invalidValue
  /// There is no value.
  case missing
  /// A value inside could not be read, and the coder knows why.
  case reported
}

/// A position in JSON text. Reading a value moves it to the end of the value.
///
/// The owner of the bytes keeps them alive. No method reads outside of them.
nonisolated package struct JSONScanner: ~Copyable {
  /// The maximum depth of arrays and objects, from the root of the document.
  static let maximumDepth = 512

  let bytes: UnsafeRawBufferPointer
  package var offset = 0
  /// The number of arrays and objects around the position.
  var depth = 0
  /// The position of a problem inside a value: keys and list indices, innermost first.
  var elementPath: [String] = []

  /// - Parameter bytes: JSON text in UTF-8. A byte-order mark before it is ignored.
  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
    if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { offset = 3 }
  }

  /// The byte at the position; nil at the end of the text.
  @inline(__always)
  var next: UInt8? { offset < bytes.count ? byte(offset) : nil }

  /// The byte at an offset inside the text.
  @inline(__always)
  package func byte(_ offset: Int) -> UInt8 {
    assert(offset < bytes.count)
    return bytes.baseAddress.unsafelyUnwrapped.load(fromByteOffset: offset, as: UInt8.self)
  }

  /// The eight bytes at an offset, the first one lowest.
  @inline(__always)
  func word(_ offset: Int) -> UInt64 {
    assert(offset + 8 <= bytes.count)
    return UInt64(
      littleEndian: bytes.baseAddress.unsafelyUnwrapped.loadUnaligned(
        fromByteOffset: offset, as: UInt64.self))
  }

  @inline(__always)
  package mutating func skipSpace() {
    while offset < bytes.count, byte(offset).isJSONSpace { offset += 1 }
  }

  /// Moves past a byte after optional space.
  ///
  /// - Returns: whether it is there.
  @inline(__always)
  mutating func skip(_ expected: UInt8) -> Bool {
    skipSpace()
    guard next == expected else { return false }
    offset += 1
    return true
  }

  @inline(__always)
  mutating func expect(_ expected: UInt8) throws(JSONFailure) {
    guard skip(expected) else { throw .syntax }
  }

  /// Moves past `null`, if it is the next value.
  @inline(__always)
  package mutating func skipNull() throws(JSONFailure) -> Bool {
    skipSpace()
    guard next == UInt8(ascii: "n") else { return false }
    try skip("null")
    return true
  }

  /// Moves past `true`, `false` or `null`.
  @inline(__always)
  mutating func skip(_ literal: StaticString) throws(JSONFailure) {
    offset = try literalEnd(literal, offset)
  }

  mutating func boolean() throws(JSONFailure) -> Bool {
    skipSpace()
    switch next {
    case UInt8(ascii: "t"):
      try skip("true")
      return true
    case UInt8(ascii: "f"):
      try skip("false")
      return false
    default: throw mismatch()
    }
  }

  /// Returns why the next value is not of the expected type.
  @inline(never)
  mutating func mismatch() -> JSONFailure {
    do throws(JSONFailure) {
      if try skipNull() { return .null }
      try skipValue()
      return .typeMismatch
    } catch {
      return error
    }
  }

  // MARK: Arrays and objects

  /// Moves into an array or object.
  ///
  /// - Returns: whether it has elements. If not, the position is after it.
  @inline(__always)
  mutating func open(_ bracket: UInt8, close: UInt8) throws(JSONFailure) -> Bool {
    guard skip(bracket) else { throw mismatch() }
    guard depth < Self.maximumDepth else { throw .syntax }
    if skip(close) { return false }
    depth += 1
    return true
  }

  package mutating func openArray() throws(JSONFailure) -> Bool {
    try open(UInt8(ascii: "["), close: UInt8(ascii: "]"))
  }

  /// Moves to the next element of an array.
  ///
  /// - Returns: false at the end. The position is then after the array.
  @inline(__always)
  package mutating func nextElement() throws(JSONFailure) -> Bool {
    if skip(UInt8(ascii: ",")) { return true }
    try expect(UInt8(ascii: "]"))
    depth -= 1
    return false
  }

  /// Moves past the next value and checks that it is JSON. Does not recurse, and keeps the position in
  /// a local variable, which is faster.
  package mutating func skipValue() throws(JSONFailure) {
    var index = offset
    var open = 0
    // Of the innermost array or object, and of all around it.
    var isObject = false
    var kinds = Kinds()
    repeat {
      index = spaceEnd(index)
      switch peek(index) {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        guard depth + open < Self.maximumDepth else { throw .syntax }
        let opensObject = byte(index) == UInt8(ascii: "{")
        index = spaceEnd(index + 1)
        guard peek(index) == (opensObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
          isObject = opensObject
          kinds.set(open, isObject: isObject)
          open += 1
          if isObject { index = try keyEnd(index) }
          continue
        }
        index += 1
      case UInt8(ascii: "\""): index = try stringEnd(index)
      case UInt8(ascii: "t"): index = try literalEnd("true", index)
      case UInt8(ascii: "f"): index = try literalEnd("false", index)
      case UInt8(ascii: "n"): index = try literalEnd("null", index)
      default:
        offset = index
        try skipNumber()
        index = offset
      }
      while open > 0 {
        index = spaceEnd(index)
        let next = peek(index)
        index += 1
        if next == UInt8(ascii: ",") {
          if isObject { index = try keyEnd(index) }
          break
        }
        guard next == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else { throw .syntax }
        open -= 1
        if open > 0 { isObject = kinds.isObject(open - 1) }
      }
    } while open > 0
    offset = index
  }

  /// The byte at an offset; 0, which no JSON contains, at the end of the text.
  @inline(__always)
  private func peek(_ index: Int) -> UInt8 { index < bytes.count ? byte(index) : 0 }

  @inline(__always)
  private func spaceEnd(_ start: Int) -> Int {
    var index = start
    while peek(index).isJSONSpace { index += 1 }
    return index
  }

  /// Returns the offset after a key and its colon.
  @inline(__always)
  private mutating func keyEnd(_ start: Int) throws(JSONFailure) -> Int {
    let end = spaceEnd(try stringEnd(spaceEnd(start)))
    guard peek(end) == UInt8(ascii: ":") else { throw .syntax }
    return end + 1
  }

  /// Returns the offset after a string.
  @inline(__always)
  private mutating func stringEnd(_ start: Int) throws(JSONFailure) -> Int {
    offset = start
    _ = try stringBounds()
    return offset
  }

  /// Returns the offset after a literal of four to eight bytes.
  @inline(__always)
  private func literalEnd(_ literal: StaticString, _ start: Int) throws(JSONFailure) -> Int {
    let (text, count) = (UnsafeRawPointer(literal.utf8Start), literal.utf8CodeUnitCount)
    guard bytes.count - start >= count else { throw .syntax }
    let found = bytes.baseAddress.unsafelyUnwrapped + start
    // The first four bytes, and the last four, which may overlap them.
    guard found.loadUnaligned(as: UInt32.self) == text.loadUnaligned(as: UInt32.self),
      (found + count - 4).loadUnaligned(as: UInt32.self)
        == (text + count - 4).loadUnaligned(as: UInt32.self)
    else { throw .syntax }
    return start + count
  }

  /// Checks that nothing follows the value.
  mutating func expectEnd() throws(JSONFailure) {
    skipSpace()
    guard offset == bytes.count else { throw .syntax }
  }

  /// Whether each open value is an object: one bit for each.
  nonisolated private struct Kinds {
    private var bits: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64) = (
      0, 0, 0, 0, 0, 0, 0, 0
    )

    mutating func set(_ index: Int, isObject: Bool) {
      let (word, mask) = (index / 64, UInt64(1) << UInt64(index % 64))
      withUnsafeMutableBytes(of: &bits) { bytes in
        let words = bytes.assumingMemoryBound(to: UInt64.self)
        words[word] = isObject ? words[word] | mask : words[word] & ~mask
      }
    }

    func isObject(_ index: Int) -> Bool {
      withUnsafeBytes(of: bits) { bytes in
        bytes.assumingMemoryBound(to: UInt64.self)[index / 64] >> UInt64(index % 64) & 1 == 1
      }
    }
  }
}

nonisolated extension UInt8 {
  /// RFC 8259, section 2.
  @inline(__always)
  var isJSONSpace: Bool {
    self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09
  }
}
