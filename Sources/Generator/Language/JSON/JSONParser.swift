// Parses JSON text to a tree, in one pass.
// https://www.rfc-editor.org/rfc/rfc8259#section-2

extension JSONValue {
  /// Parses a JSON text. Skips a byte order mark at the start.
  ///
  /// - Throws: the first error, with its position: invalid syntax, invalid UTF-8, or nesting of
  ///   more than 512 levels.
  package static func parse(_ source: Source) throws(Diagnostic) -> JSONValue {
    try source.storage.withUnsafeBufferPointer { text throws(Diagnostic) in
      guard let start = text.baseAddress else {
        throw Diagnostic(rule: .json, message: "\(source.path) is empty")
      }
      var parser = JSONParser(text: start, source: source)
      return try parser.document()
    }
  }
}

struct JSONParser: TextScanner {
  static let rule = Diagnostic.Rule.json
  static let maximumDepth = 512

  let text: UnsafePointer<UInt8>
  let source: Source
  var offset = 0
  private var depth = 0
  /// The elements and members of all open arrays and objects. Each array is allocated once, with
  /// its final size, when it closes.
  private var elements: [JSONValue] = []
  private var members: [JSONValue.Member] = []

  /// - Parameter text: the text of `source`, including its NUL.
  init(text: UnsafePointer<UInt8>, source: Source) {
    self.text = text
    self.source = source
  }

  var base: UInt32 { source.base }

  mutating func document() throws(Diagnostic) -> JSONValue {
    if text[0] == 0xEF, text[1] == 0xBB, text[2] == 0xBF { offset = 3 }
    skipSpace()
    let value = try value()
    skipSpace()
    guard offset == source.count else { throw unexpected("the end of the file") }
    return value
  }

  private mutating func value() throws(Diagnostic) -> JSONValue {
    let position = position(offset)
    switch text[offset] {
    case UInt8(ascii: "{"):
      return JSONValue(.object(try object()), at: position)
    case UInt8(ascii: "["):
      return JSONValue(.array(try array()), at: position)
    case UInt8(ascii: "\""):
      return JSONValue(.string(try string()), at: position)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return JSONValue(.number(try number()), at: position)
    case UInt8(ascii: "t") where skip("true"):
      return JSONValue(.boolean(true), at: position)
    case UInt8(ascii: "f") where skip("false"):
      return JSONValue(.boolean(false), at: position)
    case UInt8(ascii: "n") where skip("null"):
      return JSONValue(.null, at: position)
    case let byte where Lexer.isNameContinue(byte):
      throw unexpected("a value", help: "the only words of JSON are true, false and null")
    default:
      throw unexpected("a value")
    }
  }

  private mutating func skip(_ word: StaticString) -> Bool {
    for index in 0..<word.utf8CodeUnitCount where text[offset + index] != word.utf8Start[index] {
      return false
    }
    guard !Lexer.isNameContinue(text[offset + word.utf8CodeUnitCount]) else { return false }
    offset += word.utf8CodeUnitCount
    return true
  }

  @inline(__always)
  private mutating func skipSpace() {
    while true {
      let byte = text[offset]
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
      offset += 1
    }
  }

  // MARK: Objects and arrays

  private mutating func object() throws(Diagnostic) -> [JSONValue.Member] {
    try open()
    let first = members.count
    if text[offset] != UInt8(ascii: "}") {
      while true {
        guard text[offset] == UInt8(ascii: "\"") else { throw unexpected("a name in quotes") }
        let namePosition = position(offset)
        let name = try string().text
        skipSpace()
        guard text[offset] == UInt8(ascii: ":") else {
          throw unexpected("\":\" after the name")
        }
        offset += 1
        skipSpace()
        members.append(.init(name: name, value: try value(), namePosition: namePosition))
        if try close(UInt8(ascii: "}"), "\",\" or \"}\"") { break }
      }
    } else {
      offset += 1
    }
    depth -= 1
    if first == members.count { return [] }
    let object = Array(members[first...])
    members.removeSubrange(first...)
    return object
  }

  private mutating func array() throws(Diagnostic) -> [JSONValue] {
    try open()
    let first = elements.count
    if text[offset] != UInt8(ascii: "]") {
      while true {
        elements.append(try value())
        if try close(UInt8(ascii: "]"), "\",\" or \"]\"") { break }
      }
    } else {
      offset += 1
    }
    depth -= 1
    if first == elements.count { return [] }
    let array = Array(elements[first...])
    elements.removeSubrange(first...)
    return array
  }

  private mutating func open() throws(Diagnostic) {
    guard depth < Self.maximumDepth else {
      throw error(at: offset, "nested more than \(Self.maximumDepth) levels deep")
    }
    depth += 1
    offset += 1
    skipSpace()
  }

  /// Skips a comma or the closing bracket; returns true for the bracket.
  private mutating func close(_ bracket: UInt8, _ expected: String) throws(Diagnostic) -> Bool {
    skipSpace()
    let byte = text[offset]
    guard byte == UInt8(ascii: ",") || byte == bracket else { throw unexpected(expected) }
    let comma = offset
    offset += 1
    if byte == bracket { return true }
    skipSpace()
    if text[offset] == bracket {
      throw error(
        at: comma, "unexpected \",\" after the last item",
        help: "remove it: JSON has no trailing commas")
    }
    return false
  }

  // MARK: Strings and numbers

  private mutating func string() throws(Diagnostic) -> JSONString {
    let start = offset
    offset += 1
    while true {
      let byte = text[offset]
      if byte == UInt8(ascii: "\"") {
        offset += 1
        return JSONString(storage: source.storage, range: start + 1..<offset - 1)
      } else if byte == UInt8(ascii: "\\") {
        try skipEscape()
      } else if byte < 0x20 {
        throw unexpectedControlCharacter(in: start)
      } else if byte < 0x80 {
        offset += 1
      } else {
        try skipScalar()
      }
    }
  }

  private mutating func skipEscape() throws(Diagnostic) {
    switch text[offset + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      offset += 2
    case UInt8(ascii: "u"):
      for index in 2..<6 where UnicodeEscape.hexadecimal(text[offset + index]) == nil {
        throw error(
          at: offset, "invalid Unicode escape sequence",
          help: "write \\u and four hexadecimal digits")
      }
      offset += 6
    default:
      throw error(
        at: offset, "invalid escape sequence",
        help: "the escapes are \\\" \\\\ \\/ \\b \\f \\n \\r \\t and \\uXXXX")
    }
  }

  private mutating func number() throws(Diagnostic) -> String {
    let start = offset
    _ = try skipNumber()
    return String(
      decoding: UnsafeBufferPointer(start: text + start, count: offset - start), as: UTF8.self)
  }

  func invalidNumber(_ help: String) -> Diagnostic {
    error(at: offset, "invalid number", help: help)
  }
}
