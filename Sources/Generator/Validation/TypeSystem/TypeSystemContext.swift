// What the rules for type systems share: the schema as a whole, its definitions as they are written,
// and how messages name and place things.

import AuthGenLanguage
import AuthGenTypeSystem

struct TypeSystemContext {
  let schema: Schema
  let symbols: SymbolTable
  let sources: SourceMap
  let options: ValidationOptions
  /// All type definitions and extensions in their order.
  let types: [TypeDefinition]
  /// All directive definitions in their order.
  let directives: [DirectiveDefinition]
  /// All schema definitions and extensions in their order.
  let schemas: [SchemaDefinition]
  /// Which of `types` are about the same type.
  let groups: TypeGroups
  /// The schema's directives by name.
  let directiveTable: DirectiveTable
  /// The beginning of the first document's text, for what is missing from the whole.
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

  /// Whether another definition of the same name counts in place of the one at an index in `types`:
  /// what is in it is not looked at as a part of the type.
  func isRepetition(_ index: Int) -> Bool {
    guard !types[index].isExtension, let id = schema.typeID(types[index].name.symbol) else {
      return false
    }
    return schema.name(of: id).position != types[index].name.position
  }

  /// The names of all types that definitions may want to mention.
  var typeNames: some Sequence<Symbol> {
    schema.types.lazy.map(\.name.symbol).filter { [symbols] in !symbols.isReserved($0) }
  }

  /// The kind of the type that a reference names, or nil where there is none.
  func kind(_ symbol: Symbol) -> TypeDefinition.Kind? {
    schema.typeID(symbol).map { schema.types[$0.index].kind }
  }
}

// MARK: Schema coordinates

// https://spec.graphql.org/September2025/#sec-Schema-Coordinates
extension TypeSystemContext {
  func name(_ symbol: Symbol) -> String { symbols[symbol] }

  func name(_ type: TypeDefinition) -> String { symbols[type.name.symbol] }

  /// `Type.field`
  func coordinate(_ type: TypeDefinition, _ field: Name) -> String {
    "\(name(type)).\(symbols[field.symbol])"
  }

  /// `Type.field(argument:)`
  func coordinate(_ type: TypeDefinition, _ field: Name, _ argument: Name) -> String {
    "\(coordinate(type, field))(\(symbols[argument.symbol]):)"
  }

  /// `@directive`
  func coordinate(_ directive: DirectiveDefinition) -> String {
    "@\(symbols[directive.name.symbol])"
  }

  /// `@directive(argument:)`
  func coordinate(_ directive: DirectiveDefinition, _ argument: Name) -> String {
    "\(coordinate(directive))(\(symbols[argument.symbol]):)"
  }
}

// MARK: Places

extension TypeSystemContext {
  /// Where a type reference begins: at the brackets in front of its name, if it has any. It does not
  /// know that itself, so the text is looked at.
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

/// Where definitions begin, their descriptions included.
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
