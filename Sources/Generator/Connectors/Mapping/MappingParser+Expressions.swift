// Parses expressions of the mapping language.

import AuthGenLanguage

extension MappingParser {
  mutating func expression() throws(Diagnostic) -> MappingExpression {
    try nested { parser throws(Diagnostic) in try parser.chain(after: try parser.operand()) }
  }

  mutating func chain(after first: MappingExpression) throws(Diagnostic) -> MappingExpression {
    var operands = [first]
    var used: MappingOperator?
    while let found = chainOperator() {
      if let used, used != found {
        throw problem("?? and ?! cannot be in one chain", at: here)
      }
      used = found
      index += 2
      operands.append(try operand())
    }
    return used.map { .chain(operands, $0, first.position) } ?? first
  }

  private mutating func chainOperator() -> MappingOperator? {
    skipSpace()
    guard byte == UInt8(ascii: "?") else { return nil }
    return MappingOperator(
      rawValue: String(decoding: text[index..<min(index + 2, text.count)], as: UTF8.self))
  }

  private mutating func operand() throws(Diagnostic) -> MappingExpression {
    skipSpace()
    let position = here
    switch byte {
    case UInt8(ascii: "$"), UInt8(ascii: "@"):
      return .path(try variablePath())
    case UInt8(ascii: "{"):
      index += 1
      let elements = try nested { parser throws(Diagnostic) in
        try parser.selections(until: UInt8(ascii: "}"))
      }
      index += 1
      return try steps(after: .object(elements, position))
    case UInt8(ascii: "["):
      index += 1
      let elements = try expressions(until: UInt8(ascii: "]"))
      return try steps(after: .array(elements, position))
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      return try steps(after: .literal(.string(try quoted()), position))
    case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return try steps(after: .literal(try number(), position))
    default:
      guard let word = identifier() else { throw unexpected("an expression") }
      switch word {
      case "true": return try steps(after: .literal(.boolean(true), position))
      case "false": return try steps(after: .literal(.boolean(false), position))
      case "null": return try steps(after: .literal(.null, position))
      default: return .path(try path(.key(word), position))
      }
    }
  }

  /// Whether the next token starts an expression that cannot be an element of a selection.
  var beginsLiteral: Bool {
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "-"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    case UInt8(ascii: "."): !text[index...].starts(with: "...".utf8)
    default: false
    }
  }

  mutating func nested<Value>(
    _ body: (inout MappingParser) throws(Diagnostic) -> Value
  ) throws(Diagnostic) -> Value {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth else {
      throw problem("the mapping is nested more than \(Self.maximumDepth) deep", at: here)
    }
    return try body(&self)
  }

  mutating func expressions(until end: UInt8) throws(Diagnostic) -> [MappingExpression] {
    var elements: [MappingExpression] = []
    while true {
      skipSpace()
      if byte == end {
        index += 1
        return elements
      }
      if !elements.isEmpty {
        try expect(",", "between two values")
        skipSpace()
        if byte == end { continue }
      }
      elements.append(try expression())
    }
  }
}
