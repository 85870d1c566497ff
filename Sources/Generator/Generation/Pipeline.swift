// The pipeline: the files of a client go in, Swift files come out. Commands read and write them.
//
//     schema.graphql    type Query { hello(name: String): String! }
//     Hello.graphql     query Hello($name: String) { hello(name: $name) }
//
// - parse: a `Document` for each file. A missing brace is reported here.
// - build: a `Schema` with the type `Query` and its field `hello`.
// - validate: `Validated<Schema>` and `Validated<ExecutableDocument>`. A field `hallo` is reported here.
// - model: a `ClientModel`: `HelloQuery` has the variable `name` of type `String?`, and its `Data` has
//   `hello` of type `String`.
// - render: a `GeneratedFile` for API.Client.swift, Hello.graphql.swift and others.
// - write: `generate` writes the files, `check` compares them with the disk, `validate` stops before
//   they are rendered.

package import AuthGenConnectors
package import AuthGenLanguage
package import AuthGenSwiftModel
package import AuthGenTypeSystem
package import AuthGenValidation

/// One run. Each stage adds its problems to `diagnostics`, and returns nil if it cannot continue.
package struct Pipeline: Sendable {
  package private(set) var sources: SourceMap
  package private(set) var symbols = SymbolTable()
  package var diagnostics: [Diagnostic] = []
  /// The measured times of the stages. Nil (the default) measures nothing.
  package var times: StageTimes?
  /// The results of the stages. The tool keeps them until it ends, which saves their deallocation:
  /// see `ProcessMemory`.
  private var results: [any Sendable] = []

  private typealias Documents = (schema: [Document], operations: ExecutableDocument)
  private typealias BuiltSchema = (schema: Schema, documents: [Document])
  package typealias ValidInput = (
    schema: Validated<Schema>, operations: Validated<ExecutableDocument>
  )

  /// - Parameter sources: the sources that settings refer to. Sharing them keeps all positions of a run
  ///   distinct.
  package init(sources: SourceMap = SourceMap()) {
    self.sources = sources
  }

  /// Generates the files of a client.
  package mutating func generate(
    _ input: ClientInput, settings: ClientSettings, options: ValidationOptions,
    layout: FileLayout = .bySize
  ) -> (model: ClientModel, files: [GeneratedFile])? {
    guard let (documents, renderer) = parse(input, settings),
      let schema = build(documents.schema, options),
      let valid = validate(schema, documents.operations, options),
      let model = model(valid, settings, ownCount: input.operations.count),
      let files = render(model, renderer, input, layout)
    else { return nil }
    return (model, files)
  }

  /// Runs the stages up to the model of a client.
  ///
  /// - Parameter ownCount: the number of documents that the model has: see `ClientBuilder`.
  package mutating func model(
    of input: ClientInput, settings: ClientSettings, options: ValidationOptions, ownCount: Int
  ) -> (input: ValidInput, model: ClientModel)? {
    guard let documents = parse(input),
      let schema = build(documents.schema, options),
      let valid = validate(schema, documents.operations, options),
      let model = model(valid, settings, ownCount: ownCount)
    else { return nil }
    return (valid, model)
  }

  /// Runs the stages for a schema without operations.
  package mutating func validateSchema(
    _ files: [InputFile], options: ValidationOptions
  ) -> Validated<Schema>? {
    guard let documents = parse(files, as: .schema), let schema = build(documents, options)
    else { return nil }
    return validate(schema, options)
  }

  // MARK: Parse

  /// Parses the documents and templates of a client.
  private mutating func parse(
    _ input: ClientInput, _ settings: ClientSettings
  ) -> (documents: Documents, renderer: ClientRenderer)? {
    let documents = parse(input)
    do throws(Diagnostic) {
      var overrides: [Source] = []
      for file in input.templates {
        overrides.append(try sources.add(path: file.path, text: file.text))
      }
      let renderer = try ClientRenderer(settings: settings).overriding(with: overrides)
      return documents.map { ($0, renderer) }
    } catch {
      diagnostics.append(error)
      return nil
    }
  }

  /// Parses the documents of a client. All schema files form one schema, and all operation files form one
  /// document.
  private mutating func parse(_ input: ClientInput) -> Documents? {
    let schema = parse(input.schema, as: .schema)
    let operations = parseOperations(input.operations + input.others)
    guard let schema, let operations else { return nil }
    return (schema, operations)
  }

  /// Parses the operation files of a project.
  package mutating func parseOperations(_ files: [InputFile]) -> ExecutableDocument? {
    parse(files, as: .operations).map(ExecutableDocument.init)
  }

  /// Parses a document as the specification defines it.
  package mutating func parseDocument(_ file: InputFile) -> ExecutableDocument? {
    parse([file], as: .document).map(ExecutableDocument.init)
  }

  private enum Content {
    case schema
    case operations
    case document
  }

  private mutating func parse(_ files: [InputFile], as content: Content) -> [Document]? {
    times?.begin(.parse)
    var documents: [Document] = []
    for file in files {
      do throws(Diagnostic) {
        let source = try sources.add(path: file.path, text: file.text)
        documents.append(try parse(source, as: content))
      } catch {
        diagnostics.append(error)
      }
    }
    return documents.count == files.count ? documents : nil
  }

  private mutating func parse(
    _ source: Source, as content: Content
  ) throws(Diagnostic) -> Document {
    switch content {
    case .schema: try Document.schema(source, symbols: &symbols, sources: &sources)
    case .operations:
      try Document.operations(in: source, symbols: &symbols, warnings: &diagnostics)
    case .document: try Document.parse(source, symbols: &symbols)
    }
  }

  // MARK: Build

  private mutating func build(_ documents: [Document], _ options: ValidationOptions) -> BuiltSchema?
  {
    times?.begin(.build)
    let documents =
      options.isStrict ? documents : documents.completed(symbols: symbols, sources: sources)
    do throws(Diagnostic) {
      let schema = try Schema(documents, symbols: &symbols, sources: &sources)
      results.append((schema, documents))
      return (schema, documents)
    } catch {
      diagnostics.append(error)
      return nil
    }
  }

  // MARK: Validate

  private mutating func validate(
    _ schema: BuiltSchema, _ operations: ExecutableDocument, _ options: ValidationOptions
  ) -> ValidInput? {
    guard let schema = validate(schema, usedBy: operations, options),
      let operations = validateOperations(operations, against: schema, options: options)
    else { return nil }
    return (schema, operations)
  }

  private mutating func validate(
    _ built: BuiltSchema, usedBy operations: ExecutableDocument? = nil,
    _ options: ValidationOptions
  ) -> Validated<Schema>? {
    times?.begin(.validate)
    let (schema, problems) = SchemaValidation.validate(
      built.schema, documents: built.documents, usedBy: operations, symbols: symbols,
      sources: sources, options: options)
    diagnostics += problems
    return schema
  }

  package mutating func validateOperations(
    _ operations: ExecutableDocument, against schema: Validated<Schema>,
    options: ValidationOptions
  ) -> Validated<ExecutableDocument>? {
    times?.begin(.validate)
    results.append(operations)
    let (document, problems) = ExecutableValidation.validate(
      operations, schema: schema, symbols: symbols, sources: sources, options: options)
    diagnostics += problems
    return document
  }

  // MARK: Model

  /// Reads the connectors of the fields of a schema.
  ///
  /// - Returns: nil if the schema has no connectors, or after an error.
  @discardableResult
  package mutating func connectors(
    of schema: Validated<Schema>, _ settings: ClientSettings
  ) -> Connectors? {
    times?.begin(.model)
    let (connectors, problems) = Connectors.read(
      schema.value, errorType: settings.errorType.map { ($0.value, $0.position) },
      symbols: symbols, sources: &sources)
    diagnostics += problems
    return connectors
  }

  /// - Parameter ownCount: see `ClientBuilder`. Default: nil, for all documents.
  package mutating func model(
    _ valid: ValidInput, _ settings: ClientSettings, ownCount: Int? = nil
  ) -> ClientModel? {
    let connectors = connectors(of: valid.schema, settings)
    guard !diagnostics.hasErrors else { return nil }
    let (client, problems) = ClientBuilder(
      valid.operations, ownCount: ownCount, schema: valid.schema, connectors: connectors,
      settings: settings, symbols: symbols, sources: sources
    ).build()
    diagnostics += problems
    if let client { results.append(client) }
    return client
  }

  // MARK: Render

  private mutating func render(
    _ client: ClientModel, _ renderer: ClientRenderer, _ input: ClientInput, _ layout: FileLayout
  ) -> [GeneratedFile]? {
    times?.begin(.render)
    do throws(Diagnostic) {
      var files = try renderer.files(for: client, names: input.outputNames, layout: layout)
      if !input.runtime.isEmpty {
        files += ClientRenderer.runtimeFiles(for: client, from: input.runtime)
      }
      try checkNames(files)
      return files
    } catch {
      diagnostics.append(error)
      return nil
    }
  }

  /// Checks that the names of the files are distinct. A document that is named without an extension can
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
}
