// authgen schema print

import AuthGenGeneration
import AuthGenLanguage
import AuthGenTypeSystem
import AuthGenValidation

struct SchemaPrintCommand: Command {
  static let name = "schema print"
  static let summary = "print a schema as sorted SDL, from SDL or introspection JSON"
  static let flags: [Flag] = [.config, .client, .schema, .format]

  func run(_ arguments: Arguments) throws -> ExitCode {
    var run = try Project.onlyRun(arguments, withOperations: false)
    guard let schema = run.schema() else {
      return arguments.report(run.diagnostics, sources: run.sources)
    }
    Console.write(
      SchemaPrinter.print(
        schema.value, symbols: run.pipeline.symbols, sources: run.sources))
    return .success
  }
}
