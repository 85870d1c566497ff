// Parses the mapping language, version 0.4 of the connect specification.

import AuthGenLanguage

/// Parses one mapping. Positions are those of the enclosing string.
struct MappingParser {
  /// The maximum nesting depth of expressions.
  static let maximumDepth = 64

  let text: [UInt8]
  let base: Position
  var index = 0
  var depth = 0

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
  mutating func selections(until end: UInt8?) throws(Diagnostic) -> [NamedSelection] {
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

  mutating func selection() throws(Diagnostic) -> NamedSelection {
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
}

/// A piece of a template.
enum TemplatePiece {
  case text(String, Position)
  case expression(MappingExpression)
}
