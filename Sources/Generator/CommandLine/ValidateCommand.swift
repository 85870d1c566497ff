// authgen validate

import AuthGenGeneration
import AuthGenLanguage

struct ValidateCommand: ClientCommand {
  static let name = "validate"
  static let summary = "check schemas, operations and configuration, and write nothing"
  static let flags: [Flag] = [
    .config, .client, .schema, .operations, .format, .schemaErrors, .strict, .batch, .quiet,
    .verbose,
  ]

  static let needsOutput = false

  func run(_ arguments: Arguments) throws(Arguments.UsageError) -> ExitCode {
    if arguments.isBatch { return batch(arguments) }
    return try runClients(arguments)
  }

  func run(_ run: inout ClientRun, _ arguments: Arguments, _ report: inout ProblemReport) {
    run.validate()
    report.add(run.diagnostics, sources: run.sources)
    if !run.diagnostics.hasErrors, arguments.saysResults {
      Console.print("\(run.client.settings.name): valid")
    }
  }

  private func batch(_ arguments: Arguments) -> ExitCode {
    do throws(FileError) {
      BatchValidation.run(try FileSystem.readStandardInput()) { Console.write($0) }
      return .success
    } catch {
      return arguments.report([error.diagnostic], sources: SourceMap())
    }
  }
}
