// Reads and checks a schema's `@source` and `@connect`:
//
//     book(id: ID!): Book @connect(
//       source: "api", http: { GET: "/books/{$args.id}" }, selection: "title: name")
//
// gives a connector of the field book. Its request is a GET of the text /books/ and the argument id. In its
// response, the field title is at the key name.

package import AuthGenLanguage
package import AuthGenTypeSystem

extension Connectors {
  /// - Parameters:
  ///   - errorType: the name of the type of errors in the settings, if there is one.
  ///   - sources: receives each mapping as a source.
  /// - Returns: nil if the schema does not link the connect specification, or after an error.
  package static func read(
    _ schema: Schema, errorType: (name: String, position: Position)?, symbols: SymbolTable,
    sources: inout SourceMap
  ) -> (connectors: Connectors?, diagnostics: [Diagnostic]) {
    var diagnostics: [Diagnostic] = []
    guard let specification = schema.connect else {
      if let errorType {
        diagnostics.report(
          .configuration, "the schema has no connectors", at: errorType.position,
          help: "leave \"errorType\" out: GraphQL servers have errors of one form")
      }
      return (nil, diagnostics)
    }
    let type = errorType.flatMap { symbols.find($0.name) }.flatMap(schema.typeID)
    if let errorType, type.map(schema.kind) != .object {
      let names = schema.types.filter { $0.kind == .object }.map { symbols[$0.name.symbol] }
      diagnostics.report(
        .configuration, "the schema has no object type \"\(errorType.name)\"",
        at: errorType.position, help: didYouMean(errorType.name, among: names))
      return (nil, diagnostics)
    }
    var reader = ConnectorReader(
      schema: schema, specification: specification, errorType: type, symbols: symbols,
      sources: sources)
    let connectors = reader.read()
    sources = reader.sources
    return (reader.diagnostics.hasErrors ? nil : connectors, reader.diagnostics)
  }
}

struct ConnectorReader {
  let schema: Schema
  let specification: ConnectSpecification
  let errorType: TypeID?
  let symbols: SymbolTable
  var sources: SourceMap
  var diagnostics: [Diagnostic] = []

  mutating func read() -> Connectors? {
    guard let source = source() else { return nil }
    let errors = source.directive.argument("errors", symbols)
    let error = errors.flatMap { readError($0) }
    var hasErrors = errors != nil
    var connectors: [Connectors.FieldKey: Connector] = [:]
    for operation in OperationType.allCases {
      guard let root = schema.root(operation) else { continue }
      for field in schema[root].fields {
        hasErrors = hasErrors || field.directives.contains { $0.argument("errors", symbols) != nil }
        if let connector = connector(of: field, in: operation, source: source) {
          let key = Connectors.FieldKey(
            type: schema.name(of: root).symbol, field: field.name.symbol)
          connectors[key] = connector
        }
      }
    }
    refuseOthers()
    if let errorType, !hasErrors { reportNoErrors(of: errorType, at: source.directive.position) }
    return Connectors(connectors: connectors, error: error, baseURL: source.baseURL)
  }

  // MARK: Connectors

  private mutating func connector(
    of field: FieldDefinition, in operation: OperationType, source: ServiceSource
  ) -> Connector? {
    let directives = field.directives.filter { $0.name.symbol == specification.connect }
    guard let directive = directives.first else { return nil }
    for other in directives.dropFirst() {
      diagnostics.reportUnsupported(
        "a second connector of a field", at: other.position, instead: "write one for each field")
    }
    if operation == .subscription {
      diagnostics.report("a subscription cannot have a connector", at: directive.position)
    }
    for argument in directive.arguments where symbols[argument.name.symbol] == "batch" {
      // The default value has no effect.
      if argument.value.boolean == false { continue }
      diagnostics.reportUnsupported("\"batch\" of a connector", at: argument.name.position)
    }
    let known = diagnostics.count
    guard let http = directive.argument("http", symbols) else {
      diagnostics.reportUnsupported("a connector without http", at: directive.position)
      return nil
    }
    let request = request(http, of: directive, on: field, source: source)
    let response = response(directive, field)
    let successes = successes(directive) ?? source.successes
    // A branch with an error can be the one that seems to be missing.
    if let response, diagnostics.count == known { check(response, successes) }
    let error = directive.argument("errors", symbols).flatMap { ownError($0) }
    guard let request, let response, !diagnostics.dropFirst(known).hasErrors else { return nil }
    return Connector(
      request: request, response: response, successes: successes, error: error,
      position: directive.position)
  }

  private mutating func response(
    _ directive: Directive, _ field: FieldDefinition
  ) -> FieldMapping? {
    let selection = directive.argument("selection", symbols)
    guard let expression = parse(selection, MappingParser.mapping) else { return nil }
    var builder = ResponseMappingBuilder(schema: schema, symbols: symbols)
    let mapping = builder.mapping(expression, type: field.type)
    diagnostics += builder.diagnostics
    return mapping
  }

  // MARK: Statuses

  mutating func successes(_ directive: Directive) -> [ClosedRange<Int>]? {
    parse(directive.argument("isSuccess", symbols)) { source throws(Diagnostic) in
      try SuccessStatuses.ranges(try MappingParser.value(source))
    }
  }

  /// If the status selects the type, each success status must select one.
  private mutating func check(_ response: FieldMapping, _ successes: [ClosedRange<Int>]) {
    guard let match = response.object?.match, match.path == .status, match.otherwise == nil else {
      return
    }
    let known = Set(
      match.cases.compactMap {
        if case .number(let status) = $0.candidate { Int(status) } else { nil }
      })
    let missing = successes.lazy.flatMap { $0 }.first { !known.contains($0) }
    guard let missing else { return }
    diagnostics.report(
      "status \(missing) counts as success, but has no branch", at: match.position,
      help: "list the success statuses in isSuccess, or add a branch for all others: [@, …]")
  }

  // MARK: Unsupported connectors

  /// Reports connectors of types and of their fields. They are calls that follow other calls, which
  /// the client must make itself.
  private mutating func refuseOthers() {
    let roots = Set(OperationType.allCases.compactMap(schema.root))
    for index in schema.builtInTypeCount..<schema.types.count {
      let isRoot = roots.contains { $0.index == index }
      let directives =
        schema.types[index].directives
        + (isRoot ? [] : schema.types[index].fields.flatMap(\.directives))
      for directive in directives where directive.name.symbol == specification.connect {
        diagnostics.reportUnsupported(
          "a connector outside of the root types", at: directive.position,
          instead: "give the call a field of its own in Query or Mutation")
      }
    }
  }

  /// Reports the fields of an object value that authgen does not support.
  mutating func refuse(_ names: [String], in value: Value) {
    guard case .object(let fields) = value.kind else { return }
    for field in fields where names.contains(symbols[field.name.symbol]) {
      diagnostics.reportUnsupported("\"\(symbols[field.name.symbol])\"", at: field.name.position)
    }
  }
}
