// authgen generate

import AuthGenGeneration
import AuthGenLanguage
import AuthGenSwiftModel

struct GenerateCommand: ClientCommand {
  static let name = "generate"
  static let summary = "write the Swift sources of all clients"
  static let flags: [Flag] = [
    .config, .client, .schema, .operations, .output, .noCache, .format, .schemaErrors, .strict,
    .quiet, .verbose,
  ]

  static let needsOutput = true

  func run(_ run: inout ClientRun, _ arguments: Arguments, _ report: inout ProblemReport) {
    guard let path = run.outputPath else { return }
    let memory = run.memory(arguments)
    if let past = memory?.recall() {
      report.printNew(past.problems)
      say(OutputChanges(unchanged: past.files), of: run, in: path, arguments)
      return
    }
    let files = run.generate()?.files
    let changes = files.flatMap { run.changes(to: $0, in: path, .write) }
    let problems = report.add(run.diagnostics, of: run)
    if let changes { say(changes, of: run, in: path, arguments) }
    if let files, changes != nil, !run.diagnostics.hasErrors {
      memory?.keep(files, problems: problems)
    }
  }

  private func say(
    _ changes: OutputChanges, of run: ClientRun, in path: String, _ arguments: Arguments
  ) {
    guard arguments.saysResults else { return }
    if arguments.isVerbose {
      for change in changes.written {
        let verb = change.previous == nil ? "new" : "changed"
        Console.print("  \(verb) \(change.file.name.harmless())")
      }
      for file in changes.removed { Console.print("  removed \(file.name.harmless())") }
      for name in changes.unchanged { Console.print("  unchanged \(name.harmless())") }
    }
    let counts = [
      ("written", changes.written.count), ("removed", changes.removed.count),
      ("unchanged", changes.unchanged.count),
    ]
    let summary = counts.filter { $0.1 > 0 }.map { "\($0.1) \($0.0)" }.joined(separator: ", ")
    let declarations = changes.declarations(isVerbose: arguments.isVerbose)
    Console.print("\(run.client.settings.name): \(summary) in \(path)\(declarations)")
  }
}
