// Compact JSON, value by value, without a tree in between.

/// Appends JSON to bytes; commas come by themselves. In an array and at the top every call writes a
/// value, in an object the names come first:
///
///     writer.object { writer in
///       writer.member("valid", false)
///       writer.name("diagnostics")
///       writer.array { writer in … }
///     }
package struct JSONWriter: Sendable {
  package private(set) var bytes: [UInt8] = []
  private var needsComma = false

  package init() {}

  package mutating func null() {
    value("null")
  }

  package mutating func boolean(_ value: Bool) {
    self.value(value ? "true" : "false")
  }

  package mutating func integer(_ value: Int) {
    self.value(String(value))
  }

  package mutating func string(_ text: String) {
    beginValue()
    var text = text
    text.withUTF8 { bytes.appendJSON($0) }
  }

  /// A string as UTF-8 that `JSONString` has decoded: lone surrogates are escaped again. What is
  /// not UTF-8 otherwise becomes U+FFFD.
  package mutating func string(utf8: [UInt8]) {
    beginValue()
    utf8.withUnsafeBufferPointer { bytes.appendJSON($0) }
  }

  package mutating func array(_ elements: (inout JSONWriter) -> Void) {
    nested(UInt8(ascii: "["), elements, UInt8(ascii: "]"))
  }

  /// - Parameter members: writes names and one value after each.
  package mutating func object(_ members: (inout JSONWriter) -> Void) {
    nested(UInt8(ascii: "{"), members, UInt8(ascii: "}"))
  }

  package mutating func name(_ name: String) {
    string(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  package mutating func member(_ name: String, _ value: String) {
    self.name(name)
    string(value)
  }

  package mutating func member(_ name: String, _ value: Int) {
    self.name(name)
    integer(value)
  }

  package mutating func member(_ name: String, _ value: Bool) {
    self.name(name)
    boolean(value)
  }

  /// The same value as one that was read; numbers as they were written.
  package mutating func value(_ value: JSONValue) {
    switch value.kind {
    case .null: null()
    case .boolean(let value): boolean(value)
    case .number(let text): self.value(text)
    case .string(let string): self.string(utf8: string.utf8)
    case .array(let elements):
      array { writer in
        for element in elements { writer.value(element) }
      }
    case .object(let members):
      object { writer in
        for member in members {
          writer.name(member.name)
          writer.value(member.value)
        }
      }
    }
  }

  /// Ends a line, for one value per line.
  package mutating func endLine() {
    bytes.append(0x0A)
    needsComma = false
  }

  private mutating func beginValue() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }

  private mutating func value(_ text: String) {
    beginValue()
    bytes.append(contentsOf: text.utf8)
  }

  private mutating func nested(
    _ open: UInt8, _ content: (inout JSONWriter) -> Void, _ close: UInt8
  ) {
    beginValue()
    bytes.append(open)
    needsComma = false
    content(&self)
    bytes.append(close)
    needsComma = true
  }
}
