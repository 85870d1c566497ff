// Where rules put what they find. It bounds both the number of findings and the time spent on
// helping with them, so that hostile input cannot make a report larger than its reader's patience.

import AuthGenLanguage

struct Report {
  /// After this many errors the rest are only mentioned. A reader mends the first few and runs again.
  static let maximumErrors = 1_000
  /// How many names may be compared for "did you mean" in all.
  private static let maximumComparisons = 200_000

  private(set) var diagnostics: [Diagnostic] = []
  private(set) var errorCount = 0
  private var comparisons = 0

  var hasErrors: Bool { errorCount > 0 }

  /// Whether more errors would be dropped: loops that may find very many should stop.
  var isFull: Bool { errorCount >= Self.maximumErrors }

  /// Adds an error. The texts are only made where it is kept.
  mutating func error(
    _ rule: String, _ message: @autoclosure () -> String, at position: Position,
    notes: @autoclosure () -> [Diagnostic.Note] = [], help: @autoclosure () -> String? = nil
  ) {
    guard !isFull else { return }
    errorCount += 1
    diagnostics.append(
      Diagnostic(rule: rule, message: message(), at: position, notes: notes(), help: help()))
    if isFull {
      diagnostics.append(
        Diagnostic(
          .warning, rule: rule,
          message: "\(Self.maximumErrors) errors were found; further ones are not shown",
          help: "mend these first"))
    }
  }

  /// Adds what an option decides the severity of.
  mutating func add(
    _ level: ValidationOptions.Level, _ rule: String, _ message: @autoclosure () -> String,
    at position: Position, notes: @autoclosure () -> [Diagnostic.Note] = [],
    help: @autoclosure () -> String? = nil
  ) {
    switch level {
    case .off: break
    case .error: error(rule, message(), at: position, notes: notes(), help: help())
    case .warning where diagnostics.count < 2 * Self.maximumErrors:
      diagnostics.append(
        Diagnostic(
          .warning, rule: rule, message: message(), at: position, notes: notes(), help: help()))
    case .warning: break
    }
  }

  /// A sentence that offers the names which `name` is close to; nil where there are none, and for
  /// the late errors of very many.
  mutating func didYouMean(
    _ name: Symbol, among names: some Sequence<Symbol>, _ symbols: SymbolTable
  ) -> String? {
    guard !isFull, comparisons < Self.maximumComparisons else { return nil }
    var speller = Speller(symbols.utf8(name))
    for symbol in names {
      speller.consider(symbols.utf8(symbol), symbol.index)
      comparisons += 1
      if comparisons == Self.maximumComparisons { break }
    }
    return AuthGenLanguage.didYouMean(
      speller.closest.map { symbols[Symbol(id: UInt32($0))] })
  }

  /// What was found, in the order of the text and of the rules; what has no place comes last.
  func sorted() -> [Diagnostic] {
    let key = { (diagnostic: Diagnostic) in
      diagnostic.position == .unknown ? UInt32.max : diagnostic.position.offset
    }
    return diagnostics.enumerated()
      .sorted { (key($0.element), $0.offset) < (key($1.element), $1.offset) }
      .map(\.element)
  }
}
