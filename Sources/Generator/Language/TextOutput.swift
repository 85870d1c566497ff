// Common functions of the document printer and the schema printer.

extension [UInt8] {
  package mutating func append(_ text: String) {
    append(contentsOf: text.utf8)
  }

  package mutating func append(spaces count: Int) {
    append(contentsOf: repeatElement(0x20, count: count))
  }

  package mutating func append(_ symbol: Symbol, _ symbols: SymbolTable) {
    append(contentsOf: symbols.utf8(symbol))
  }

  /// Appends a type reference in GraphQL syntax.
  package mutating func append(_ type: TypeReference, _ symbols: SymbolTable) {
    if let element = type.element {
      append(UInt8(ascii: "["))
      append(element, symbols)
      append(UInt8(ascii: "]"))
    } else {
      append(type.symbol, symbols)
    }
    if type.isNonNull { append(UInt8(ascii: "!")) }
  }

  /// Appends a quoted string (not a block string) with the value `text`. Characters outside ASCII
  /// are not escaped.
  package mutating func append(quoted text: String) {
    append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        append(UInt8(ascii: "\\"))
        append(byte)
      case 0x08: append("\\b")
      case 0x0C: append("\\f")
      case 0x0A: append("\\n")
      case 0x0D: append("\\r")
      case 0x09: append("\\t")
      case 0x00..<0x20, 0x7F:
        let digits = String(byte, radix: 16, uppercase: true)
        append(digits.utf8.count == 1 ? "\\u000" : "\\u00")
        append(digits)
      default: append(byte)
      }
    }
    append(UInt8(ascii: "\""))
  }
}

extension Collection<UInt8> {
  /// The number of Unicode scalars of well-formed UTF-8.
  package var characterCount: Int {
    reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
  }
}
