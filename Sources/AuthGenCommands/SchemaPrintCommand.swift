// authgen schema print

import AuthGenCore
import AuthGenLanguage
import AuthGenTypeSystem

struct SchemaPrintCommand: Command {
  static let name = "schema print"
  static let summary = "print a schema as SDL, sorted, whatever it is written in"
  static let flags: [Flag] = [.config, .client, .schema, .format]

  func run(_ arguments: Arguments) throws(Arguments.UsageError) -> ExitCode {
    let project: Project
    switch try Project.load(arguments, needsOutput: false) {
    case .success(let loaded): project = loaded
    case .failure(let problem): return arguments.report(problem)
    }
    var run = ClientRun(try project.onlyClient(), of: project, arguments: arguments)
    guard let schema = run.schema() else {
      return arguments.report(run.diagnostics, sources: run.sources)
    }
    Console.write(
      SchemaPrinter.print(
        schema.value, symbols: run.pipeline.symbols, sources: run.sources))
    return .success
  }
}
