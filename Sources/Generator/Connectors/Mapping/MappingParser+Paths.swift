// Parses paths of the mapping language.

import AuthGenLanguage

extension MappingParser {
  mutating func variablePath() throws(Diagnostic) -> MappingPath {
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

  mutating func path(
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
  mutating func steps(after literal: MappingExpression) throws(Diagnostic) -> MappingExpression {
    let steps = try steps()
    guard !steps.isEmpty else { return literal }
    return .path(
      MappingPath(head: .expression(literal), steps: steps, position: literal.position))
  }

  mutating func steps() throws(Diagnostic) -> [MappingPath.Step] {
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
}
