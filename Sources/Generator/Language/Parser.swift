// Parses tokens to a document, by recursive descent with one token of lookahead:
//
//     query Book($id: ID!) { book(id: $id) { title } }
//
// gives an operation with the type query, the name Book, the variable $id of type ID!, and the field book.
// The field has the argument id and the field title. The nesting depth is bounded, so that no input can
// exhaust the stack.

extension Document {
  /// Parses a document with any definitions.
  ///
  /// - Parameter mayBeEmpty: whether a text without definitions is no error. Default: false.
  /// - Throws: the first syntax error, with its position.
  package static func parse(
    _ source: Source, symbols: inout SymbolTable, mayBeEmpty: Bool = false
  ) throws(Diagnostic) -> Document {
    try Parser.run(source, &symbols) { parser throws(Diagnostic) in
      try parser.document(mayBeEmpty: mayBeEmpty)
    }
  }
}

extension Value {
  /// Parses one constant value, such as the text of a default value in introspection JSON.
  ///
  /// - Throws: the first syntax error, with its position.
  package static func parse(
    _ source: Source, symbols: inout SymbolTable
  ) throws(Diagnostic) -> Value {
    try Parser.run(source, &symbols) { parser throws(Diagnostic) in
      let value = try parser.value(isConstant: true)
      guard parser.token.kind == .endOfFile else { throw parser.unexpected("the end of the value") }
      return value
    }
  }
}

struct Parser {
  /// The maximum nesting depth of selection sets, list values and object values. Real documents
  /// stay below 30.
  static let maximumDepth = 256

  private var lexer: Lexer
  private let base: UInt32
  private let source: Source
  private(set) var token: Token
  /// The caller's table while the parser runs. It is moved, not copied, because a shared table
  /// would be copied on write.
  var symbols = SymbolTable(lent: ())
  private var depth = 0

  static func run<Result>(
    _ source: Source, _ symbols: inout SymbolTable,
    _ body: (inout Parser) throws(Diagnostic) -> Result
  ) throws(Diagnostic) -> Result {
    let outcome = source.storage.withUnsafeBufferPointer {
      text -> Swift.Result<Result, Diagnostic> in
      guard let start = text.baseAddress else {
        return .failure(Diagnostic(rule: .syntax, message: "\(source.path) is empty"))
      }
      var parser = Parser(
        lexer: Lexer(text: start, count: source.count, base: source.base), source: source)
      swap(&parser.symbols, &symbols)
      defer { swap(&parser.symbols, &symbols) }
      do throws(Diagnostic) {
        try parser.advance()
        return .success(try body(&parser))
      } catch {
        return .failure(error)
      }
    }
    return try outcome.get()
  }

  private init(lexer: Lexer, source: Source) {
    self.lexer = lexer
    self.source = source
    base = source.base
    token = Token(kind: .endOfFile, start: 0, end: 0, symbol: .empty)
  }

  var position: Position { Position(offset: base + UInt32(token.start)) }

  // MARK: Steps

  mutating func advance() throws(Diagnostic) {
    token = try lexer.next(&symbols)
  }

  mutating func skip(_ kind: Token.Kind) throws(Diagnostic) -> Bool {
    guard token.kind == kind else { return false }
    try advance()
    return true
  }

  mutating func expect(_ kind: Token.Kind) throws(Diagnostic) {
    guard token.kind == kind else { throw unexpected(kind.rawValue) }
    try advance()
  }

  mutating func skipKeyword(_ keyword: Symbol) throws(Diagnostic) -> Bool {
    guard token.kind == .name, token.symbol == keyword else { return false }
    try advance()
    return true
  }

  mutating func expectKeyword(_ keyword: Symbol) throws(Diagnostic) {
    guard try skipKeyword(keyword) else { throw unexpected("\"\(symbols[keyword])\"") }
  }

  func isKeyword(_ keyword: Symbol) -> Bool {
    token.kind == .name && token.symbol == keyword
  }

  mutating func name() throws(Diagnostic) -> Name {
    guard token.kind == .name else { throw unexpected("a name") }
    let name = Name(token.symbol, at: position)
    try advance()
    return name
  }

  /// Runs `body` one level deeper. Throws beyond the maximum depth.
  mutating func nested<Result>(
    _ body: (inout Parser) throws(Diagnostic) -> Result
  ) throws(Diagnostic) -> Result {
    guard depth < Self.maximumDepth else {
      throw Diagnostic(
        rule: .syntax, message: "nested more than \(Self.maximumDepth) levels deep", at: position,
        help: "move the inner levels into a fragment or a variable")
    }
    depth += 1
    defer { depth -= 1 }
    return try body(&self)
  }

  /// Parses `open item+ close`.
  mutating func many<Item>(
    _ open: Token.Kind, _ close: Token.Kind,
    _ item: (inout Parser) throws(Diagnostic) -> Item
  ) throws(Diagnostic) -> [Item] {
    try expect(open)
    var items: [Item] = []
    items.reserveCapacity(open == .openBrace ? 4 : 1)
    repeat { items.append(try item(&self)) } while try !skip(close)
    return items
  }

  /// Parses `(open item+ close)?`.
  mutating func optionalMany<Item>(
    _ open: Token.Kind, _ close: Token.Kind,
    _ item: (inout Parser) throws(Diagnostic) -> Item
  ) throws(Diagnostic) -> [Item] {
    token.kind == open ? try many(open, close, item) : []
  }

  // MARK: Errors

  func unexpected(_ expected: String? = nil) -> Diagnostic {
    let found =
      switch token.kind {
      case .name: "name \"\(symbols[token.symbol])\""
      case .int, .float: "number \(tokenText)"
      default: token.kind.rawValue
      }
    let message =
      if let expected {
        "expected \(expected), found \(found)"
      } else {
        token.kind == .endOfFile ? "unexpected end of the file" : "unexpected \(found)"
      }
    let error = error(message)
    return lexer.unclosedDelimiter(before: position).map(error.naming) ?? error
  }

  func error(_ message: String, help: String? = nil) -> Diagnostic {
    Diagnostic(rule: .syntax, message: message, at: position, help: help)
  }

  private var tokenText: String {
    String(decoding: source.slice(at: position, length: token.end - token.start), as: UTF8.self)
  }
}

// MARK: Types, values and directives

extension Parser {
  mutating func typeReference() throws(Diagnostic) -> TypeReference {
    var lists = 0
    while token.kind == .openBracket {
      lists += 1
      guard lists <= TypeReference.maximumListDepth else {
        throw error("list types are nested more than \(TypeReference.maximumListDepth) levels deep")
      }
      try advance()
    }
    var type = TypeReference(try name())
    if try skip(.exclamationMark) { type = type.nonNull }
    while lists > 0 {
      try expect(.closeBracket)
      type = type.list
      if try skip(.exclamationMark) { type = type.nonNull }
      lists -= 1
    }
    return type
  }

  mutating func directives(isConstant: Bool) throws(Diagnostic) -> [Directive] {
    guard token.kind == .at else { return [] }
    var directives: [Directive] = []
    while token.kind == .at {
      let start = position
      try advance()
      directives.append(
        Directive(
          position: start, name: try name(), arguments: try arguments(isConstant: isConstant)))
    }
    return directives
  }

  mutating func arguments(isConstant: Bool) throws(Diagnostic) -> [Argument] {
    try optionalMany(.openParenthesis, .closeParenthesis) { parser throws(Diagnostic) in
      try parser.argument(isConstant: isConstant)
    }
  }

  private mutating func argument(isConstant: Bool) throws(Diagnostic) -> Argument {
    let name = try name()
    try expect(.colon)
    return Argument(name: name, value: try value(isConstant: isConstant))
  }

  mutating func value(isConstant: Bool) throws(Diagnostic) -> Value {
    let start = position
    let length = UInt32(token.end - token.start)
    switch token.kind {
    case .openBracket:
      return try nested { parser throws(Diagnostic) in
        try parser.advance()
        var values: [Value] = []
        while try !parser.skip(.closeBracket) {
          values.append(try parser.value(isConstant: isConstant))
        }
        return Value(position: start, kind: .list(values))
      }
    case .openBrace:
      return try nested { parser throws(Diagnostic) in
        try parser.advance()
        var fields: [Argument] = []
        while try !parser.skip(.closeBrace) {
          fields.append(try parser.argument(isConstant: isConstant))
        }
        return Value(position: start, kind: .object(fields))
      }
    case .int:
      try advance()
      return Value(position: start, kind: .int(length: length))
    case .float:
      try advance()
      return Value(position: start, kind: .float(length: length))
    case .string, .blockString:
      try advance()
      return Value(position: start, kind: .string(StringLiteral(position: start, length: length)))
    case .name:
      let symbol = token.symbol
      try advance()
      return switch symbol {
      case .true: Value(position: start, kind: .boolean(true))
      case .false: Value(position: start, kind: .boolean(false))
      case .null: Value(position: start, kind: .null)
      default: Value(position: start, kind: .enum(symbol))
      }
    case .dollar:
      try advance()
      guard isConstant else {
        return Value(position: start, kind: .variable(try name().symbol))
      }
      guard token.kind == .name else { throw unexpected() }
      throw Diagnostic(
        rule: .syntax,
        message: "unexpected variable \"$\(symbols[token.symbol])\" in a constant value",
        at: start)
    default:
      throw unexpected("a value")
    }
  }

  /// Parses the description before a definition, if there is one.
  mutating func description() throws(Diagnostic) -> StringLiteral? {
    guard token.kind == .string || token.kind == .blockString else { return nil }
    let literal = StringLiteral(position: position, length: UInt32(token.end - token.start))
    try advance()
    return literal
  }
}
