// Parses the mapping language, version 0.4 of the connect specification.

import AuthGenLanguage

/// Parses one mapping. Positions are those of the enclosing string.
struct MappingParser {
  /// The maximum nesting depth of expressions.
  static let maximumDepth = 64

  private let text: [UInt8]
  private let base: Position
  private var index = 0
  private var depth = 0

  private init(_ source: Source) {
    text = source.storage
    base = Position(offset: source.base)
  }

  /// Parses a whole mapping: the elements of an object, or one expression.
  static func mapping(_ source: Source) throws(Diagnostic) -> MappingExpression {
    var parser = MappingParser(source)
    let start = parser.here
    parser.skipSpace()
    if parser.beginsLiteral {
      let value = try parser.expression()
      try parser.expectEnd()
      return value
    }
    let elements = try parser.selections(until: nil)
    guard let first = elements.first else {
      throw parser.problem("the mapping is empty", at: start)
    }
    let isChain = parser.byte == UInt8(ascii: "?")
    if elements.count == 1, case .none = first.name, case .path(let path) = first.value,
      isChain || path.singleKey == nil
    {
      let value = try parser.chain(after: first.value)
      try parser.expectEnd()
      return value
    }
    try parser.expectEnd()
    return .object(elements, start)
  }

  /// Parses a mapping that is one value. A single key is also a path.
  static func value(_ source: Source) throws(Diagnostic) -> MappingExpression {
    var parser = MappingParser(source)
    let value = try parser.expression()
    try parser.expectEnd()
    return value
  }

  /// Parses a text with expressions in braces, such as a header's value or a part of a URL.
  static func template(_ source: Source) throws(Diagnostic) -> [TemplatePiece] {
    var parser = MappingParser(source)
    var pieces: [TemplatePiece] = []
    while !parser.isAtEnd {
      let start = parser.index
      let position = parser.here
      while !parser.isAtEnd, parser.byte != UInt8(ascii: "{") {
        guard parser.byte != UInt8(ascii: "}") else {
          throw parser.problem("unexpected closing brace", at: parser.here)
        }
        parser.index += 1
      }
      if parser.index > start {
        let text = String(decoding: parser.text[start..<parser.index], as: UTF8.self)
        pieces.append(.text(text, position))
      }
      guard !parser.isAtEnd else { break }
      parser.index += 1
      pieces.append(.expression(try parser.expression()))
      parser.skipSpace()
      try parser.expect("}", "to end the expression")
    }
    return pieces
  }

  // MARK: Selections

  /// Parses elements up to a closing brace, the end of the text, or text that is not an element.
  private mutating func selections(until end: UInt8?) throws(Diagnostic) -> [NamedSelection] {
    var elements: [NamedSelection] = []
    var hasCommas: Bool?
    func isOver(_ parser: MappingParser) -> Bool {
      if let end { return parser.byte == end }
      return parser.isAtEnd || parser.byte == UInt8(ascii: "?")
    }
    while true {
      skipSpace()
      if isOver(self) { return elements }
      if isAtEnd { throw problem("a brace is not closed", at: here) }
      if !elements.isEmpty {
        let isComma = byte == UInt8(ascii: ",")
        if let hasCommas, hasCommas != isComma { throw wrongSeparator(isComma) }
        hasCommas = isComma
        if isComma {
          index += 1
          skipSpace()
          if isOver(self) { return elements }
        }
      }
      elements.append(try selection())
    }
  }

  private mutating func selection() throws(Diagnostic) -> NamedSelection {
    let position = here
    if text[index...].starts(with: "...".utf8) {
      index += 3
      return NamedSelection(name: .spread, value: try expression(), position: position)
    }
    if let key = try key() {
      let afterKey = index
      skipSpace()
      if byte == UInt8(ascii: ":") {
        index += 1
        return NamedSelection(
          name: .alias(key, position), value: try expression(), position: position)
      }
      index = afterKey
      return NamedSelection(
        name: .none, value: .path(try path(.key(key), position)), position: position)
    }
    guard byte == UInt8(ascii: "$") || byte == UInt8(ascii: "@") else {
      throw unexpected("a key, an alias or a path")
    }
    return NamedSelection(name: .none, value: .path(try variablePath()), position: position)
  }

  // MARK: Expressions

  private mutating func expression() throws(Diagnostic) -> MappingExpression {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth else {
      throw problem("the mapping is nested more than \(Self.maximumDepth) deep", at: here)
    }
    return try chain(after: try operand())
  }

  private mutating func chain(
    after first: MappingExpression
  ) throws(Diagnostic) -> MappingExpression {
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
  private var beginsLiteral: Bool {
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "-"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    case UInt8(ascii: "."): !text[index...].starts(with: "...".utf8)
    default: false
    }
  }

  private mutating func nested<Value>(
    _ body: (inout MappingParser) throws(Diagnostic) -> Value
  ) throws(Diagnostic) -> Value {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth else {
      throw problem("the mapping is nested more than \(Self.maximumDepth) deep", at: here)
    }
    return try body(&self)
  }

  private mutating func expressions(until end: UInt8) throws(Diagnostic) -> [MappingExpression] {
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

  // MARK: Paths

  private mutating func variablePath() throws(Diagnostic) -> MappingPath {
    let position = here
    if byte == UInt8(ascii: "@") {
      index += 1
      return try path(.current, position)
    }
    index += 1
    if byte == UInt8(ascii: "(") {
      index += 1
      let inner = try expression()
      skipSpace()
      try expect(")", "to end the expression")
      return try path(.expression(inner), position)
    }
    return try path(.variable(identifier() ?? ""), position)
  }

  private mutating func path(
    _ head: MappingPath.Head, _ position: Position
  ) throws(Diagnostic) -> MappingPath {
    var path = MappingPath(head: head, position: position)
    path.steps = try steps()
    let end = index
    skipSpace()
    guard byte == UInt8(ascii: "{") else {
      index = end
      return path
    }
    index += 1
    path.selection = try nested { parser throws(Diagnostic) in
      try parser.selections(until: UInt8(ascii: "}"))
    }
    index += 1
    return path
  }

  /// Parses the steps after a literal, if there are any.
  private mutating func steps(
    after literal: MappingExpression
  ) throws(Diagnostic) -> MappingExpression {
    let steps = try steps()
    guard !steps.isEmpty else { return literal }
    return .path(
      MappingPath(head: .expression(literal), steps: steps, position: literal.position))
  }

  private mutating func steps() throws(Diagnostic) -> [MappingPath.Step] {
    var steps: [MappingPath.Step] = []
    while true {
      let end = index
      skipSpace()
      let position = here
      let next = text[min(index + 1, text.count - 1)]
      if byte == UInt8(ascii: "."), next != UInt8(ascii: ".") {
        index += 1
        skipSpace()
        guard let key = try key() else { throw unexpected("a key after the dot") }
        steps.append(.key(key, position))
      } else if byte == UInt8(ascii: "-"), next == UInt8(ascii: ">") {
        index += 2
        skipSpace()
        guard let name = identifier() else { throw unexpected("a method's name after the arrow") }
        steps.append(.method(name, try arguments(), position))
      } else if byte == UInt8(ascii: "?"), next != UInt8(ascii: "?"), next != UInt8(ascii: "!") {
        index += 1
        steps.append(.optional(position))
      } else {
        index = end
        return steps
      }
    }
  }

  private mutating func arguments() throws(Diagnostic) -> [MappingExpression] {
    let end = index
    skipSpace()
    guard byte == UInt8(ascii: "(") else {
      index = end
      return []
    }
    index += 1
    return try expressions(until: UInt8(ascii: ")"))
  }

  // MARK: Tokens

  private mutating func key() throws(Diagnostic) -> String? {
    if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { return try quoted() }
    return identifier()
  }

  private mutating func identifier() -> String? {
    let start = index
    while true {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "_"):
        index += 1
      case UInt8(ascii: "0")...UInt8(ascii: "9") where index > start:
        index += 1
      default:
        return index > start ? String(decoding: text[start..<index], as: UTF8.self) : nil
      }
    }
  }

  /// Parses a string in single or double quotes. A backslash escapes the next character.
  private mutating func quoted() throws(Diagnostic) -> String {
    let start = here
    let quote = byte
    index += 1
    var value: [UInt8] = []
    while byte != quote {
      if byte == UInt8(ascii: "\\") { index += 1 }
      guard !isAtEnd else { throw problem("the string is not closed", at: start) }
      value.append(byte)
      index += 1
    }
    index += 1
    return String(decoding: value, as: UTF8.self)
  }

  private mutating func number() throws(Diagnostic) -> MappingLiteral {
    let start = index
    let position = here
    if byte == UInt8(ascii: "-") { index += 1 }
    let digits = skipDigits()
    var decimals = 0
    if byte == UInt8(ascii: ".") {
      index += 1
      decimals = skipDigits()
    }
    guard digits + decimals > 0 else { throw problem("expected digits in a number", at: position) }
    let written = String(decoding: text[start..<index], as: UTF8.self)
    return Int(written).map(MappingLiteral.int) ?? .number(written)
  }

  private mutating func skipDigits() -> Int {
    let start = index
    while byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") { index += 1 }
    return index - start
  }

  private mutating func skipSpace() {
    while true {
      switch byte {
      case 0x20, 0x09, 0x0A, 0x0D:
        index += 1
      case UInt8(ascii: "#"):
        while !isAtEnd, byte != 0x0A { index += 1 }
      default:
        return
      }
    }
  }

  /// The current byte; 0 after the last one.
  private var byte: UInt8 { text[index] }
  private var isAtEnd: Bool { index >= text.count - 1 }
  private var here: Position { base.advanced(by: index) }

  private mutating func expect(
    _ character: Unicode.Scalar, _ purpose: String
  ) throws(Diagnostic) {
    guard byte == UInt8(ascii: character) else { throw unexpected("\"\(character)\" \(purpose)") }
    index += 1
  }

  private mutating func expectEnd() throws(Diagnostic) {
    skipSpace()
    guard isAtEnd else { throw unexpected("the end of the mapping") }
  }

  private func wrongSeparator(_ isComma: Bool) -> Diagnostic {
    if isComma {
      return problem("unexpected comma: earlier elements are separated by spaces", at: here)
    }
    guard beginsElement else { return unexpected("a comma or the end of the list") }
    return problem("expected a comma, as between the earlier elements", at: here)
  }

  private var beginsElement: Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "_"), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "$"),
      UInt8(ascii: "@"):
      true
    default: text[index...].starts(with: "...".utf8)
    }
  }

  private func unexpected(_ expected: String) -> Diagnostic {
    let found =
      isAtEnd
      ? "the end of the text" : "\"\(Character(Unicode.Scalar(byte < 0x80 ? byte : 0x3F)))\""
    // The most common cause: a name with characters other than letters.
    let help = byte == UInt8(ascii: "-") ? "put a key with hyphens into quotes" : nil
    return problem("expected \(expected), found \(found)", at: here, help: help)
  }

  private func problem(
    _ message: String, at position: Position, help: String? = nil
  ) -> Diagnostic {
    Diagnostic(
      rule: .connectors, message: "mapping: \(message)", at: position,
      help: help ?? ConnectSubset.help)
  }
}

/// A piece of a template.
enum TemplatePiece {
  case text(String, Position)
  case expression(MappingExpression)
}
