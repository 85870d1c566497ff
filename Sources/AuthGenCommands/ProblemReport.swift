// What the runs of one command found, told once: clients that share files share their problems.

import AuthGenLanguage

struct ProblemReport {
  private let format: DiagnosticFormat
  private var told: Set<[UInt8]> = []
  /// What JSON says in the end: it is one object for all clients.
  private var found: [(diagnostic: Diagnostic, sources: SourceMap)] = []
  private(set) var exitCode = ExitCode.success

  init(format: DiagnosticFormat) {
    self.format = format
  }

  /// Tells what was not told before; JSON waits for `finish()`.
  ///
  /// - Returns: whether there are no errors among `diagnostics`, new or not.
  @discardableResult
  mutating func add(_ diagnostics: [Diagnostic], sources: SourceMap) -> Bool {
    let sources = sources.findingLines(
      of: diagnostics.lazy.flatMap { [$0.position] + $0.notes.map(\.position) })
    let renderer = DiagnosticRenderer(
      format: format, sources: sources, colour: Console.errorShowsColour)
    var new: [UInt8] = []
    for diagnostic in diagnostics {
      let text = renderer.render([diagnostic])
      guard told.insert(text).inserted else { continue }
      if format == .json { found.append((diagnostic, sources)) } else { new += text }
    }
    if !new.isEmpty { Console.write(new, toError: format == .text) }
    if diagnostics.hasErrors { exitCode = .failure }
    return !diagnostics.hasErrors
  }

  /// Tells what is still to be told, and says how the command ends.
  func finish() -> ExitCode {
    if format == .json { Console.write(DiagnosticRenderer.json(found)) }
    return exitCode
  }
}
