// Texts with marks at the positions of errors: ▲ marks the error, △ marks its notes.

package import AuthGenLanguage

package struct MarkedText: Sendable {
  package private(set) var bytes: [UInt8] = []
  package private(set) var error: Int?
  package private(set) var notes: [Int] = []

  package init(_ text: String) {
    var text = text
    text.withUTF8 { text in
      var rest = text[...]
      while let byte = rest.first {
        // The marks are U+25B2 and U+25B3.
        if byte == 0xE2, rest.starts(with: "▲".utf8) {
          error = bytes.count
          rest.removeFirst(3)
        } else if byte == 0xE2, rest.starts(with: "△".utf8) {
          notes.append(bytes.count)
          rest.removeFirst(3)
        } else {
          bytes.append(byte)
          rest.removeFirst()
        }
      }
    }
  }

  package init(bytes: [UInt8], error: Int) {
    self.bytes = bytes
    self.error = error
  }

  /// The differences between the expected error and `error`, which `source` has caused.
  package func differences(
    of error: Diagnostic, in source: Source, rule: Diagnostic.Rule, message: String,
    notes: [String],
    help: String?
  ) -> [String] {
    func offset(_ position: Position) -> Int { Int(position.offset) - Int(source.base) }
    var differences: [String] = []
    func compare<Item: Equatable>(_ name: String, _ found: Item, _ expected: Item) {
      if found != expected { differences.append("\(name): \(found), expected \(expected)") }
    }
    compare("message", error.message, message)
    compare("offset", offset(error.position), self.error)
    compare("notes", error.notes.map(\.message), notes)
    compare("offsets of notes", error.notes.map { offset($0.position) }, self.notes)
    compare("help", error.help, help)
    compare("rule", error.rule, rule)
    compare("severity", error.severity, .error)
    return differences
  }
}

extension AuthGenLanguage.SourceLocation {
  /// The line, as far as it is kept.
  package var lineText: String { String(decoding: before + after, as: UTF8.self) }
}
