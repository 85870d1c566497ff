// Text that is compared by its bytes, as JSON and HTTP do.

/// A string that is equal to another one only with the same bytes in UTF-8, as JSON compares the names of
/// members (RFC 8259, section 8.3).
///
/// `String` also compares canonically equivalent strings as equal (Unicode Standard Annex 15), which takes
/// quadratic time for many combining characters.
nonisolated public struct ExactString: Sendable {
  public let text: String

  public init(_ text: String) {
    self.text = text
  }
}

nonisolated extension ExactString: Hashable, Comparable {
  public static func == (left: Self, right: Self) -> Bool { left.text.hasSameBytes(as: right.text) }

  public static func < (left: Self, right: Self) -> Bool {
    left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
  }

  public func hash(into hasher: inout Hasher) {
    // The bytes are used within the closure alone.
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    // No text has this byte, which ends it.
    hasher.combine(0xFF as UInt8)
  }
}

nonisolated extension ExactString: ExpressibleByStringLiteral, CustomStringConvertible {
  public init(stringLiteral text: String) { self.init(text) }
  public var description: String { text }
}

nonisolated extension ExactString: Codable, CodingKeyRepresentable {
  public init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(String.self))
  }

  public init(codingKey: some CodingKey) { self.init(codingKey.stringValue) }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }

  public var codingKey: any CodingKey { FieldName(text) }
}

nonisolated extension Dictionary where Key == ExactString {
  public subscript(text: String) -> Value? {
    get { self[ExactString(text)] }
    set { self[ExactString(text)] = newValue }
  }
}
