// The problems of all runs of one command. A problem in files that clients share is reported once.

import AuthGenLanguage

struct ProblemReport {
  let format: DiagnosticFormat
  /// Whether many warnings about a schema are shortened. Programs read all of them, as JSON.
  private let folds: Bool
  private(set) var printed: Set<[UInt8]> = []
  /// The problems for JSON, which is one object for all clients.
  private(set) var found: [(diagnostic: Diagnostic, sources: SourceMap)] = []
  private(set) var exitCode = ExitCode.success

  init(_ arguments: Arguments) {
    format = arguments.format
    folds = format != .json && !arguments.isVerbose
  }

  /// Reports problems of a client's run like the method below. Shortens the warnings about its schema.
  @discardableResult
  mutating func add(_ diagnostics: [Diagnostic], of run: ClientRun) -> [[UInt8]] {
    add(
      folds ? diagnostics.folded(run.isInSchema) : diagnostics, sources: run.sources)
  }

  /// Reports the diagnostics that were not reported before. JSON output waits for `finish()`.
  ///
  /// - Returns: all of `diagnostics`, rendered.
  @discardableResult
  mutating func add(_ diagnostics: [Diagnostic], sources: SourceMap) -> [[UInt8]] {
    let sources = sources.findingLines(of: diagnostics.positions)
    let renderer = DiagnosticRenderer(
      format: format, sources: sources, colour: Console.errorShowsColour)
    if diagnostics.hasErrors { exitCode = .failure }
    let texts = diagnostics.map { renderer.render([$0]) }
    guard format == .json else {
      printNew(texts)
      return texts
    }
    for (diagnostic, text) in zip(diagnostics, texts) where printed.insert(text).inserted {
      found.append((diagnostic, sources))
    }
    return texts
  }

  /// Prints the elements of `problems`, rendered in the report's format, that were not printed before.
  mutating func printNew(_ problems: [[UInt8]]) {
    let new = problems.filter { printed.insert($0).inserted }.joined()
    if !new.isEmpty { Console.write(Array(new), toError: format == .text) }
  }

  /// Reports the remaining problems, and returns the exit code.
  func finish() -> ExitCode {
    if format == .json { Console.write(DiagnosticRenderer.json(found)) }
    return exitCode
  }
}
