// authgen generate prints what it read and what it wrote:
//
//     Example: 5 operations, 2 need a session (LogOut, Me), 4 secret values
//       7 files written in Sources/Shop/Generated
//     Done in 0.09 s.

import AuthGenGeneration
import AuthGenLanguage
import AuthGenSwiftModel

struct GenerateCommand: ClientCommand {
  static let name = "generate"
  static let summary = "write the Swift sources of all clients"
  static let flags: [Flag] = [
    .config, .client, .schema, .operations, .output, .noCache, .allowsOutputOutside, .format,
    .schemaErrors, .strict, .quiet, .verbose,
  ]

  static let needsOutput = true

  func run(_ arguments: Arguments) throws -> ExitCode {
    let start = Console.now
    let code = try runClients(arguments)
    if code == .success, arguments.saysResults {
      Console.print("Done in \(StageTimes.seconds(Console.now - start)) s.")
    }
    return code
  }

  func run(_ run: inout ClientRun, _ arguments: Arguments, _ report: inout ProblemReport) {
    guard let path = run.outputPath else { return }
    guard arguments.output != nil || arguments.allowsOutputOutside || !run.objectsToOutputOutside()
    else {
      report.add(run.diagnostics, of: run)
      return
    }
    let memory = run.memory(arguments)
    if let past = memory?.recall() {
      report.printNew(past.problems)
      say(past.summary, OutputChanges(unchanged: past.files), of: run, in: path, arguments)
      return
    }
    let generated = run.generate()
    let changes = generated.flatMap { run.changes(to: $0.files, in: path, .write) }
    let problems = report.add(run.diagnostics, of: run)
    guard let generated, let changes else { return }
    let summary = ClientSummary(generated.model).text(isVerbose: arguments.isVerbose)
    say(summary, changes, of: run, in: path, arguments)
    if !run.diagnostics.hasErrors {
      memory?.keep(generated.files, summary: summary, problems: problems)
    }
  }

  private func say(
    _ summary: String, _ changes: OutputChanges, of run: ClientRun, in path: String,
    _ arguments: Arguments
  ) {
    guard arguments.saysResults else { return }
    Console.print("\(run.client.settings.name): \(summary.harmless())")
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
    ].filter { $0.1 > 0 }
    let files = counts.enumerated().map { index, count in
      "\(index == 0 ? counted(count.1, "file") : "\(count.1)") \(count.0)"
    }
    let declarations = changes.declarations(isVerbose: arguments.isVerbose)
    Console.print("  \(files.joined(separator: ", ")) in \(path.harmless())\(declarations)")
  }
}
