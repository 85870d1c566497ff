// authgen validate

import AuthGenCore
import AuthGenLanguage

struct ValidateCommand: Command {
  static let name = "validate"
  static let summary = "check schemas, operations and configuration, and write nothing"
  static let flags: [Flag] = [
    .config, .client, .schema, .operations, .format, .strict, .batch, .quiet,
  ]

  func run(_ arguments: Arguments) throws(Arguments.UsageError) -> ExitCode {
    if arguments.isBatch { return batch(arguments) }
    let project: Project
    switch try Project.load(arguments, needsOutput: false) {
    case .success(let loaded): project = loaded
    case .failure(let problem): return arguments.report(problem)
    }
    var report = ProblemReport(format: arguments.format)
    for client in project.clients {
      var run = ClientRun(client, of: project, arguments: arguments)
      run.validate()
      let isValid = report.add(run.diagnostics, sources: run.sources)
      if isValid, arguments.format == .text, !arguments.isQuiet {
        Console.print("\(client.settings.name): valid")
      }
    }
    return report.finish()
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
