// Runs the pipeline for one client, for all commands.

import AuthGenGeneration
import AuthGenLanguage
import AuthGenSwiftModel
import AuthGenTypeSystem
import AuthGenValidation

struct ClientRun {
  let client: Configuration.Client
  let options: ValidationOptions
  private(set) var pipeline: Pipeline
  /// File problems. Their positions are those of the paths in the configuration.
  private(set) var fileDiagnostics: [Diagnostic] = []
  let outputPath: String?
  private let folder: String
  /// The input, after the first attempt to read it.
  private var attempt: ClientInput??
  private let start = Console.now

  init(_ client: Configuration.Client, of project: Project, arguments: Arguments) {
    self.client = client
    folder = project.folder
    outputPath = client.output.map { FilePath.join(project.folder, $0.value) }
    options = arguments.validation(of: client)
    pipeline = Pipeline(sources: project.sources)
    if arguments.isVerbose { pipeline.times = StageTimes { Console.now } }
  }

  private var outputPosition: Position { client.output?.position ?? .unknown }

  /// The problems. Warnings about the documents of other targets are theirs, and those about the schema of an extended
  /// client are its own.
  var diagnostics: [Diagnostic] {
    fileDiagnostics + pipeline.diagnostics.filter { $0.severity == .error || isOwn($0) }
  }

  private func isOwn(_ diagnostic: Diagnostic) -> Bool {
    guard !client.reportsOthers, let source = sources.source(at: diagnostic.position)?.path,
      case let input?? = attempt
    else { return true }
    return !input.others.contains { $0.path == source }
      && (client.extends == nil || !input.schema.contains { $0.path == source })
  }

  var sources: SourceMap { pipeline.sources }

  /// Returns the files that belong in the output folder, or nil if there are errors.
  ///
  /// - Parameter layout: the files of a client that does not set their number.
  mutating func generate(layout: FileLayout = .bySize) -> [GeneratedFile]? {
    defer { nameOwners() }
    guard let input = input() else { return nil }
    if let outputPath, let objection = input.objection(toOutput: outputPath, at: outputPosition) {
      fileDiagnostics.append(objection)
      return nil
    }
    showProgress("generating")
    return pipeline.generate(
      schema: input.schema, operations: input.operations, others: input.others,
      settings: client.settings,
      outputNames: input.outputNames,
      layout: client.settings.fileCount.map { .fixed($0) } ?? layout, validation: options,
      templates: input.templates, runtime: input.runtime)
  }

  /// Runs the stages up to the client's model, and collects the problems of the input.
  ///
  /// - Parameter withOthers: whether the model has the documents of other targets. Default: false.
  /// - Returns: the model; nil if there are errors or no operations.
  @discardableResult
  mutating func validate(withOthers: Bool = false) -> ClientModel? {
    defer { nameOwners() }
    guard let input = input() else { return nil }
    showProgress("validating")
    guard !client.operations.isEmpty else {
      if let schema = pipeline.validateSchema(input.schema, options: options) {
        pipeline.connectors(of: schema, client.settings)
      }
      return nil
    }
    guard
      let (schema, document) = pipeline.validateSchema(
        input.schema, withOperations: input.operations + input.others, options: options)
    else { return nil }
    var settings = client.settings
    // Doc comments are a fifth of the memory, and cause no diagnostics.
    settings.documentation = .none
    return pipeline.model(
      document, schema, settings, ownCount: withOthers ? nil : input.operations.count)
  }

  /// Says which target has an unknown fragment: one that extends the same client, and that this one does not know.
  private mutating func nameOwners() {
    let isUnknown = { (diagnostic: Diagnostic) in diagnostic.rule == .knownFragmentNames }
    guard let module = client.settings.base?.module,
      pipeline.diagnostics.contains(where: isUnknown)
    else { return }
    let input = ClientInput(
      folder: folder, schema: [], operations: [], others: client.siblings, templates: nil)
    guard input.diagnostics.isEmpty else { return }
    pipeline.explain(isUnknown, with: input.others) {
      "it is in \($0): move it to \(module), or to this target"
    }
  }

  /// Returns the client's schema.
  mutating func schema() -> Validated<Schema>? {
    input().flatMap { pipeline.validateSchema($0.schema, options: options) }
  }

  /// Returns the client's schema with the definitions of AppSync that its files lack, and these definitions.
  mutating func completedSchema() -> (schema: Validated<Schema>, definitions: String?)? {
    guard let input = input() else { return nil }
    var incomplete = Pipeline()
    _ = incomplete.validateSchema(input.schema, options: options)
    let definitions = AppSyncDefinitions(missingBy: incomplete.diagnostics).text
    let added = definitions.map {
      InputFile(path: AppSyncDefinitions.path, content: Array($0.utf8))
    }
    return pipeline.validateSchema(
      input.schema + [added].compactMap { $0 }, options: options
    )
    .map { ($0, definitions) }
  }

  /// Returns the client's input, or nil if it cannot be read.
  mutating func input() -> ClientInput? {
    if let attempt { return attempt }
    pipeline.times?.begin(.read)
    defer { pipeline.times?.end() }
    let input = ClientInput(
      folder: folder, schema: client.schema, operations: client.operations, others: client.others,
      templates: client.templates,
      hasRuntime: !client.operations.isEmpty && client.settings.runtime == .sources)
    fileDiagnostics += input.diagnostics
    attempt = .some(input.diagnostics.isEmpty ? input : nil)
    return attempt ?? nil
  }

  /// Shows the current stage. The line appears only on a terminal, after the run has taken one
  /// second.
  private func showProgress(_ stage: String) {
    guard Console.errorIsTerminal, Console.now - start > 1 else { return }
    Console.printError("\(client.settings.name): \(stage)…")
  }

  /// Returns the changes that make the folder contain exactly `files`.
  ///
  /// - Parameter stage: `write` to apply the changes, `compare` to leave the folder as it is.
  mutating func changes(
    to files: [GeneratedFile], in path: String, _ stage: StageTimes.Stage
  ) -> OutputChanges? {
    pipeline.times?.begin(stage)
    defer { pipeline.times?.end() }
    do throws(FileError) {
      let folder = outputFolder(path)
      let changes = try folder.changes(to: files)
      if stage == .write { try folder.apply(changes) }
      return changes
    } catch {
      fileDiagnostics.append(error.diagnostic(at: outputPosition))
      return nil
    }
  }

  /// The table of the stages' times; nil without `--verbose`.
  mutating func timeTable() -> String? {
    pipeline.times?.table(of: client.settings.name)
  }

  func outputFolder(_ path: String) -> OutputFolder {
    OutputFolder(path: path, marker: ClientRenderer.marker(client.settings.name))
  }
}

extension Arguments {
  fileprivate func validation(of client: Configuration.Client) -> ValidationOptions {
    var options = isStrict ? .strict : client.validation
    if let schemaErrors { options.schemaErrors = schemaErrors }
    return options
  }

  /// Prints the diagnostics in the selected format, and returns the exit code.
  func report(_ diagnostics: [Diagnostic], sources: SourceMap) -> ExitCode {
    var report = ProblemReport(format: format)
    report.add(diagnostics, sources: sources)
    return report.finish()
  }
}
