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

  /// Appends a quoted string (not a block string) with the value `text`.
  ///
  /// - Parameter escapesInvisible: whether invisible characters outside ASCII are escaped, too.
  package mutating func append(quoted text: String, escapesInvisible: Bool = false) {
    append(UInt8(ascii: "\""))
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\":
        append("\\")
        append(contentsOf: scalar.utf8)
      case "\u{8}": append("\\b")
      case "\u{C}": append("\\f")
      case "\n": append("\\n")
      case "\r": append("\\r")
      case "\t": append("\\t")
      case "\0"..<" ", "\u{7F}": append(escaped: scalar)
      case _ where escapesInvisible && scalar.isInvisible: append(escaped: scalar)
      default: append(contentsOf: scalar.utf8)
      }
    }
    append(UInt8(ascii: "\""))
  }

  private mutating func append(escaped scalar: Unicode.Scalar) {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    guard digits.utf8.count <= 4 else { return append("\\u{\(digits)}") }
    append("\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits)
  }
}

extension Collection<UInt8> {
  /// The number of Unicode scalars of well-formed UTF-8.
  package var characterCount: Int {
    reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
  }
}
