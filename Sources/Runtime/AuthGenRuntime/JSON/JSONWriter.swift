// Writes JSON text. https://www.rfc-editor.org/rfc/rfc8259

import Foundation

/// JSON text under construction. Equal values give equal text.
nonisolated final class JSONWriter {
  private(set) var bytes: [UInt8] = []
  /// Whether a secret was written.
  private(set) var hasSeenSecret = false
  /// Whether the next element of the innermost array or object follows another one.
  private var needsComma = false

  var data: Data { Data(bytes) }
  var text: String { String(decoding: bytes, as: UTF8.self) }

  // MARK: Arrays and objects

  func open(_ bracket: Unicode.Scalar) {
    bytes.append(UInt8(ascii: bracket))
    needsComma = false
  }

  func close(_ bracket: Unicode.Scalar) {
    bytes.append(UInt8(ascii: bracket))
    needsComma = true
  }

  /// Writes the member of an object.
  func member(_ name: String, _ value: (JSONWriter) throws -> Void) rethrows {
    key(name)
    try value(self)
    needsComma = true
  }

  /// Starts the member of an object.
  func key(_ name: String) {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    write(name)
    bytes.append(UInt8(ascii: ":"))
  }

  func array<Element>(
    _ elements: [Element], _ write: (JSONWriter, Element) throws -> Void
  ) rethrows {
    open("[")
    for element in elements {
      if needsComma { bytes.append(UInt8(ascii: ",")) }
      try write(self, element)
      needsComma = true
    }
    close("]")
  }

  func write(_ object: some FieldWritable) throws {
    open("{")
    try object.encode(into: FieldEncoder(.json(self)))
    close("}")
  }

  // MARK: Values

  func writeNull() {
    bytes.append(contentsOf: "null".utf8)
  }

  func write(_ value: Bool) {
    bytes.append(contentsOf: (value ? "true" : "false").utf8)
  }

  func write(_ value: Int) {
    bytes.append(contentsOf: String(value).utf8)
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
    bytes.append(contentsOf: value.description.utf8)
  }

  func write(_ value: Secret) {
    hasSeenSecret = true
    write(value.reveal())
  }

  func write(_ value: String) {
    bytes.append(UInt8(ascii: "\""))
    var value = value
    value.withUTF8 { text in
      var start = 0
      for (index, byte) in text.enumerated() where Self.isEscaped[Int(byte)] {
        bytes.append(contentsOf: text[start..<index])
        writeEscape(byte)
        start = index + 1
      }
      bytes.append(contentsOf: text[start...])
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Whether a string contains a byte as an escape sequence.
  private static let isEscaped: [Bool] = (UInt8.min...UInt8.max).map {
    $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\")
  }

  private func writeEscape(_ byte: UInt8) {
    let digits = Array("0123456789abcdef".utf8)
    bytes.append(UInt8(ascii: "\\"))
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(byte)
    case UInt8(ascii: "\n"): bytes.append(UInt8(ascii: "n"))
    case UInt8(ascii: "\r"): bytes.append(UInt8(ascii: "r"))
    case UInt8(ascii: "\t"): bytes.append(UInt8(ascii: "t"))
    default:
      bytes.append(contentsOf: "u00".utf8)
      bytes.append(digits[Int(byte >> 4)])
      bytes.append(digits[Int(byte & 0xF)])
    }
  }

  func write(_ value: JSON) throws {
    switch value {
    case .null: writeNull()
    case .boolean(let value): write(value)
    case .integer(let value): write(value)
    case .number(let value): bytes.append(contentsOf: value.text.utf8)
    case .string(let value): write(value)
    case .array(let elements): try array(elements) { try $0.write($1) }
    case .object(let members):
      open("{")
      for (name, value) in members.sorted(by: { $0.key < $1.key }) {
        try member(name) { try $0.write(value) }
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
    case let value as JSON: try write(value)
    case let value as any OptionalValue:
      if let value = value.wrappedValue { try write(any: value) } else { writeNull() }
    case let value as [any Encodable]: try array(value) { try $0.write(any: $1) }
    default: try writeEncoded(value)
    }
  }

  /// Writes a value with Foundation's encoder.
  private func writeEncoded(_ value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let watch = SecretWatch()
    if let key = SecretWatch.key { encoder.userInfo[key] = watch }
    bytes.append(contentsOf: try encoder.encode(value))
    if watch.hasSeenSecret { hasSeenSecret = true }
  }
}

/// The value inside an Optional of any type.
nonisolated private protocol OptionalValue {
  var wrappedValue: (any Encodable)? { get }
}

nonisolated extension Optional: OptionalValue {
  fileprivate var wrappedValue: (any Encodable)? { flatMap { $0 as? any Encodable } }
}
