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
  /// - Returns: all of `diagnostics` as they are told.
  @discardableResult
  mutating func add(_ diagnostics: [Diagnostic], sources: SourceMap) -> [[UInt8]] {
    let sources = sources.findingLines(of: diagnostics.positions)
    let renderer = DiagnosticRenderer(
      format: format, sources: sources, colour: Console.errorShowsColour)
    if diagnostics.hasErrors { exitCode = .failure }
    let texts = diagnostics.map { renderer.render([$0]) }
    guard format == .json else {
      tell(texts)
      return texts
    }
    for (diagnostic, text) in zip(diagnostics, texts) where told.insert(text).inserted {
      found.append((diagnostic, sources))
    }
    return texts
  }

  /// Tells those of `problems`, in the report's format, that were not told before.
  mutating func tell(_ problems: [[UInt8]]) {
    let new = problems.filter { told.insert($0).inserted }.joined()
    if !new.isEmpty { Console.write(Array(new), toError: format == .text) }
  }

  /// Tells what is still to be told, and says how the command ends.
  func finish() -> ExitCode {
    if format == .json { Console.write(DiagnosticRenderer.json(found)) }
    return exitCode
  }
}
