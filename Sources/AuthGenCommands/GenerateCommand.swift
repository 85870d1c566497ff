// authgen generate

import AuthGenCore
import AuthGenLanguage

struct GenerateCommand: Command {
  static let name = "generate"
  static let summary = "write the Swift sources of all clients"
  static let flags: [Flag] = [
    .config, .client, .schema, .operations, .output, .format, .strict, .quiet, .verbose,
  ]

  func run(_ arguments: Arguments) throws(Arguments.UsageError) -> ExitCode {
    let project: Project
    switch try Project.load(arguments, needsOutput: true) {
    case .success(let loaded): project = loaded
    case .failure(let problem): return arguments.report(problem)
    }
    var report = ProblemReport(format: arguments.format)
    for client in project.clients {
      var run = ClientRun(client, of: project, arguments: arguments)
      let changes = run.generate().flatMap { run.write($0) }
      report.add(run.diagnostics, sources: run.sources)
      if let changes, arguments.format == .text, !arguments.isQuiet {
        say(changes, run, arguments.isVerbose)
      }
    }
    return report.finish()
  }

  private func say(_ changes: OutputChanges, _ run: ClientRun, _ isVerbose: Bool) {
    if isVerbose {
      for change in changes.written {
        let verb = change.previous == nil ? "new" : "changed"
        Console.print("  \(verb) \(change.file.name.harmless())")
      }
      for name in changes.removed { Console.print("  removed \(name.harmless())") }
      for name in changes.unchanged { Console.print("  unchanged \(name.harmless())") }
    }
    let counts = [
      ("written", changes.written.count), ("removed", changes.removed.count),
      ("unchanged", changes.unchanged.count),
    ]
    let summary = counts.filter { $0.1 > 0 }.map { "\($0.1) \($0.0)" }.joined(separator: ", ")
    Console.print("\(run.client.settings.name): \(summary) in \(run.outputPath)")
  }
}
