// authgen schema diff

import AuthGenGeneration
import AuthGenLanguage
import AuthGenSchemaDiff
import AuthGenTypeSystem
import AuthGenValidation

struct SchemaDiffCommand: Command {
  static let name = "schema diff"
  static let summary = "list breaking, dangerous and safe changes, and the operations they affect"
  static let flags: [Flag] = [.config, .client, .operations, .failOn, .format, .quiet]
  static let operands = ["OLD", "NEW"]

  func run(_ arguments: Arguments) throws -> ExitCode {
    let paths = arguments.operands
    guard paths.count == 2, paths != ["-", "-"] else {
      throw UsageError(
        "OLD and NEW cannot both be standard input", help: "name a file for one of them")
    }
    let operations = try arguments.diffOperations(schemas: paths)
    guard operations != nil || !arguments.failure.needsOperations else {
      throw UsageError(
        "--fail-on \(arguments.failure.rawValue) requires operations",
        help: "name them with --operations, or their configuration with --config")
    }
    var pipeline = Pipeline()
    let old = pipeline.validateSchema([try Self.read(paths[0])], options: ValidationOptions())
    let new = pipeline.validateSchema([try Self.read(paths[1])], options: ValidationOptions())
    let document = pipeline.parseOperations(operations ?? [])
    guard let old, let new, let document else {
      let errors = pipeline.diagnostics.filter { $0.severity == .error }
      return arguments.report(errors, sources: pipeline.sources)
    }
    let changes = SchemaDiff.changes(
      from: old.value, to: new.value, symbols: pipeline.symbols, sources: pipeline.sources)
    let usage = operations.map { _ in
      SchemaUsage(of: changes, in: document, old: old.value, new: new.value)
    }
    let report = SchemaDiffReport(
      changes, usage: usage, failure: arguments.failure, showsFailuresOnly: arguments.isQuiet,
      symbols: pipeline.symbols, sources: pipeline.sources)
    switch arguments.format {
    case .text: Console.write(report.text())
    case .json: Console.write(report.json())
    case .github: Console.write(report.workflowCommands())
    }
    return report.fails ? .failure : .success
  }

  /// - Parameter path: the file's path, or "-" for standard input.
  private static func read(_ path: String) throws(FileError) -> InputFile {
    path == "-"
      ? InputFile(path: "(standard input)", content: try FileSystem.readStandardInput())
      : InputFile(path: path, content: try FileSystem.read(path))
  }
}
