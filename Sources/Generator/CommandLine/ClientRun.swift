// One client through the pipeline, for every command that needs it.

import AuthGenGeneration
import AuthGenLanguage
import AuthGenSwiftModel
import AuthGenTypeSystem
import AuthGenValidation

struct ClientRun {
  let client: Configuration.Client
  let options: ValidationOptions
  private(set) var pipeline: Pipeline
  /// Complaints about files, which have no place in a source.
  private(set) var fileDiagnostics: [Diagnostic] = []
  let outputPath: String?
  private let folder: String
  /// What was read, once that was tried.
  private var attempt: ClientInput??
  private let start = Console.now

  init(_ client: Configuration.Client, of project: Project, arguments: Arguments) {
    self.client = client
    folder = project.folder
    outputPath = client.output.map { FilePath.join(project.folder, $0) }
    options = arguments.validation(of: client)
    pipeline = Pipeline(sources: project.sources)
  }

  var diagnostics: [Diagnostic] { fileDiagnostics + pipeline.diagnostics }
  var sources: SourceMap { pipeline.sources }

  /// The files that belong in the output folder, or nil where there are errors.
  mutating func generate() -> [GeneratedFile]? {
    guard let input = input() else { return nil }
    if let outputPath, let objection = input.objection(toOutput: outputPath) {
      fileDiagnostics.append(objection)
      return nil
    }
    showProgress("generating")
    return pipeline.generate(
      schema: input.schema, operations: input.operations, settings: client.settings,
      outputNames: input.outputNames, validation: options, templates: input.templates)
  }

  /// Everything up to the client's model: what is wrong with the input shows there.
  ///
  /// - Returns: the model; nil where there are errors or no operations.
  @discardableResult
  mutating func validate() -> ClientModel? {
    guard let input = input() else { return nil }
    showProgress("validating")
    guard !client.operations.isEmpty else {
      if let schema = pipeline.validate(schema: input.schema, options: options) {
        pipeline.connectors(of: schema, client.settings)
      }
      return nil
    }
    guard
      let (schema, document) = pipeline.validate(
        schema: input.schema, operations: input.operations, options: options)
    else { return nil }
    return pipeline.model(document, schema, client.settings)
  }

  /// The client's schema alone.
  mutating func schema() -> Validated<Schema>? {
    guard let input = read(withOperations: false) else { return nil }
    return pipeline.validate(schema: input.schema, options: options)
  }

  /// What the run reads; nil where it cannot be read.
  mutating func input() -> ClientInput? {
    if let attempt { return attempt }
    let input = read(withOperations: true)
    attempt = .some(input)
    return input
  }

  private mutating func read(withOperations: Bool) -> ClientInput? {
    do throws(ClientInput.InputErrors) {
      return try ClientInput(
        folder: folder, schema: client.schema,
        operations: withOperations ? client.operations : [], templates: client.templates)
    } catch {
      fileDiagnostics += error.diagnostics
      return nil
    }
  }

  /// A line for people who wait: only on a terminal, and only once a run has taken a second.
  private func showProgress(_ stage: String) {
    guard Console.errorIsTerminal, Console.now - start > 1 else { return }
    Console.printError("\(client.settings.name): \(stage)…")
  }

  /// Makes the folder's files those that belong there.
  mutating func write(_ files: [GeneratedFile], to path: String) -> OutputChanges? {
    inOutput(path) { folder throws(FileError) in
      let changes = try folder.changes(to: files)
      try folder.apply(changes)
      return changes
    }
  }

  /// What `write` would change.
  mutating func compare(_ files: [GeneratedFile], with path: String) -> OutputChanges? {
    inOutput(path) { folder throws(FileError) in try folder.changes(to: files) }
  }

  func outputFolder(_ path: String) -> OutputFolder {
    OutputFolder(path: path, marker: ClientRenderer.marker(client.settings.name))
  }

  private mutating func inOutput(
    _ path: String, _ body: (OutputFolder) throws(FileError) -> OutputChanges
  ) -> OutputChanges? {
    do throws(FileError) {
      return try body(outputFolder(path))
    } catch {
      fileDiagnostics.append(error.diagnostic)
      return nil
    }
  }
}

extension Arguments {
  fileprivate func validation(of client: Configuration.Client) -> ValidationOptions {
    var options = isStrict ? .strict : client.validation
    if let schemaErrors { options.schemaErrors = schemaErrors }
    return options
  }

  /// Shows what was found, in the format asked for, and says how the command ends.
  func report(_ diagnostics: [Diagnostic], sources: SourceMap) -> ExitCode {
    var report = ProblemReport(format: format)
    report.add(diagnostics, sources: sources)
    return report.finish()
  }

  func report(_ problem: Project.Problem) -> ExitCode {
    report(problem.diagnostics, sources: problem.sources)
  }
}
