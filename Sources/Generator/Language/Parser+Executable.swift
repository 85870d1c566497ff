// Operations, fragments and selections.

extension Parser {
  mutating func document(mayBeEmpty: Bool) throws(Diagnostic) -> Document {
    var document = Document(position: position)
    if mayBeEmpty, token.kind == .endOfFile { return document }
    repeat { document.definitions.append(try definition()) } while token.kind != .endOfFile
    return document
  }

  private mutating func definition() throws(Diagnostic) -> Definition {
    if token.kind == .openBrace {
      return .operation(
        OperationDefinition(
          position: position, description: nil, operationType: .query, name: nil, variables: [],
          directives: [], selectionSet: try selectionSet()))
    }
    let description = try description()
    let start = position
    guard token.kind == .name else {
      throw description == nil ? unexpected() : unexpected("a definition after its description")
    }
    if let operationType = OperationType(token.symbol) {
      try advance()
      return .operation(try operation(operationType, description: description, start: start))
    }
    switch token.symbol {
    case .fragment:
      return .fragment(try fragment(description: description, start: start))
    case .extend where description == nil:
      try advance()
      return try typeSystemDefinition(isExtension: true, description: nil, start: start)
    default:
      return try typeSystemDefinition(isExtension: false, description: description, start: start)
    }
  }

  /// Parses an operation after its keyword.
  private mutating func operation(
    _ operationType: OperationType, description: StringLiteral?, start: Position
  ) throws(Diagnostic) -> OperationDefinition {
    let name = token.kind == .name ? try name() : nil
    let variables = try optionalMany(.openParenthesis, .closeParenthesis) {
      parser throws(Diagnostic) in try parser.variableDefinition()
    }
    return OperationDefinition(
      position: start, description: description, operationType: operationType, name: name,
      variables: variables, directives: try directives(isConstant: false),
      selectionSet: try selectionSet())
  }

  private mutating func variableDefinition() throws(Diagnostic) -> VariableDefinition {
    let description = try description()
    let start = position
    try expect(.dollar)
    return try inputValue(named: Name(try name().symbol, at: start), description)
  }

  private mutating func fragment(
    description: StringLiteral?, start: Position
  ) throws(Diagnostic) -> FragmentDefinition {
    try advance()
    guard !isKeyword(.on) else {
      throw error("unexpected name \"on\"", help: "a fragment cannot be named \"on\"")
    }
    let name = try name()
    try expectKeyword(.on)
    return FragmentDefinition(
      position: start, description: description, name: name, typeCondition: try self.name(),
      directives: try directives(isConstant: false), selectionSet: try selectionSet())
  }

  private mutating func selectionSet() throws(Diagnostic) -> SelectionSet {
    let start = position
    return try nested { parser throws(Diagnostic) in
      SelectionSet(
        position: start,
        selections: try parser.many(.openBrace, .closeBrace) { parser throws(Diagnostic) in
          try parser.selection()
        })
    }
  }

  private mutating func selection() throws(Diagnostic) -> Selection {
    guard token.kind == .ellipsis else { return .field(try field()) }
    let start = position
    try advance()
    if token.kind == .name, token.symbol != .on {
      return .fragmentSpread(
        FragmentSpread(
          position: start, name: try name(), directives: try directives(isConstant: false)))
    }
    let typeCondition = try skipKeyword(.on) ? try name() : nil
    return .inlineFragment(
      InlineFragment(
        position: start, typeCondition: typeCondition,
        directives: try directives(isConstant: false), selectionSet: try selectionSet()))
  }

  private mutating func field() throws(Diagnostic) -> Field {
    let first = try name()
    let second = try skip(.colon) ? try name() : nil
    return Field(
      alias: second == nil ? nil : first, name: second ?? first,
      arguments: try arguments(isConstant: false), directives: try directives(isConstant: false),
      selectionSet: token.kind == .openBrace ? try selectionSet() : nil)
  }
}
