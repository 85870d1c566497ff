// Reads and checks a schema's `@source` and `@connect`.

import AuthGenLanguage
import AuthGenTypeSystem

extension Connectors {
  /// - Parameters:
  ///   - errorType: the type of errors, if there is one.
  ///   - sources: receives each mapping as a source.
  /// - Returns: nil if the schema does not link the connect specification, or after an error.
  package static func read(
    _ schema: Schema, errorType: TypeID?, symbols: SymbolTable, sources: inout SourceMap
  ) -> (connectors: Connectors?, diagnostics: [Diagnostic]) {
    guard let specification = schema.connect else { return (nil, []) }
    var reader = ConnectorReader(
      schema: schema, specification: specification, symbols: symbols, sources: sources)
    let connectors = reader.read(errorType: errorType)
    sources = reader.sources
    return (reader.diagnostics.hasErrors ? nil : connectors, reader.diagnostics)
  }
}

private struct ConnectorReader {
  private let schema: Schema
  private let specification: ConnectSpecification
  private let symbols: SymbolTable
  private(set) var sources: SourceMap
  private(set) var diagnostics: [Diagnostic] = []

  private struct ServiceSource {
    let name: String
    let baseURL: String
    let headers: [RequestHeader]
    let successes: [ClosedRange<Int>]
    let directive: Directive
  }

  init(
    schema: Schema, specification: ConnectSpecification, symbols: SymbolTable, sources: SourceMap
  ) {
    self.schema = schema
    self.specification = specification
    self.symbols = symbols
    self.sources = sources
  }

  mutating func read(errorType: TypeID?) -> Connectors? {
    guard let source = source() else { return nil }
    let errors = source.directive.argument("errors", symbols)
    let error = errors.flatMap { readError($0, type: errorType) }
    var isMapped = errors != nil
    var connectors: [Connectors.FieldKey: Connector] = [:]
    for operation in OperationType.allCases {
      guard let root = schema.root(operation) else { continue }
      for field in schema[root].fields {
        isMapped = isMapped || field.directives.contains { $0.argument("errors", symbols) != nil }
        if let connector = connector(of: field, root, operation, source, errorType) {
          let key = Connectors.FieldKey(
            type: schema.name(of: root).symbol, field: field.name.symbol)
          connectors[key] = connector
        }
      }
    }
    refuseOthers()
    if let errorType, !isMapped { diagnostics.append(unmapped(errorType, source.directive)) }
    return Connectors(connectors: connectors, error: error, baseURL: source.baseURL)
  }

  // MARK: The source

  private mutating func source() -> ServiceSource? {
    let directives = schema.definitions.flatMap(\.directives)
      .filter { $0.name.symbol == specification.source }
    guard let first = directives.first else {
      diagnostics.append(
        ConnectSubset.wrong(
          "the schema links the connect specification, but has no source",
          at: specification.position,
          help: "add @source(name: \"api\", http: { baseURL: \"https://…\" }) to the schema"))
      return nil
    }
    for directive in directives.dropFirst() {
      diagnostics.append(
        ConnectSubset.unsupported(
          "a second source", at: directive.position,
          instead: "a client calls one server: give the other one a client of its own"))
    }
    guard let name = text(first.argument("name", symbols)),
      let http = first.argument("http", symbols)
    else {
      diagnostics.append(
        ConnectSubset.wrong(
          "the source has no http", at: first.position,
          help: "add http: { baseURL: \"https://…\" }"))
      return nil
    }
    refuse(["path", "queryParams"], in: http)
    let baseURL = text(http.field("baseURL", symbols)) ?? ""
    checkBaseURL(baseURL, at: http.field("baseURL", symbols)?.position ?? http.position)
    return ServiceSource(
      name: name, baseURL: baseURL, headers: headers(http, nil).headers,
      successes: successes(first) ?? SuccessStatuses.usual, directive: first)
  }

  private mutating func checkBaseURL(_ url: String, at position: Position) {
    let rest = url.hasPrefix("https://") ? url.dropFirst(8) : url.dropFirst(url.count)
    let host = rest.prefix { $0 != "/" }
    guard !host.isEmpty, !url.contains("{"),
      url.unicodeScalars.allSatisfy({ (0x21...0x7E).contains($0.value) })
    else {
      return diagnostics.append(
        ConnectSubset.wrong(
          "the base URL must be an https URL", at: position,
          help: "write one such as \"https://api.example.com/v1\"; apps may configure another"))
    }
  }

  // MARK: Connectors

  private mutating func connector(
    of field: FieldDefinition, _ root: TypeID, _ operation: OperationType, _ source: ServiceSource,
    _ errorType: TypeID?
  ) -> Connector? {
    let directives = field.directives.filter { $0.name.symbol == specification.connect }
    guard let directive = directives.first else { return nil }
    for other in directives.dropFirst() {
      diagnostics.append(
        ConnectSubset.unsupported(
          "a second connector of a field", at: other.position, instead: "write one for each field"))
    }
    if operation == .subscription {
      diagnostics.append(
        ConnectSubset.wrong("a subscription cannot be connected", at: directive.position))
    }
    refuse(["batch", "entity"], in: directive)
    let known = diagnostics.count
    guard let http = directive.argument("http", symbols) else {
      diagnostics.append(
        ConnectSubset.unsupported("a connector without http", at: directive.position))
      return nil
    }
    let request = request(http, directive, field, source)
    let response = response(directive, field)
    let successes = successes(directive) ?? source.successes
    // A branch with an error can be the one that seems to be missing.
    if let response, diagnostics.count == known { check(response, successes) }
    let error = directive.argument("errors", symbols).flatMap { ownError($0, type: errorType) }
    guard let request, let response, !diagnostics.dropFirst(known).hasErrors else { return nil }
    return Connector(
      request: request, response: response, successes: successes, error: error,
      position: directive.position)
  }

  private mutating func response(
    _ directive: Directive, _ field: FieldDefinition
  ) -> FieldMapping? {
    guard let expression = mapping(directive.argument("selection", symbols)) else { return nil }
    var builder = ResponseMappingBuilder(schema: schema, symbols: symbols)
    let mapping = builder.mapping(expression, type: field.type)
    diagnostics += builder.diagnostics
    return mapping
  }

  /// If the status selects the type, each success status must select one.
  private mutating func check(_ response: FieldMapping, _ successes: [ClosedRange<Int>]) {
    guard let match = response.object?.match, match.path == .status, match.otherwise == nil else {
      return
    }
    let known = Set(
      match.cases.compactMap { if case .int(let status) = $0.candidate { status } else { nil } })
    let missing = successes.lazy.flatMap { $0 }.first { !known.contains($0) }
    guard let missing else { return }
    diagnostics.append(
      ConnectSubset.wrong(
        "status \(missing) counts as success, but has no branch", at: match.position,
        help: "list the success statuses in isSuccess, or add a branch for all others: [@, …]"))
  }

  private mutating func request(
    _ http: Value, _ directive: Directive, _ field: FieldDefinition, _ source: ServiceSource
  ) -> RequestMapping? {
    let known = diagnostics.count
    refuse(["path"], in: http)
    let methods = RequestMapping.Method.allCases.compactMap { method in
      http.field(method.key, symbols).map { (method, $0) }
    }
    guard methods.count == 1, let (method, url) = methods.first else {
      diagnostics.append(
        ConnectSubset.wrong(
          methods.isEmpty ? "the connector has no URL" : "the connector has several URLs",
          at: http.position, help: "write one of GET, POST, PUT, PATCH and DELETE"))
      return nil
    }
    let named = text(directive.argument("source", symbols))
    if let named, named != source.name {
      diagnostics.append(
        ConnectSubset.wrong(
          "unknown source \"\(named)\"",
          at: directive.argument("source", symbols)?.position ?? directive.position,
          notes: [.init(source.directive.position, "the source is here")],
          help: didYouMean(named, among: [source.name])))
    }
    guard let template = template(url) else { return nil }
    var builder = RequestMappingBuilder(schema: schema, symbols: symbols, field: field)
    let target = builder.target(template, hasSource: named != nil, at: url.position)
    let queryText = http.field("queryParams", symbols)
    let query = mapping(queryText).map { builder.query($0) } ?? []
    let bodyText = http.field("body", symbols)
    let body = mapping(bodyText).flatMap { builder.body($0) }
    diagnostics += builder.diagnostics
    let (own, headerArguments) = headers(http, field)
    let headers = merged(source.headers, own)
    if method == .get, let bodyText {
      diagnostics.append(
        ConnectSubset.wrong(
          "a GET request has no body", at: bodyText.position,
          help: "send it in queryParams, or with POST"))
    }
    guard let target, !diagnostics.dropFirst(known).hasErrors else { return nil }
    warn(of: field, sent: builder.usedArguments.union(headerArguments))
    return RequestMapping(
      method: method, target: target.target, query: target.query + query, headers: headers,
      body: body)
  }

  /// Returns the merged headers. A connector's own header overrides the source's header of the same
  /// name.
  private func merged(_ shared: [RequestHeader], _ own: [RequestHeader]) -> [RequestHeader] {
    let names = Set(own.map { $0.name.lowercased() })
    return shared.filter { !names.contains($0.name.lowercased()) } + own
  }

  private mutating func headers(
    _ http: Value, _ field: FieldDefinition?
  ) -> (headers: [RequestHeader], usedArguments: Set<String>) {
    guard case .list(let elements) = http.field("headers", symbols)?.kind else { return ([], []) }
    var headers: [RequestHeader] = []
    var usedArguments: Set<String> = []
    for element in elements {
      refuse(["from"], in: element)
      guard let name = text(element.field("name", symbols)),
        let pieces = template(element.field("value", symbols))
      else { continue }
      var builder = RequestMappingBuilder(schema: schema, symbols: symbols, field: field)
      if let header = builder.header(name, pieces, at: element.position) {
        if headers.contains(where: { $0.name.lowercased() == name.lowercased() }) {
          diagnostics.append(
            ConnectSubset.unsupported(
              "a header with two values", at: element.position, instead: "leave one of them"))
        } else {
          headers.append(header)
        }
      }
      diagnostics += builder.diagnostics
      usedArguments.formUnion(builder.usedArguments)
    }
    return (headers, usedArguments)
  }

  /// Warns about arguments that the connector does not send.
  private mutating func warn(of field: FieldDefinition, sent: Set<String>) {
    for argument in field.arguments where !sent.contains(symbols[argument.name.symbol]) {
      diagnostics.append(
        Diagnostic(
          .warning, rule: .connectors,
          message: "the connector does not send \"\(symbols[argument.name.symbol])\"",
          at: argument.name.position,
          help: "send it in the path, in queryParams, headers or body, or leave the argument out"))
    }
  }

  // MARK: Success and errors

  private mutating func successes(_ directive: Directive) -> [ClosedRange<Int>]? {
    guard let expression = value(directive.argument("isSuccess", symbols)) else { return nil }
    do throws(Diagnostic) {
      return try SuccessStatuses.ranges(expression)
    } catch {
      diagnostics.append(error)
      return nil
    }
  }

  private func unmapped(_ type: TypeID, _ source: Directive) -> Diagnostic {
    ConnectSubset.wrong(
      "no mapping of errors to \"\(symbols[schema.name(of: type).symbol])\"",
      at: source.position,
      help: "add errors: { message: \"…\", extensions: \"…\" } to the source")
  }

  /// Reads a connector's own mapping of errors. All connectors share the struct of the error type,
  /// which follows the source's mapping, so this mapping cannot contain nested objects.
  private mutating func ownError(_ errors: Value, type: TypeID?) -> ObjectMapping? {
    guard let mapping = readError(errors, type: type), let type else { return nil }
    for (name, field) in mapping.fields where field.object != nil {
      diagnostics.append(
        ConnectSubset.unsupported(
          "\"\(name)\", an object in the errors of one connector", at: field.position,
          instead: "map it in the errors of the source"))
    }
    for field in schema[type].fields
    where field.type.isNonNull && mapping.fields[symbols[field.name.symbol]] == nil {
      diagnostics.append(
        ConnectSubset.wrong(
          "no mapping for \"\(symbols[field.name.symbol])\", which is non-null",
          at: errors.position, notes: [.init(field.name.position, "the field is here")],
          help: "map it, or make it nullable"))
    }
    return mapping
  }

  private mutating func readError(_ errors: Value, type: TypeID?) -> ObjectMapping? {
    guard let type else {
      diagnostics.append(
        ConnectSubset.wrong(
          "errors are mapped, but have no type", at: errors.position,
          help: "name a type of the schema as \"errorType\" among the client's options"))
      return nil
    }
    var builder = ResponseMappingBuilder(schema: schema, symbols: symbols)
    let mapping = builder.error(
      message: value(errors.field("message", symbols)),
      extensions: mapping(errors.field("extensions", symbols)), type: type, at: errors.position)
    diagnostics += builder.diagnostics
    return mapping
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
        diagnostics.append(
          ConnectSubset.unsupported(
            "a connector outside of the root types", at: directive.position,
            instead: "give the call a field of its own in Query or Mutation"))
      }
    }
  }

  private mutating func refuse(_ names: [String], in directive: Directive) {
    for argument in directive.arguments where names.contains(symbols[argument.name.symbol]) {
      // The default value has no effect.
      if argument.value.boolean == false { continue }
      diagnostics.append(
        ConnectSubset.unsupported(
          "\"\(symbols[argument.name.symbol])\" of a connector", at: argument.name.position))
    }
  }

  private mutating func refuse(_ names: [String], in value: Value) {
    guard case .object(let fields) = value.kind else { return }
    for field in fields where names.contains(symbols[field.name.symbol]) {
      diagnostics.append(
        ConnectSubset.unsupported(
          "\"\(symbols[field.name.symbol])\"", at: field.name.position))
    }
  }

  // MARK: Texts

  private func text(_ value: Value?) -> String? {
    value?.string.map(sources.text(of:))
  }

  private mutating func mapping(_ value: Value?) -> MappingExpression? {
    parse(value, MappingParser.mapping)
  }

  private mutating func value(_ value: Value?) -> MappingExpression? {
    parse(value, MappingParser.value)
  }

  private mutating func template(_ value: Value?) -> [TemplatePiece]? {
    parse(value, MappingParser.template)
  }

  private mutating func parse<Syntax>(
    _ value: Value?, _ parse: (Source) throws(Diagnostic) -> Syntax
  ) -> Syntax? {
    guard let literal = value?.string else {
      if let value, !value.isNull {
        diagnostics.append(
          ConnectSubset.wrong("a mapping is a string", at: value.position, help: "put it in quotes")
        )
      }
      return nil
    }
    do throws(Diagnostic) {
      return try parse(try sources.add(textOf: literal))
    } catch {
      diagnostics.append(error)
      return nil
    }
  }
}

extension Value {
  /// Returns a field of an object value, by name.
  fileprivate func field(_ name: String, _ symbols: SymbolTable) -> Value? {
    guard case .object(let fields) = kind, let symbol = symbols.find(name) else { return nil }
    return fields.first { $0.name.symbol == symbol }?.value
  }
}
