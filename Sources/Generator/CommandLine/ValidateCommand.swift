// authgen validate

import AuthGenGeneration
import AuthGenLanguage
import AuthGenSwiftModel

struct ValidateCommand: ClientCommand {
  static let name = "validate"
  static let summary = "check schemas, operations and configuration, and write nothing"
  static let flags: [Flag] = [
    .config, .client, .schema, .operations, .format, .schemaErrors, .strict, .batch, .quiet,
    .verbose,
  ]

  static let needsOutput = false

  func run(_ arguments: Arguments) throws -> ExitCode {
    guard arguments.isBatch else { return try runClients(arguments) }
    BatchValidation.run(try FileSystem.readStandardInput()) { Console.write($0) }
    return .success
  }

  func run(_ run: inout ClientRun, _ arguments: Arguments, _ report: inout ProblemReport) {
    run.validate()
    report.add(run.diagnostics, of: run)
    if !run.diagnostics.hasErrors, arguments.saysResults {
      Console.print("\(run.client.settings.name): valid")
    }
  }
}
