// Writes JSON text. https://www.rfc-editor.org/rfc/rfc8259

import Foundation

/// JSON text under construction. Equal values give equal text.
nonisolated final class JSONWriter {
  /// The text so far. Behind a pointer, because access to a class's own properties is checked.
  nonisolated private struct Output {
    var start: UnsafeMutablePointer<UInt8>
    var count = 0
    var capacity: Int
    /// Whether the next element of the innermost array or object follows another one.
    var needsComma = false
    /// Whether a secret was written.
    var hasSeenSecret = false

    /// Makes room for further bytes.
    @inline(__always)
    mutating func reserve(_ additional: Int) {
      if capacity - count < additional { grow(additional) }
    }

    @inline(never)
    private mutating func grow(_ additional: Int) {
      capacity = max(capacity * 2, count + additional)
      let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
      larger.update(from: start, count: count)
      start.deallocate()
      start = larger
    }

    @inline(__always)
    mutating func append(_ byte: UInt8) {
      reserve(1)
      start[count] = byte
      count += 1
    }

    @inline(__always)
    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
      guard let source = bytes.baseAddress else { return }
      reserve(bytes.count)
      (start + count).update(from: source, count: bytes.count)
      count += bytes.count
    }

    mutating func append(_ text: String) {
      var text = text
      text.withUTF8 { append($0) }
    }

    /// Writes the bytes before the first one that a string contains as an escape sequence.
    ///
    /// - Returns: the index of that byte, or the end.
    @inline(__always)
    mutating func appendPlain(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
      guard let source = text.base.baseAddress else { return text.endIndex }
      // Words are written whole, and count up to the byte that needs an escape sequence.
      reserve(text.count + 8)
      let target = start + count - text.startIndex
      var index = text.startIndex
      while index + 8 <= text.endIndex {
        let word = UnsafeRawPointer(source + index).loadUnaligned(as: UInt64.self)
        UnsafeMutableRawPointer(target + index).storeBytes(of: word, as: UInt64.self)
        let escaped = JSONScanner.escaped(UInt64(littleEndian: word))
        if escaped != 0 {
          index += escaped.trailingZeroBitCount / 8
          count += index - text.startIndex
          return index
        }
        index += 8
      }
      while index < text.endIndex, !source[index].needsEscape {
        target[index] = source[index]
        index += 1
      }
      count += index - text.startIndex
      return index
    }

    /// Writes an integer in decimal digits.
    mutating func append(_ value: Int) {
      if value < 0 { append(UInt8(ascii: "-")) }
      // As many as the largest integer has. The last digits come first.
      let maximumCount = 20
      reserve(maximumCount)
      let end = start + count + maximumCount
      var first = end
      var rest = value.magnitude
      repeat {
        first -= 1
        first.pointee = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
      } while rest > 0
      (start + count).update(from: first, count: end - first)
      count += end - first
    }
  }

  private let output: UnsafeMutablePointer<Output>
  /// The values that the text has null for, and the offsets of these nulls.
  private(set) var separateValues: [(offset: Int, value: any SeparateValue)] = []

  init() {
    output = .allocate(capacity: 1)
    output.initialize(to: Output(start: .allocate(capacity: 256), capacity: 256))
  }

  deinit {
    output.pointee.start.deallocate()
    output.deallocate()
  }

  var data: Data { Data(bytes: output.pointee.start, count: output.pointee.count) }
  var text: String { String(decoding: bytes, as: UTF8.self) }
  var hasSeenSecret: Bool { output.pointee.hasSeenSecret }

  private var bytes: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: output.pointee.start, count: output.pointee.count)
  }

  // MARK: Arrays and objects

  func open(_ bracket: Unicode.Scalar) {
    output.pointee.append(UInt8(ascii: bracket))
    output.pointee.needsComma = false
  }

  func close(_ bracket: Unicode.Scalar) {
    output.pointee.append(UInt8(ascii: bracket))
    output.pointee.needsComma = true
  }

  /// Writes the member of an object.
  @inline(__always)
  func member(_ name: StaticString, _ value: (JSONWriter) throws -> Void) rethrows {
    separate()
    write(UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
    output.pointee.append(UInt8(ascii: ":"))
    try value(self)
    output.pointee.needsComma = true
  }

  func member(_ name: String, _ value: (JSONWriter) throws -> Void) rethrows {
    separate()
    write(name)
    output.pointee.append(UInt8(ascii: ":"))
    try value(self)
    output.pointee.needsComma = true
  }

  @inline(__always)
  func array<Element>(
    _ elements: [Element], _ write: (JSONWriter, Element) throws -> Void
  ) rethrows {
    open("[")
    for element in elements { try self.element { try write($0, element) } }
    close("]")
  }

  /// Writes the element of an array.
  @inline(__always)
  func element(_ value: (JSONWriter) throws -> Void) rethrows {
    separate()
    try value(self)
    output.pointee.needsComma = true
  }

  /// Separates a member or an element from the one before.
  @inline(__always)
  private func separate() {
    if output.pointee.needsComma { output.pointee.append(UInt8(ascii: ",")) }
  }

  func write(_ object: some FieldWritable) throws {
    try write { object.encode(into: $0) }
  }

  /// Writes an object with the fields that `body` writes.
  func write(_ body: (FieldWriter) -> Void) throws {
    open("{")
    let fields = JSONFieldWriter(self)
    body(fields)
    close("}")
    try fields.check()
  }

  // MARK: Values

  func writeNull() {
    output.pointee.append("null")
  }

  func write(_ value: Bool) {
    output.pointee.append(value ? "true" : "false")
  }

  func write(_ value: Int) {
    output.pointee.append(value)
  }

  /// Writes the shortest text that reads as the same number.
  ///
  /// - Throws: `EncodingError.invalidValue` for infinity and NaN, which are no JSON.
  func write(_ value: Double) throws {
    guard value.isFinite else {
      throw EncodingError.invalidValue(
        value,
        EncodingError.Context(
          codingPath: [], debugDescription: "expected a finite number, found \(value)"))
    }
    // A whole number without a fraction, as services expect it in paths and forms.
    if let whole = Int(exactly: value), value.sign == .plus || whole != 0 { return write(whole) }
    output.pointee.append(value.description)
  }

  func write(_ value: Secret) {
    output.pointee.hasSeenSecret = true
    write(value.reveal())
  }

  func write(_ value: String) {
    var value = value
    value.withUTF8 { write($0) }
  }

  /// Writes a string.
  @inline(__always)
  private func write(_ text: UnsafeBufferPointer<UInt8>) {
    output.pointee.append(UInt8(ascii: "\""))
    var index = output.pointee.appendPlain(text[...])
    while index < text.count {
      writeEscape(text[index])
      index = output.pointee.appendPlain(text[(index + 1)...])
    }
    output.pointee.append(UInt8(ascii: "\""))
  }

  @inline(never)
  private func writeEscape(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): output.pointee.append("\\\"")
    case UInt8(ascii: "\\"): output.pointee.append("\\\\")
    case UInt8(ascii: "\n"): output.pointee.append("\\n")
    case UInt8(ascii: "\r"): output.pointee.append("\\r")
    case UInt8(ascii: "\t"): output.pointee.append("\\t")
    default:
      let digits = String(byte, radix: 16)
      output.pointee.append((digits.utf8.count == 1 ? "\\u000" : "\\u00") + digits)
    }
  }

  func write(_ value: JSON) {
    switch value {
    case .null: writeNull()
    case .boolean(let value): write(value)
    case .integer(let value): write(value)
    case .number(let value): output.pointee.append(value.text)
    case .string(let value): write(value)
    case .array(let elements): array(elements) { $0.write($1) }
    case .object(let members):
      open("{")
      for (name, value) in members.sorted(by: { $0.key < $1.key }) {
        member(name.text) { $0.write(value) }
      }
      close("}")
    }
  }

  /// Writes a value of a type that is known only at run time.
  func write(any value: any Encodable) throws {
    switch value {
    case let value as String: write(value)
    case let value as Secret: write(value)
    case let value as any FieldWritable: try write(value)
    case let value as any OpenEnum: write(value.graphQLName)
    case let value as Int: write(value)
    case let value as Bool: write(value)
    case let value as Double: try write(value)
    case let value as JSON: write(value)
    case let value as any ServerScalar: write(try value.json())
    case let value as any OptionalValue:
      if let value = value.wrappedValue { try write(any: value) } else { writeNull() }
    case let value as [any Encodable]: try array(value) { try $0.write(any: $1) }
    case let value as any SeparateValue:
      separateValues.append((output.pointee.count, value))
      writeNull()
    default: try writeEncoded(value)
    }
  }

  /// Writes a value with Foundation's encoder.
  private func writeEncoded(_ value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let foundSecret = Locked(false)
    encoder.userInfo[.secretWatch] = foundSecret
    try encoder.encode(value).withUnsafeBytes {
      output.pointee.append($0.bindMemory(to: UInt8.self))
    }
    if foundSecret.withLock({ $0 }) { output.pointee.hasSeenSecret = true }
  }
}

/// The value inside an Optional of any type.
nonisolated private protocol OptionalValue {
  var wrappedValue: (any Encodable)? { get }
}

nonisolated extension Optional: OptionalValue {
  fileprivate var wrappedValue: (any Encodable)? { flatMap { $0 as? any Encodable } }
}

nonisolated extension UInt8 {
  /// Whether a string contains this byte as an escape sequence only. RFC 8259, section 7.
  fileprivate var needsEscape: Bool {
    self < 0x20 || self == UInt8(ascii: "\"") || self == UInt8(ascii: "\\")
  }
}
