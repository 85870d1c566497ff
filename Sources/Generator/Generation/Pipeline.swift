// The composition of all stages. Files come in as values and go out as values: what reads and writes
// them is the caller's business.

import AuthGenConnectors
import AuthGenLanguage
import AuthGenSupport
import AuthGenSwiftModel
import AuthGenTypeSystem
import AuthGenValidation

/// A file as it was read.
package struct InputFile: Sendable {
  package let path: String
  package let text: SourceText

  package init(path: String, content: consuming [UInt8]) {
    self.path = path
    text = SourceText(content)
  }
}

/// One run over one client's input. The stages are methods in running order; each notes what it finds
/// in `diagnostics` and gives nil where it cannot go on.
package struct Pipeline: Sendable {
  package private(set) var sources: SourceMap
  package private(set) var symbols = SymbolTable()
  package private(set) var diagnostics: [Diagnostic] = []
  /// All that the stages have made. It stays as long as the pipeline does, so that whoever has one
  /// decides when it is taken apart.
  private var made: [any Sendable] = []

  /// - Parameter sources: those that settings and templates point into, so that all of a run's
  ///   places can be told apart.
  package init(sources: SourceMap = SourceMap()) {
    self.sources = sources
  }

  /// Schema, operations, settings and templates to a client's files.
  package mutating func generate(
    schema: [InputFile], operations: [InputFile], settings: ClientSettings,
    outputNames: [String], validation: ValidationOptions, templates: [InputFile]
  ) -> [GeneratedFile]? {
    let embedded = { @Sendable in
      Result { () throws(Diagnostic) in try ClientRenderer(settings: settings) }
    }
    let (renderer, valid) = Threads.both(embedded) {
      validate(schema: schema, operations: operations, options: validation)
    }
    guard let (schema, document) = valid, let client = model(document, schema, settings)
    else { return nil }
    do throws(Diagnostic) {
      var overrides: [Source] = []
      for file in templates {
        overrides.append(try sources.add(path: file.path, text: file.text))
      }
      let files = try renderer.get().overriding(with: overrides).files(
        for: client, names: outputNames)
      let all =
        settings.runtimeModule == nil
        ? files + ClientRenderer.runtimeFiles(for: client.name) : files
      try checkNames(all)
      return all
    } catch {
      diagnostics.append(error)
      return nil
    }
  }

  /// A document named on its own, without an extension, can clash with one of the fixed files.
  private func checkNames(_ files: [GeneratedFile]) throws(Diagnostic) {
    var names: Set<String> = []
    for file in files where !names.insert(file.name).inserted {
      throw Diagnostic(
        rule: "files", message: "two generated files would be named \(file.name)",
        help: "rename the document that becomes one of them")
    }
  }

  /// Parses a schema's files and document files, and checks the former as one, and the latter as one
  /// against it.
  package mutating func validate(
    schema schemaFiles: [InputFile], operations operationFiles: [InputFile],
    options: ValidationOptions
  ) -> (schema: Validated<Schema>, document: Validated<ExecutableDocument>)? {
    guard let parsed = parse(schema: schemaFiles) else { return nil }
    made.append(parsed)
    // Most schemas have no errors: the operations are parsed meanwhile.
    var ahead = self
    let check = { @Sendable [symbols, sources] in
      SchemaValidation.validate(
        documents: parsed.documents, schema: parsed.schema, symbols: symbols, sources: sources,
        options: options)
    }
    var (result, operations) = Threads.both(check) { ahead.parse(operations: operationFiles) }
    if result.schema == nil, options.schemaErrors == .used {
      guard let operations else {
        self = ahead
        return nil
      }
      result = ahead.validate(parsed, usedBy: operations, options: options)
    }
    guard let schema = result.schema else {
      diagnostics += result.diagnostics
      if let operations, options.schemaErrors == .all,
        ahead.validate(parsed, usedBy: operations, options: options).schema != nil
      {
        diagnostics.append(Self.adviceToGoOn)
      }
      return nil
    }
    let known = diagnostics.count
    self = ahead
    diagnostics.insert(contentsOf: result.diagnostics, at: known)
    guard let operations else { return nil }
    // The schema is the longest of the texts, and whoever tells of its problems names their lines.
    let positions = result.diagnostics.positions
    let locate = { @Sendable [sources] in sources.findingLines(of: positions) }
    let (located, document) = Threads.both(locate) {
      validate(operations, schema: schema, options: options)
    }
    sources = located
    return document.map { (schema, $0) }
  }

  private func validate(
    _ parsed: ParsedSchema, usedBy operations: ExecutableDocument, options: ValidationOptions
  ) -> (schema: Validated<Schema>?, diagnostics: [Diagnostic]) {
    let reach = SchemaReach(of: operations, in: parsed.schema, documents: parsed.documents)
    return SchemaValidation.validate(
      documents: parsed.documents, schema: parsed.schema, symbols: symbols, sources: sources,
      options: options, reach: reach)
  }

  /// Tells of the option where it helps: no operation depends on what has the defects.
  private static let adviceToGoOn = Diagnostic(
    .warning, rule: "schemaErrors",
    message: "no operation depends on what is wrong with the schema",
    help: "to go on, write \"schemaErrors\": \"used\" among the client's options, or use"
      + " --schema-errors used")

  /// Parses a schema's files and checks them as one. Without operations, all its defects count.
  package mutating func validate(
    schema files: [InputFile], options: ValidationOptions
  ) -> Validated<Schema>? {
    guard let parsed = parse(schema: files) else { return nil }
    let result = SchemaValidation.validate(
      documents: parsed.documents, schema: parsed.schema, symbols: symbols, sources: sources,
      options: options)
    diagnostics += result.diagnostics
    return result.schema
  }

  /// Parses document files and checks them as one against a schema.
  package mutating func validate(
    operations files: [InputFile], schema: Validated<Schema>, options: ValidationOptions
  ) -> Validated<ExecutableDocument>? {
    parse(operations: files).flatMap { validate($0, schema: schema, options: options) }
  }

  private mutating func validate(
    _ document: ExecutableDocument, schema: Validated<Schema>, options: ValidationOptions
  ) -> Validated<ExecutableDocument>? {
    made.append(document)
    let result = ExecutableValidation.validate(
      document, schema: schema, symbols: symbols, sources: sources, options: options)
    diagnostics += result.diagnostics
    return result.document
  }

  private typealias ParsedSchema = (documents: [Document], schema: Schema)

  private mutating func parse(schema files: [InputFile]) -> ParsedSchema? {
    let documents = files.compactMap { parse($0, isSchema: true) }
    guard documents.count == files.count else { return nil }
    do throws(Diagnostic) {
      return (documents, try Schema(documents, symbols: &symbols, sources: &sources))
    } catch {
      diagnostics.append(error)
      return nil
    }
  }

  /// Parses document files, and checks nothing beyond their syntax.
  package mutating func parse(operations files: [InputFile]) -> ExecutableDocument? {
    let documents = files.compactMap { parse($0, isSchema: false) }
    return documents.count == files.count ? ExecutableDocument(documents) : nil
  }

  /// Reads what a schema's fields are connected to.
  ///
  /// - Returns: nil where the schema says nothing of that, or after an error.
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
      diagnostics.append(
        Diagnostic(
          rule: "Configuration", message: "the schema is not connected to a service",
          at: setting.position,
          help: "leave \"errorType\" out: GraphQL servers have errors of one form"))
      return nil
    }
    if let type = symbols.find(setting.value).flatMap(schema.typeID),
      schema.kind(of: type) == .object
    {
      return type
    }
    let names = schema.types.filter { $0.kind == .object }.map { symbols[$0.name.symbol] }
    diagnostics.append(
      Diagnostic(
        rule: "Configuration", message: "the schema has no object type \"\(setting.value)\"",
        at: setting.position, help: didYouMean(setting.value, among: names)))
    return nil
  }

  /// Decides the Swift side of a client.
  package mutating func model(
    _ document: Validated<ExecutableDocument>, _ schema: Validated<Schema>,
    _ settings: ClientSettings
  ) -> ClientModel? {
    let connectors = connectors(of: schema, settings)
    guard !diagnostics.hasErrors else { return nil }
    let result = ClientBuilder.build(
      schema: schema, connectors: connectors, document: document, settings: settings,
      symbols: symbols, sources: sources)
    diagnostics += result.diagnostics
    if let client = result.client { made.append(client) }
    return result.client
  }

  private mutating func parse(_ file: InputFile, isSchema: Bool) -> Document? {
    do throws(Diagnostic) {
      let source = try sources.add(path: file.path, text: file.text)
      return isSchema && source.isIntrospection
        ? try Document.introspection(source, symbols: &symbols, sources: &sources)
        : try Document.parse(source, symbols: &symbols)
    } catch {
      diagnostics.append(error)
      return nil
    }
  }
}
