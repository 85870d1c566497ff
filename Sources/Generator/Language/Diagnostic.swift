// The problems that a stage finds in its input.

/// One problem at one position, with an optional fix.
package struct Diagnostic: Error, Hashable, Sendable {
  package enum Severity: String, Sendable {
    case error
    case warning
  }

  /// Another position that is part of the problem.
  package struct Note: Hashable, Sendable {
    package let position: Position
    package let message: String

    package init(_ position: Position, _ message: String) {
      self.position = position
      self.message = message
    }
  }

  package var severity: Severity
  package let rule: Rule
  package let message: String
  package let position: Position
  package let notes: [Note]
  /// The fix, as an instruction.
  package let help: String?

  package init(
    _ severity: Severity = .error, rule: Rule, message: String, at position: Position = .unknown,
    notes: [Note] = [], help: String? = nil
  ) {
    self.severity = severity
    self.rule = rule
    self.message = message
    self.position = position
    self.notes = notes
    self.help = help
  }
}

extension Sequence<Diagnostic> {
  package var hasErrors: Bool { contains { $0.severity == .error } }
}

extension [Diagnostic] {
  /// Adds a problem.
  package mutating func report(
    _ rule: Diagnostic.Rule, _ message: String, severity: Diagnostic.Severity = .error,
    at position: Position = .unknown, notes: [Diagnostic.Note] = [], help: String? = nil
  ) {
    append(
      Diagnostic(severity, rule: rule, message: message, at: position, notes: notes, help: help))
  }

  /// All positions of the problems and their notes.
  package var positions: [Position] { flatMap { [$0.position] + $0.notes.map(\.position) } }
}
