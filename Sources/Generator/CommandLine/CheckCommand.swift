// authgen check

import AuthGenGeneration
import AuthGenLanguage
import AuthGenSwiftModel

struct CheckCommand: ClientCommand {
  static let name = "check"
  static let summary = "fail if the sources on disk differ from the output of generate"
  static let flags: [Flag] = [
    .config, .client, .schema, .operations, .output, .format, .schemaErrors, .strict, .quiet,
    .verbose,
  ]

  static let needsOutput = true

  func run(_ run: inout ClientRun, _ arguments: Arguments, _ report: inout ProblemReport) {
    guard let path = run.outputPath else { return }
    let changes = run.generate().flatMap { run.changes(to: $0.files, in: path, .compare) }
    let stale = changes.map { staleness($0, path) } ?? []
    report.add(run.diagnostics + stale, of: run)
    guard let changes, arguments.saysResults else { return }
    if changes.isEmpty {
      Console.print("\(run.client.settings.name): up to date in \(path)")
    } else {
      show(changes, arguments.isVerbose)
    }
  }

  private func staleness(_ changes: OutputChanges, _ path: String) -> [Diagnostic] {
    guard !changes.isEmpty else { return [] }
    let names = changes.written.map(\.file.name) + changes.removed.map(\.name)
    return [
      Diagnostic(
        rule: .check,
        message:
          "\(counted(names.count, "file")) in \(path) \(names.count == 1 ? "is" : "are") stale: "
          + names.listed(upTo: 5),
        help: "run `authgen generate` and commit the result")
    ]
  }

  private func show(_ changes: OutputChanges, _ isVerbose: Bool) {
    for change in changes.written {
      let remark = change.previous == nil ? " (missing)" : ""
      Console.print("--- \(change.file.name.harmless())\(remark)")
      guard let previous = change.previous else { continue }
      let difference = LineDifference.text(
        from: previous, to: change.file.content, limit: isVerbose ? .max : 40)
      for line in difference {
        Console.print(line.harmless(keepsTabs: true))
      }
    }
    for file in changes.removed {
      Console.print("--- \(file.name.harmless()) (no longer produced)")
    }
  }
}
