// The common input of the type system rules: the schema, its definitions as written, and the names
// and positions for messages.

import AuthGenLanguage
import AuthGenTypeSystem

struct TypeSystemContext {
  let schema: Schema
  let symbols: SymbolTable
  let sources: SourceMap
  let options: ValidationOptions
  /// All type definitions and extensions, in source order.
  let types: [TypeDefinition]
  /// All directive definitions, in source order.
  let directives: [DirectiveDefinition]
  /// All schema definitions and extensions, in source order.
  let schemas: [SchemaDefinition]
  /// The elements of `types`, grouped by type.
  let groups: TypeGroups
  /// The schema's directives by name.
  let directiveTable: DirectiveTable
  /// The start of the first document, for elements that are missing from the schema.
  let start: Position

  init(
    documents: [Document], schema: Schema, symbols: SymbolTable, sources: SourceMap,
    options: ValidationOptions
  ) {
    self.schema = schema
    self.symbols = symbols
    self.sources = sources
    self.options = options
    var types: [TypeDefinition] = []
    var directives: [DirectiveDefinition] = []
    var schemas: [SchemaDefinition] = []
    types.reserveCapacity(documents.reduce(0) { $0 + $1.definitions.count })
    for document in documents {
      for definition in document.definitions {
        switch definition {
        case .type(let type): types.append(type)
        case .directive(let directive): directives.append(directive)
        case .schema(let schema): schemas.append(schema)
        case .operation, .fragment: break
        }
      }
    }
    self.types = types
    self.directives = directives
    self.schemas = schemas
    groups = TypeGroups(types, symbols)
    directiveTable = DirectiveTable(schema, symbols)
    start =
      documents.first.flatMap { sources.source(at: $0.position) }
      .map { Position(offset: $0.base) } ?? .unknown
  }

  /// The indexes in `schema.types` of the types that the documents define.
  var definedTypes: Range<Int> { schema.builtInTypeCount..<schema.types.count }

  /// The indexes in `schema.directives` of the directives that the documents define.
  var definedDirectives: Range<Int> { schema.builtInDirectiveCount..<schema.directives.count }

  /// Whether the type at an index in `types` is a repeated definition. Its contents are not checked
  /// as a part of the type.
  func isRepetition(_ index: Int) -> Bool {
    guard !types[index].isExtension, let id = schema.typeID(types[index].name.symbol) else {
      return false
    }
    return schema.name(of: id).position != types[index].name.position
  }

  /// The names of all types that definitions can refer to.
  var typeNames: some Sequence<Symbol> {
    schema.types.lazy.map(\.name.symbol).filter { [symbols] in !symbols.isReserved($0) }
  }

  /// Returns the kind of the type that a reference names, or nil if there is none.
  func kind(_ symbol: Symbol) -> TypeDefinition.Kind? {
    schema.typeID(symbol).map { schema.types[$0.index].kind }
  }
}

// MARK: Schema coordinates

// https://spec.graphql.org/September2025/#sec-Schema-Coordinates
extension TypeSystemContext {
  func name(_ symbol: Symbol) -> String { symbols[symbol] }

  func name(_ type: TypeDefinition) -> String { symbols[type.name.symbol] }

  /// Returns the coordinate `Type.field`.
  func coordinate(_ type: TypeDefinition, _ field: Name) -> String {
    "\(name(type)).\(symbols[field.symbol])"
  }

  /// Returns the coordinate `Type.field(argument:)`.
  func coordinate(_ type: TypeDefinition, _ field: Name, _ argument: Name) -> String {
    "\(coordinate(type, field))(\(symbols[argument.symbol]):)"
  }

  /// Returns the coordinate `@directive`.
  func coordinate(_ directive: DirectiveDefinition) -> String {
    "@\(symbols[directive.name.symbol])"
  }

  /// Returns the coordinate `@directive(argument:)`.
  func coordinate(_ directive: DirectiveDefinition, _ argument: Name) -> String {
    "\(coordinate(directive))(\(symbols[argument.symbol]):)"
  }
}

// MARK: Positions

extension TypeSystemContext {
  /// Returns the start of a type reference, including brackets before its name. The reference does
  /// not store it, so this searches the text.
  func start(of type: TypeReference) -> Position {
    let position = type.name.position
    var brackets = 0
    var element = type.element
    while let inner = element {
      brackets += 1
      element = inner.element
    }
    guard brackets > 0, let source = sources.source(at: position) else { return position }
    var start = position
    var offset = position.offset
    while brackets > 0, offset > source.base {
      offset -= 1
      switch source.slice(at: Position(offset: offset), length: 1).first {
      case UInt8(ascii: "["):
        brackets -= 1
        start = Position(offset: offset)
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"),
        UInt8(ascii: ","):
        continue
      default: return position
      }
    }
    return start
  }
}

/// The start positions of definitions, including their descriptions.
extension SchemaDefinition {
  var start: Position { description?.position ?? position }
}

extension TypeDefinition {
  var start: Position { description?.position ?? position }
}

extension DirectiveDefinition {
  var start: Position { description?.position ?? position }
}

extension FieldDefinition {
  var start: Position { description?.position ?? name.position }
}

extension InputValueDefinition {
  var start: Position { description?.position ?? name.position }
}

extension EnumValueDefinition {
  var start: Position { description?.position ?? name.position }
}
