// The state of the rules for type systems: the schema, its definitions as written, and the findings
// so far. Each rule is an extension, in `Rules`.

import AuthGenLanguage
import AuthGenTypeSystem

struct SchemaValidator: Validator {
  let documents: [Document]
  let schema: Schema
  let symbols: SymbolTable
  let sources: SourceMap
  let options: ValidationOptions
  var report: Report

  /// All type definitions and extensions, in source order.
  let types: [TypeDefinition]
  /// All directive definitions, in source order.
  let directives: [DirectiveDefinition]
  /// All extensions of directives, in source order.
  let directiveExtensions: [DirectiveExtension]
  /// All schema definitions and extensions, in source order.
  let schemas: [SchemaDefinition]
  /// The elements of `types`, grouped by type.
  let groups: TypeGroups
  /// The schema's directives by name.
  let directiveTable: DirectiveTable
  /// The specifications whose directives need no definition; nil if all directives need one.
  let specifications: LinkedSpecifications?

  var names: SymbolMarks
  var values: ValueMemory
  /// The directives at the current location.
  var applied: SymbolMarks
  /// The working memory of IsValidImplementation.
  var implementation: ImplementationMarks
  /// The first problem of each default value that does not match its type and is no error.
  var unreadableDefaults: [Diagnostic] = []

  init(
    documents: [Document], schema: Schema, symbols: SymbolTable, sources: SourceMap,
    options: ValidationOptions, report: Report
  ) {
    self.documents = documents
    self.schema = schema
    self.symbols = symbols
    self.sources = sources
    self.options = options
    self.report = report
    var types: [TypeDefinition] = []
    var directives: [DirectiveDefinition] = []
    var directiveExtensions: [DirectiveExtension] = []
    var schemas: [SchemaDefinition] = []
    types.reserveCapacity(documents.reduce(0) { $0 + $1.definitions.count })
    for document in documents {
      for definition in document.definitions {
        switch definition {
        case .type(let type): types.append(type)
        case .directive(let directive): directives.append(directive)
        case .directiveExtension(let directive): directiveExtensions.append(directive)
        case .schema(let schema): schemas.append(schema)
        case .operation, .fragment: break
        }
      }
    }
    self.types = types
    self.directives = directives
    self.directiveExtensions = directiveExtensions
    self.schemas = schemas
    groups = TypeGroups(types, symbols)
    directiveTable = DirectiveTable(schema, symbols)
    specifications =
      options.isStrict
      ? nil : LinkedSpecifications(documents, symbols: symbols, sources: sources)
    names = SymbolMarks(symbols)
    values = ValueMemory(symbols)
    applied = SymbolMarks(symbols)
    implementation = ImplementationMarks(symbols)
  }

  func hasVariable(_ name: Symbol) -> Bool { false }

  /// Does nothing: the values in schemas are constant.
  mutating func note(_ use: VariableUse) {}

  /// Runs `body` with `element` as the element of errors without one of their own.
  mutating func about(_ element: SchemaElement, _ body: (inout Self) -> Void) {
    report.subject = element
    body(&self)
    report.subject = nil
  }

  // MARK: Looking up

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

  /// Whether the directive is a repeated definition. Its contents are not checked as a part of the
  /// directive.
  func isRepetition(_ directive: DirectiveDefinition) -> Bool {
    schema.directive(directive.name.symbol)?.name.position != directive.name.position
  }

  /// Whether the documents define a directive.
  func isDefined(_ directive: Symbol) -> Bool {
    directiveTable.index(directive).map(definedDirectives.contains) ?? false
  }

  /// The names of all types that definitions can refer to.
  var typeNames: some Sequence<Symbol> {
    schema.types.lazy.map(\.name.symbol).filter { [symbols] in !symbols.isReserved($0) }
  }

  /// Returns the kind of the type that a reference names, or nil if the type is unknown.
  func kind(_ symbol: Symbol) -> TypeDefinition.Kind? {
    schema.typeID(symbol).map { schema.types[$0.index].kind }
  }

  /// Returns a note at the directive's definition, unless the directive is built in.
  func definitionNote(_ directive: DirectiveDefinition) -> [Diagnostic.Note] {
    guard let index = directiveTable.index(directive.name.symbol),
      index >= schema.builtInDirectiveCount
    else { return [] }
    return [.init(directive.name.position, "defined here")]
  }
}
