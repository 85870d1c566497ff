// Connects all stages. Files are passed in and returned as values; the caller reads and writes
// them.

import AuthGenConnectors
import AuthGenLanguage
import AuthGenSupport
import AuthGenSwiftModel
import AuthGenTypeSystem
import AuthGenValidation

/// A file and its content.
package struct InputFile: Sendable {
  package let path: String
  package let text: SourceText

  package init(path: String, content: consuming [UInt8]) {
    self.path = path
    text = SourceText(content)
  }
}

/// One run for one client's input: parse, validate, model, render. The stages are methods, in
/// running order. Each stage adds its findings to `diagnostics` and returns nil if it cannot
/// continue.
package struct Pipeline: Sendable {
  package private(set) var sources: SourceMap
  package private(set) var symbols = SymbolTable()
  package private(set) var diagnostics: [Diagnostic] = []
  /// The measured times of the stages. Nil (the default) measures nothing.
  package var times: StageTimes?
  /// The names of the types that the last model declares at file scope.
  package private(set) var declaredTypes: [String] = []
  /// The results of all stages. The tool keeps them until it ends, which saves their deallocation:
  /// see `ProcessMemory`.
  private var results: [any Sendable] = []

  /// - Parameter sources: the sources that settings and templates refer to. Sharing them keeps all
  ///   positions of a run distinct.
  package init(sources: SourceMap = SourceMap()) {
    self.sources = sources
  }

  /// Generates a client's files from its schema, operations, settings and templates.
  ///
  /// - Parameters:
  ///   - others: the documents of other targets with the same client. Default: none.
  ///   - runtime: the runtime's sources, if the client has them. Default: none.
  package mutating func generate(
    schema: [InputFile], operations: [InputFile], others: [InputFile] = [],
    settings: ClientSettings, outputNames: [String], layout: FileLayout = .bySize,
    validation: ValidationOptions,
    templates: [InputFile], runtime: [InputFile] = []
  ) -> [GeneratedFile]? {
    let builtIn = { @Sendable in
      Result { () throws(Diagnostic) in try ClientRenderer(settings: settings) }
    }
    let (renderer, valid) = Threads.both(builtIn) {
      validateSchema(schema, withOperations: operations + others, options: validation)
    }
    guard let (schema, document) = valid,
      let client = model(document, schema, settings, ownCount: operations.count)
    else { return nil }
    times?.begin(.render)
    defer { times?.end() }
    do throws(Diagnostic) {
      var overrides: [Source] = []
      for file in templates { overrides.append(try sources.add(path: file.path, text: file.text)) }
      let renderer = try renderer.get().overriding(with: overrides)
      let files = try renderer.files(for: client, names: outputNames, layout: layout)
      let all = files + ClientRenderer.runtimeFiles(for: client, from: runtime)
      try checkNames(all)
      return all
    } catch {
      diagnostics.append(error)
      return nil
    }
  }

  /// Checks that the files' names are distinct. A document that is named without an extension can
  /// clash with a fixed file.
  private func checkNames(_ files: [GeneratedFile]) throws(Diagnostic) {
    var names: Set<String> = []
    // Some file systems do not distinguish letter case.
    for file in files where !names.insert(file.name.lowercased()).inserted {
      throw Diagnostic(
        rule: .files, message: "two generated files have the name \(file.name)",
        help: "rename one of the documents")
    }
  }

  // MARK: Validation

  /// Parses and checks a schema's files and the document files. All schema files form one schema,
  /// and all document files form one document.
  package mutating func validateSchema(
    _ schemaFiles: [InputFile], withOperations operationFiles: [InputFile],
    options: ValidationOptions
  ) -> (schema: Validated<Schema>, document: Validated<ExecutableDocument>)? {
    guard let parsed = parseSchema(schemaFiles, options) else { return nil }
    results.append(parsed)
    // Most schemas have no errors, so the operations are parsed at the same time.
    let check = checkSchema(parsed, options: options)
    var (result, operations) = Threads.both(check) {
      let operations = parse(operationFiles, isSchema: false)
      times?.begin(.validate)
      return operations
    }
    let document = operations.documents.map(ExecutableDocument.init)
    if result.schema == nil, options.schemaErrors == .used {
      guard let document else {
        diagnostics += operations.diagnostics
        return nil
      }
      result = checkSchema(parsed, usedBy: document, options: options)()
    }
    diagnostics += result.diagnostics
    guard let schema = result.schema else {
      if let document, options.schemaErrors == .all,
        checkSchema(parsed, usedBy: document, options: options)().schema != nil
      {
        diagnostics.append(Self.adviceToGoOn)
      }
      return nil
    }
    diagnostics += operations.diagnostics
    guard let document else { return nil }
    // The schema is the longest source. Its lines are indexed only if a diagnostic refers to it.
    let positions = result.diagnostics.positions
    let locate = { @Sendable [sources] in sources.findingLines(of: positions) }
    let (located, valid) = Threads.both(locate) {
      checkOperations(document, against: schema, options: options)
    }
    sources = located
    return valid.map { (schema, $0) }
  }

  private typealias SchemaResult = (schema: Validated<Schema>?, diagnostics: [Diagnostic])

  /// Returns the check of a schema, which can run on another thread.
  ///
  /// - Parameter operations: the operations that limit the errors to what they use.
  private func checkSchema(
    _ parsed: ParsedSchema, usedBy operations: ExecutableDocument? = nil,
    options: ValidationOptions
  ) -> @Sendable () -> SchemaResult {
    { [symbols, sources] in
      let reach = operations.map {
        SchemaReach(of: $0, in: parsed.schema, documents: parsed.documents)
      }
      return SchemaValidation.validate(
        documents: parsed.documents, schema: parsed.schema, symbols: symbols, sources: sources,
        options: options, reach: reach)
    }
  }

  /// Suggests the option `schemaErrors` if the schema's errors do not affect any operation.
  private static let adviceToGoOn = Diagnostic(
    .warning, rule: .schemaErrors,
    message: "the schema's errors do not affect any operation",
    help: "to continue, write \"schemaErrors\": \"used\" among the client's options, or use"
      + " --schema-errors used")

  /// Parses and checks a schema's files. Without operations, all schema errors are reported.
  package mutating func validateSchema(
    _ files: [InputFile], options: ValidationOptions
  ) -> Validated<Schema>? {
    guard let parsed = parseSchema(files, options) else { return nil }
    times?.begin(.validate)
    let result = checkSchema(parsed, options: options)()
    diagnostics += result.diagnostics
    return result.schema
  }

  /// Checks parsed documents against a schema.
  package mutating func checkOperations(
    _ document: ExecutableDocument, against schema: Validated<Schema>, options: ValidationOptions
  ) -> Validated<ExecutableDocument>? {
    results.append(document)
    times?.begin(.validate)
    let result = ExecutableValidation.validate(
      document, schema: schema, symbols: symbols, sources: sources, options: options)
    diagnostics += result.diagnostics
    return result.document
  }

  // MARK: Parsing

  private typealias ParsedSchema = (documents: [Document], schema: Schema)

  private mutating func parseSchema(
    _ files: [InputFile], _ options: ValidationOptions
  ) -> ParsedSchema? {
    let parsed = parse(files, isSchema: true)
    diagnostics += parsed.diagnostics
    guard var documents = parsed.documents else { return nil }
    if !options.isStrict {
      documents = documents.completed(symbols: symbols, sources: sources)
    }
    times?.begin(.build)
    do throws(Diagnostic) {
      return (documents, try Schema(documents, symbols: &symbols, sources: &sources))
    } catch {
      diagnostics.append(error)
      return nil
    }
  }

  /// Parses document files, without further checks.
  package mutating func parseOperations(_ files: [InputFile]) -> ExecutableDocument? {
    let parsed = parse(files, isSchema: false)
    diagnostics += parsed.diagnostics
    return parsed.documents.map(ExecutableDocument.init)
  }

  /// - Returns: the documents, or nil if a file has an error, and the errors.
  private mutating func parse(
    _ files: [InputFile], isSchema: Bool
  ) -> (documents: [Document]?, diagnostics: [Diagnostic]) {
    times?.begin(.parse)
    var documents: [Document] = []
    var errors: [Diagnostic] = []
    for file in files {
      do throws(Diagnostic) {
        let source = try sources.add(path: file.path, text: file.text)
        documents.append(
          isSchema
            ? try Document.schema(source, symbols: &symbols, sources: &sources)
            : try Document.parse(source, symbols: &symbols))
      } catch {
        errors.append(error)
      }
    }
    return (errors.isEmpty ? documents : nil, errors)
  }

  /// Replaces the fixes of problems with fragments that other documents define.
  ///
  /// - Parameters:
  ///   - isMeant: whether a problem is at the name of a fragment.
  ///   - help: returns the fix, from the path of the document.
  package mutating func explain(
    _ isMeant: (Diagnostic) -> Bool, with documents: [InputFile], help: (String) -> String
  ) {
    var other = Pipeline()
    guard let parsed = other.parseOperations(documents) else { return }
    let paths = Dictionary(
      parsed.fragments.map { fragment in
        let name = fragment.definition.name
        return (
          other.symbols[name.symbol], other.sources.source(at: name.position)?.path ?? ""
        )
      }, uniquingKeysWith: { first, _ in first })
    for index in diagnostics.indices where isMeant(diagnostics[index]) {
      let old = diagnostics[index]
      guard let path = name(at: old.position).flatMap({ paths[$0] }) else { continue }
      diagnostics[index] = Diagnostic(
        old.severity, rule: old.rule, message: old.message, at: old.position, notes: old.notes,
        help: help(path))
    }
  }

  /// The name that begins at a position.
  private func name(at position: Position) -> String? {
    guard let source = sources.source(at: position) else { return nil }
    let rest = source.bytes.dropFirst(Int(position.offset - source.base))
    return String(decoding: Name.prefix(of: rest), as: UTF8.self)
  }

  // MARK: Modelling

  /// Reads the connectors of a schema's fields.
  ///
  /// - Returns: nil if the schema has no connectors, or after an error.
  @discardableResult
  package mutating func connectors(
    of schema: Validated<Schema>, _ settings: ClientSettings
  ) -> Connectors? {
    var errorType: TypeID?
    if let setting = settings.errorType {
      errorType = self.errorType(setting, schema.value)
      if errorType == nil { return nil }
    }
    let result = Connectors.read(
      schema.value, errorType: errorType, symbols: symbols, sources: &sources)
    diagnostics += result.diagnostics
    return result.connectors
  }

  private mutating func errorType(
    _ setting: ClientSettings.Placed<String>, _ schema: Schema
  ) -> TypeID? {
    guard schema.connect != nil else {
      diagnostics.report(
        .configuration, "the schema has no connectors",
        at: setting.position,
        help: "leave \"errorType\" out: GraphQL servers have errors of one form")
      return nil
    }
    if let type = symbols.find(setting.value).flatMap(schema.typeID),
      schema.kind(of: type) == .object
    {
      return type
    }
    let names = schema.types.filter { $0.kind == .object }.map { symbols[$0.name.symbol] }
    diagnostics.report(
      .configuration, "the schema has no object type \"\(setting.value)\"",
      at: setting.position, help: didYouMean(setting.value, among: names))
    return nil
  }

  /// Creates the Swift model of a client.
  ///
  /// - Parameter ownCount: the number of documents that the model has; see `ClientBuilder`. Default: nil, for
  ///   all.
  package mutating func model(
    _ document: Validated<ExecutableDocument>, _ schema: Validated<Schema>,
    _ settings: ClientSettings, ownCount: Int? = nil
  ) -> ClientModel? {
    times?.begin(.model)
    let connectors = connectors(of: schema, settings)
    guard !diagnostics.hasErrors else { return nil }
    var builder = ClientBuilder(
      schema: schema, connectors: connectors, document: document, ownCount: ownCount,
      settings: settings, symbols: symbols, sources: sources)
    let client = builder.build()
    diagnostics += builder.diagnostics
    if let client {
      declaredTypes = client.declaredTypes
      results.append(client)
    }
    return client
  }
}
