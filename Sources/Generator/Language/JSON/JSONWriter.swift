// Writes compact JSON value by value, without a tree.

/// Appends JSON to bytes, and adds the commas. In an array and at the top level, each call writes a
/// value. In an object, a name comes before each value:
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
    // Quoted strings have only escapes that JSON has, too.
    bytes.append(quoted: text)
  }

  package mutating func array(_ elements: (inout JSONWriter) -> Void) {
    nested(UInt8(ascii: "["), elements, UInt8(ascii: "]"))
  }

  /// - Parameter members: writes the names, each followed by one value.
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

  package mutating func member(_ name: String, orNull value: String?) {
    self.name(name)
    if let value { string(value) } else { null() }
  }

  package mutating func member(_ name: String, orNull value: Int?) {
    self.name(name)
    if let value { integer(value) } else { null() }
  }

  package mutating func member(_ name: String, _ values: [String]) {
    member(name, values) { $0.string($1) }
  }

  /// - Parameter write: writes one value of the array.
  package mutating func member<Element>(
    _ name: String, _ elements: [Element], _ write: (inout JSONWriter, Element) -> Void
  ) {
    self.name(name)
    array { writer in for element in elements { write(&writer, element) } }
  }

  /// Appends a parsed value. Numbers and strings keep their original form.
  package mutating func value(_ value: JSONValue) {
    switch value.kind {
    case .null: null()
    case .boolean(let value): boolean(value)
    case .number(let text): self.value(text)
    case .string(let string):
      beginValue()
      bytes.append(contentsOf: string.literal)
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

  /// Ends the line, for output with one value per line.
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
