// Schema, type and directive definitions and their extensions.

extension Parser {
  /// - Parameter start: the definition's position: after its description, and before `extend`.
  mutating func typeSystemDefinition(
    isExtension: Bool, description: StringLiteral?, start: Position
  ) throws(Diagnostic) -> Definition {
    guard token.kind == .name else { throw unexpected("a definition") }
    let keyword = token.symbol
    switch keyword {
    case .schema:
      return .schema(try schema(isExtension: isExtension, description: description, start: start))
    case .directive:
      return isExtension
        ? .directiveExtension(try directiveExtension(start: start))
        : .directive(try directiveDefinition(description: description, start: start))
    case .scalar, .type, .interface, .union, .enum, .input:
      let kind: TypeDefinition.Kind =
        switch keyword {
        case .scalar: .scalar
        case .type: .object
        case .interface: .interface
        case .union: .union
        case .enum: .enum
        default: .inputObject
        }
      try advance()
      let name = try name()
      let parts = try parts(of: kind)
      if isExtension, parts.isEmpty { throw unexpected("the contents of the extension") }
      return .type(
        TypeDefinition(
          kind: kind, isExtension: isExtension, position: start, description: description,
          name: name, parts: parts))
    default:
      guard let description else { throw unexpected() }
      throw Diagnostic(
        rule: .syntax,
        message: "unexpected description: \"\(symbols[keyword])\" is not a definition",
        at: description.position, help: "make it a comment (#), or remove it")
    }
  }

  private mutating func parts(
    of kind: TypeDefinition.Kind
  ) throws(Diagnostic) -> TypeDefinition.Parts {
    var parts = TypeDefinition.Parts()
    if kind == .object || kind == .interface { parts.interfaces = try interfaces() }
    parts.directives = try directives(isConstant: true)
    switch kind {
    case .scalar:
      break
    case .object, .interface:
      parts.fields = try optionalMany(.openBrace, .closeBrace) { parser throws(Diagnostic) in
        try parser.fieldDefinition()
      }
    case .union:
      guard try skip(.equals) else { break }
      parts.members = try delimited(by: .verticalBar)
    case .enum:
      parts.values = try optionalMany(.openBrace, .closeBrace) { parser throws(Diagnostic) in
        try parser.enumValueDefinition()
      }
    case .inputObject:
      parts.inputFields = try optionalMany(.openBrace, .closeBrace) { parser throws(Diagnostic) in
        try parser.inputValueDefinition()
      }
    }
    return parts
  }

  private mutating func schema(
    isExtension: Bool, description: StringLiteral?, start: Position
  ) throws(Diagnostic) -> SchemaDefinition {
    try advance()
    let directives = try directives(isConstant: true)
    let operation = { (parser: inout Parser) throws(Diagnostic) in try parser.rootOperation() }
    let rootOperations =
      isExtension
      ? try optionalMany(.openBrace, .closeBrace, operation)
      : try many(.openBrace, .closeBrace, operation)
    if isExtension, directives.isEmpty, rootOperations.isEmpty {
      throw unexpected("the contents of the extension")
    }
    return SchemaDefinition(
      position: start, isExtension: isExtension, description: description, directives: directives,
      rootOperations: rootOperations)
  }

  private mutating func rootOperation() throws(Diagnostic) -> SchemaDefinition.RootOperation {
    let start = position
    guard token.kind == .name else { throw unexpected("a name") }
    guard let operationType = OperationType(token.symbol) else {
      throw error(
        "unexpected name \"\(symbols[token.symbol])\"",
        help: "the root operations are query, mutation and subscription")
    }
    try advance()
    try expect(.colon)
    return .init(position: start, operationType: operationType, type: try name())
  }

  private mutating func interfaces() throws(Diagnostic) -> [Name] {
    try skipKeyword(.implements) ? try delimited(by: .ampersand) : []
  }

  /// Parses `separator? name (separator name)*`.
  private mutating func delimited(by separator: Token.Kind) throws(Diagnostic) -> [Name] {
    _ = try skip(separator)
    var names: [Name] = []
    repeat { names.append(try name()) } while try skip(separator)
    return names
  }

  private mutating func fieldDefinition() throws(Diagnostic) -> FieldDefinition {
    let description = try description()
    let name = try name()
    let arguments = try argumentDefinitions()
    try expect(.colon)
    return FieldDefinition(
      description: description, name: name, arguments: arguments, type: try typeReference(),
      directives: try directives(isConstant: true))
  }

  private mutating func argumentDefinitions() throws(Diagnostic) -> [InputValueDefinition] {
    try optionalMany(.openParenthesis, .closeParenthesis) { parser throws(Diagnostic) in
      try parser.inputValueDefinition()
    }
  }

  private mutating func inputValueDefinition() throws(Diagnostic) -> InputValueDefinition {
    let description = try description()
    return try inputValue(named: try name(), description)
  }

  /// Parses the definition of an argument, input field or variable after its name.
  mutating func inputValue(
    named name: Name, _ description: StringLiteral?
  ) throws(Diagnostic) -> InputValueDefinition {
    try expect(.colon)
    let type = try typeReference()
    let defaultValue = try skip(.equals) ? try value(isConstant: true) : nil
    return InputValueDefinition(
      description: description, name: name, type: type, defaultValue: defaultValue,
      directives: try directives(isConstant: true))
  }

  private mutating func enumValueDefinition() throws(Diagnostic) -> EnumValueDefinition {
    let description = try description()
    switch token.symbol {
    case .true, .false, .null:
      throw error("\"\(symbols[token.symbol])\" is reserved and cannot be an enum value")
    default:
      return EnumValueDefinition(
        description: description, name: try name(), directives: try directives(isConstant: true))
    }
  }

  private mutating func directiveDefinition(
    description: StringLiteral?, start: Position
  ) throws(Diagnostic) -> DirectiveDefinition {
    try advance()
    try expect(.at)
    let name = try name()
    let arguments = try argumentDefinitions()
    let directives = try directives(isConstant: true)
    let isRepeatable = try skipKeyword(.repeatable)
    try expectKeyword(.on)
    _ = try skip(.verticalBar)
    var locations: [DirectiveLocation] = []
    repeat {
      guard token.kind == .name else { throw unexpected("a directive location") }
      guard let location = DirectiveLocation(token.symbol) else {
        throw error("unknown directive location \"\(symbols[token.symbol])\"")
      }
      locations.append(location)
      try advance()
    } while try skip(.verticalBar)
    return DirectiveDefinition(
      position: start, description: description, name: name, arguments: arguments,
      directives: directives, isRepeatable: isRepeatable, locations: locations)
  }

  private mutating func directiveExtension(
    start: Position
  ) throws(Diagnostic) -> DirectiveExtension {
    try advance()
    try expect(.at)
    let name = try name()
    let directives = try directives(isConstant: true)
    if directives.isEmpty { throw unexpected("the contents of the extension") }
    return DirectiveExtension(position: start, name: name, directives: directives)
  }
}

extension TypeDefinition.Parts {
  fileprivate var isEmpty: Bool {
    interfaces.isEmpty && directives.isEmpty && fields.isEmpty && members.isEmpty
      && values.isEmpty && inputFields.isEmpty
  }
}
