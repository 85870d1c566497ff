// authgen generate

import AuthGenCore
import AuthGenLanguage

struct GenerateCommand: ClientCommand {
  static let name = "generate"
  static let summary = "write the Swift sources of all clients"
  static let flags: [Flag] = [
    .config, .client, .schema, .operations, .output, .format, .schemaErrors, .strict, .quiet,
    .verbose,
  ]

  static let needsOutput = true

  func run(_ run: inout ClientRun, _ arguments: Arguments, _ report: inout ProblemReport) {
    guard let path = run.outputPath else { return }
    let changes = run.generate().flatMap { run.write($0, to: path) }
    report.add(run.diagnostics, sources: run.sources)
    if let changes, arguments.saysResults {
      say(changes, "\(run.client.settings.name): ", " in \(path)", arguments.isVerbose)
    }
  }

  private func say(
    _ changes: OutputChanges, _ head: String, _ tail: String, _ isVerbose: Bool
  ) {
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
    Console.print(head + summary + tail)
  }
}
