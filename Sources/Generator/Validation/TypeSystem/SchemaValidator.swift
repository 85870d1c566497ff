// The state of the rules for type systems: the schema, its definitions as written, and the diagnostics
// so far. Each rule is an extension, in `Rules`.

import AuthGenLanguage
import AuthGenTypeSystem

struct SchemaValidator: Validator {
  static let argumentRules = (
    unknown: Diagnostic.Rule.knownArgumentNamesOnDirectives,
    missing: Diagnostic.Rule.providedRequiredArgumentsOnDirectives
  )

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
  /// The elements of `types`: each definition with its repetitions and extensions.
  let groups: [[TypeDefinition]]
  /// The specifications whose directives need no definition; nil if all directives need one.
  let specifications: LinkedSpecifications?

  var names: SymbolMarks
  var values: ValueMemory
  /// The interfaces that the current type names, for IsValidImplementation.
  var interfaces: SymbolMarks
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
    let definitions = documents.flatMap(\.definitions)
    types = definitions.compactMap { if case .type(let type) = $0 { type } else { nil } }
    directives = definitions.compactMap {
      if case .directive(let directive) = $0 { directive } else { nil }
    }
    directiveExtensions = definitions.compactMap {
      if case .directiveExtension(let directive) = $0 { directive } else { nil }
    }
    schemas = definitions.compactMap { if case .schema(let schema) = $0 { schema } else { nil } }
    groups = Dictionary(grouping: types, by: \.name.symbol).values.sorted {
      ($0[0].name.position, $0[0].name.symbol) < ($1[0].name.position, $1[0].name.symbol)
    }
    specifications =
      options.isStrict
      ? nil : LinkedSpecifications(documents, symbols: symbols, sources: sources)
    names = SymbolMarks(symbols)
    values = ValueMemory(symbols)
    interfaces = SymbolMarks(symbols)
  }

  func hasVariable(_ name: Symbol) -> Bool { false }

  /// Does nothing: the values in schemas are constant.
  mutating func note(_ use: VariableUse) {}

  /// Does nothing: no rule of schemas needs the directives together.
  mutating func note(_ directive: Directive) {}

  /// Does nothing: `checkConstantValues` checks the values after all definitions.
  mutating func checkArgument(_ value: Value, _ definition: InputValueDefinition?) {}

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

  /// Whether the type is a repeated definition. Its contents are not checked as a part of the type.
  func isRepetition(_ type: TypeDefinition) -> Bool {
    !type.isExtension && schema.type(type.name.symbol)?.name.position != type.name.position
  }

  /// Whether the directive is a repeated definition. Its contents are not checked as a part of the directive.
  func isRepetition(_ directive: DirectiveDefinition) -> Bool {
    schema.directive(directive.name.symbol)?.name.position != directive.name.position
  }

  /// Whether the documents define a directive.
  func isDefined(_ directive: Symbol) -> Bool {
    schema.directiveIndex(directive).map(definedDirectives.contains) ?? false
  }

  /// The names of all types that definitions can refer to.
  var typeNames: some Sequence<Symbol> {
    schema.types.lazy.map(\.name.symbol).filter { [symbols] in !symbols.isReserved($0) }
  }

  /// Returns the kind of the type that a reference names, or nil if the type is unknown.
  func kind(_ symbol: Symbol) -> TypeDefinition.Kind? {
    schema.typeID(symbol).map { schema.types[$0.index].kind }
  }
}
