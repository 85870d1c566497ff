// authgen check

import AuthGenCore
import AuthGenLanguage

struct CheckCommand: Command {
  static let name = "check"
  static let summary = "fail where the sources on disk are not what generate would write"
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
      let changes = run.generate().flatMap { run.compare($0) }
      let stale = changes.map { staleness($0, run) } ?? []
      report.add(run.diagnostics + stale, sources: run.sources)
      guard let changes, arguments.format == .text, !arguments.isQuiet else { continue }
      if changes.isEmpty {
        Console.print("\(client.settings.name): up to date in \(run.outputPath)")
      } else {
        show(changes, arguments.isVerbose)
      }
    }
    return report.finish()
  }

  private func staleness(_ changes: OutputChanges, _ run: ClientRun) -> [Diagnostic] {
    guard !changes.isEmpty else { return [] }
    let names = changes.written.map(\.file.name) + changes.removed
    let list = names.prefix(5).joined(separator: ", ") + (names.count > 5 ? ", …" : "")
    let count = names.count == 1 ? "1 file" : "\(names.count) files"
    return [
      Diagnostic(
        rule: "check",
        message: "\(count) in \(run.outputPath) \(names.count == 1 ? "is" : "are") stale: \(list)",
        help: "run `authgen generate` and commit the result")
    ]
  }

  private func show(_ changes: OutputChanges, _ isVerbose: Bool) {
    for change in changes.written {
      let remark = change.previous == nil ? " (missing)" : ""
      Console.print("--- \(change.file.name.harmless())\(remark)")
      guard let previous = change.previous else { continue }
      let difference = LineDifference(from: previous, to: change.file.content)
      for line in difference.text(limit: isVerbose ? .max : 40) {
        Console.print(line.harmless(keepsTabs: true))
      }
    }
    for name in changes.removed { Console.print("--- \(name.harmless()) (no longer produced)") }
  }
}
