// Runs the pipeline for one client, for all commands: reads the input, and writes or compares the output.

import AuthGenGeneration
import AuthGenLanguage
import AuthGenSwiftModel
import AuthGenTypeSystem
import AuthGenValidation

struct ClientRun {
  let client: Configuration.Client
  let input: ClientInput
  let outputPath: String?
  private(set) var pipeline: Pipeline
  private let options: ValidationOptions
  private let folder: String
  /// File problems. Their positions are those of the paths in the configuration.
  private var fileDiagnostics: [Diagnostic]

  /// Reads the files of a client.
  init(_ client: Configuration.Client, of project: Project, arguments: Arguments) {
    self.client = client
    folder = project.folder
    outputPath = client.output.map { FilePath.join(project.folder, $0.value) }
    options = arguments.validation(of: client)
    pipeline = Pipeline(sources: project.sources)
    if arguments.isVerbose { pipeline.times = StageTimes { Console.now } }
    pipeline.times?.begin(.read)
    input = ClientInput(
      folder: folder, schema: client.schema, operations: client.operations, others: client.others,
      templates: client.templates,
      hasRuntime: !client.operations.isEmpty && client.settings.runtime == .sources)
    pipeline.times?.end()
    fileDiagnostics = input.diagnostics
  }

  private var outputPosition: Position { client.output?.position ?? .unknown }

  /// The problems. Warnings about the documents of other targets are theirs, and those about the schema of an
  /// extended client are its own.
  var diagnostics: [Diagnostic] {
    fileDiagnostics + pipeline.diagnostics.filter { $0.severity == .error || isOwn($0) }
  }

  private func isOwn(_ diagnostic: Diagnostic) -> Bool {
    guard !client.reportsOthers, let source = sources.source(at: diagnostic.position)?.path else {
      return true
    }
    return !input.others.contains { $0.path == source }
      && (client.extends == nil || !isInSchema(diagnostic.position))
  }

  /// Whether a position is in a file of the client's schema.
  func isInSchema(_ position: Position) -> Bool {
    let source = sources.source(at: position)?.path
    return input.schema.contains { $0.path == source }
  }

  var sources: SourceMap { pipeline.sources }

  /// Reports an output folder outside the configuration's repository.
  ///
  /// - Returns: whether the output folder is outside.
  mutating func objectsToOutputOutside() -> Bool {
    let boundary = OutputBoundary(of: folder)
    guard let outputPath, !boundary.contains(outputPath) else { return false }
    fileDiagnostics.append(
      Diagnostic(
        rule: .files,
        message:
          "an output folder outside \(boundary.name) requires \(Flag.allowsOutputOutside.name)",
        at: outputPosition, help: "name a folder inside, or add the option"))
    return true
  }

  /// Returns the files that belong in the output folder, or nil if there are errors.
  ///
  /// - Parameter layout: the files of a client that does not set their number.
  mutating func generate(
    layout: FileLayout = .bySize
  ) -> (model: ClientModel, files: [GeneratedFile])? {
    guard !input.diagnostics.hasErrors else { return nil }
    if let outputPath, let objection = input.objection(toOutput: outputPath, at: outputPosition) {
      fileDiagnostics.append(objection)
      return nil
    }
    defer { finish() }
    return pipeline.generate(
      input, settings: client.settings, options: options,
      layout: client.settings.fileCount.map { .fixed($0) } ?? layout)
  }

  /// Runs the stages up to the client's model, and collects the problems of the input.
  ///
  /// - Parameter withOthers: whether the model has the documents of other targets. Default: false.
  /// - Returns: the valid documents and the model; nil if there are errors or no operations.
  @discardableResult
  mutating func validate(
    withOthers: Bool = false
  ) -> (input: Pipeline.ValidInput, model: ClientModel)? {
    guard !client.operations.isEmpty else {
      if let schema = schema() { pipeline.connectors(of: schema, client.settings) }
      return nil
    }
    guard !input.diagnostics.hasErrors else { return nil }
    defer { finish() }
    var settings = client.settings
    // Doc comments are a fifth of the memory, and cause no diagnostics.
    settings.documentation = .none
    return pipeline.model(
      of: input, settings: settings, options: options,
      ownCount: input.operations.count + (withOthers ? input.others.count : 0))
  }

  /// Returns the client's schema.
  ///
  /// - Parameter others: files of the schema that the configuration does not name. Default: none.
  mutating func schema(adding others: [InputFile] = []) -> Validated<Schema>? {
    guard !input.diagnostics.hasErrors else { return nil }
    return pipeline.validateSchema(input.schema + others, options: options)
  }

  /// Ends the last stage. Names the targets that define unknown fragments.
  private mutating func finish() {
    pipeline.times?.end()
    let isUnknown = { (diagnostic: Diagnostic) in diagnostic.rule == .knownFragmentNames }
    guard let module = client.settings.base?.module,
      pipeline.diagnostics.contains(where: isUnknown)
    else { return }
    // Other targets that extend the same client, and that this one does not know.
    let owners = FragmentOwners(
      ClientInput(
        folder: folder, schema: client.schema, readsSchema: false, operations: [],
        others: client.siblings, templates: nil))
    pipeline.diagnostics = pipeline.diagnostics.map {
      isUnknown($0) ? owners.explaining($0, in: sources, module: module) : $0
    }
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
    var report = ProblemReport(self)
    report.add(diagnostics, sources: sources)
    return report.finish()
  }
}
