// Where rules put what they find. It bounds both the number of findings and the time spent on
// helping with them, so that hostile input cannot make a report larger than its reader's patience.

import AuthGenLanguage
import AuthGenTypeSystem

struct Report {
  /// After this many errors the rest are only mentioned. A reader mends the first few and runs again.
  static let maximumErrors = 1_000
  /// Of what is missing, the further places that are shown.
  private static let maximumMentions = 3
  /// How many names may be compared for "did you mean" in all.
  private static let maximumComparisons = 200_000

  private(set) var diagnostics: [Diagnostic] = []
  private(set) var errorCount = 0
  /// What operations use of the schema: defects of anything else are warnings. Nil where all are
  /// errors.
  private let reach: SchemaReach?
  /// What is looked at, where it is not said of each error.
  private var subject: ChangedElement?
  private var toleratedCount = 0
  private var comparisons = 0
  /// What the schema lacks, by rule and name.
  private var missing: [MissingKey: Missing] = [:]
  /// Those of `diagnostics` in whose place there is a graver one.
  private var superseded: Set<Int> = []

  private struct MissingKey: Hashable {
    let rule: String
    let name: Symbol
  }

  private struct Missing {
    /// Its place in `diagnostics`.
    var index: Int
    var mentions = 1
    /// The next places that name it, a few of them.
    var notes: [Diagnostic.Note] = []
  }

  init(reach: SchemaReach? = nil) {
    self.reach = reach
  }

  var hasErrors: Bool { errorCount > 0 }

  /// Whether more errors would be dropped: loops that may find very many should stop.
  var isFull: Bool { errorCount >= Self.maximumErrors }

  /// The same for what is found about one element and its parts.
  func isFull(about element: ChangedElement) -> Bool {
    isFull || (toleratedCount >= Self.maximumErrors && reach?.contains(element) == false)
  }

  /// Adds an error. The texts are only made where it is kept.
  ///
  /// - Parameters:
  ///   - element: what of a schema has the defect; nil for what is being looked at, if anything.
  ///   - outcome: what the generator makes of it where operations do not use the element.
  mutating func error(
    _ rule: String, _ message: @autoclosure () -> String,
    about element: @autoclosure () -> ChangedElement? = nil, at position: Position,
    outcome: @autoclosure () -> String? = nil, notes: @autoclosure () -> [Diagnostic.Note] = [],
    help: @autoclosure () -> String? = nil
  ) {
    guard let severity = severity(about: element()) else { return }
    var text = message()
    if severity == .warning { text = Self.tolerated(text, outcome()) }
    append(
      Diagnostic(
        severity, rule: rule, message: text, at: position, notes: notes(), help: help()))
  }

  /// How a defect counts, or nil where there were too many of its kind.
  @inline(never)
  private func severity(about element: ChangedElement?) -> Diagnostic.Severity? {
    if isUsed(element) { return isFull ? nil : .error }
    return toleratedCount < Self.maximumErrors ? .warning : nil
  }

  private func isUsed(_ element: ChangedElement?) -> Bool {
    guard let reach, let element = element ?? subject else { return true }
    return reach.contains(element)
  }

  @inline(never)
  private static func tolerated(_ message: String, _ outcome: String?) -> String {
    [message, outcome, "no operation depends on it"].compactMap { $0 }.joined(separator: "; ")
  }

  @inline(never)
  private mutating func append(_ diagnostic: Diagnostic) {
    diagnostics.append(diagnostic)
    if diagnostic.severity == .error {
      errorCount += 1
      if isFull {
        diagnostics.append(furtherOnes(diagnostic.rule, "errors", help: "mend these first"))
      }
    } else {
      toleratedCount += 1
      if toleratedCount == Self.maximumErrors {
        diagnostics.append(
          furtherOnes(diagnostic.rule, "defects that no operation depends on", help: nil))
      }
    }
  }

  private func furtherOnes(_ rule: String, _ what: String, help: String?) -> Diagnostic {
    Diagnostic(
      .warning, rule: rule,
      message: "\(Self.maximumErrors) \(what) were found; further ones are not shown", help: help)
  }

  /// Adds what an option decides the severity of.
  mutating func add(
    _ level: ValidationOptions.Level, _ rule: String, _ message: @autoclosure () -> String,
    about element: @autoclosure () -> ChangedElement? = nil, at position: Position,
    notes: @autoclosure () -> [Diagnostic.Note] = [], help: @autoclosure () -> String? = nil
  ) {
    switch level {
    case .off: break
    case .error:
      error(rule, message(), about: element(), at: position, notes: notes(), help: help())
    case .warning where diagnostics.count < 3 * Self.maximumErrors:
      diagnostics.append(
        Diagnostic(
          .warning, rule: rule, message: message(), at: position, notes: notes(), help: help()))
    case .warning: break
    }
  }

  /// Does what finds defects of an element without knowing of it.
  mutating func about(_ element: ChangedElement, _ body: (inout Report) -> Void) {
    subject = element
    body(&self)
    subject = nil
  }

  // MARK: What is missing

  /// Counts a mention of what the schema lacks: to define it is one thing to do, however often it is
  /// named.
  ///
  /// - Returns: whether it is to be reported: it has not been, or only as what no operation uses.
  mutating func isNews(
    _ rule: String, missing name: Symbol, about element: ChangedElement? = nil,
    at position: Position
  ) -> Bool {
    let key = MissingKey(rule: rule, name: name)
    guard var known = missing[key] else { return true }
    known.mentions += 1
    let isGraver = diagnostics[known.index].severity == .warning && isUsed(element)
    if !isGraver, known.notes.count < Self.maximumMentions {
      known.notes.append(.init(position, "it is named here, too"))
    }
    missing[key] = known
    return isGraver
  }

  /// Adds an error about a name that is news.
  mutating func error(
    _ rule: String, missing name: Symbol, _ message: @autoclosure () -> String,
    about element: ChangedElement? = nil, at position: Position, help: @autoclosure () -> String
  ) {
    let index = diagnostics.count
    error(rule, message(), about: element, at: position, help: help())
    guard diagnostics.count > index else { return }
    let key = MissingKey(rule: rule, name: name)
    guard var known = missing[key] else {
      missing[key] = Missing(index: index)
      return
    }
    if diagnostics[known.index].severity == .warning { superseded.insert(known.index) }
    known.index = index
    missing[key] = known
  }

  private func withMentions() -> [Diagnostic] {
    var result = diagnostics
    for (key, missing) in missing where missing.mentions > 1 {
      let one = result[missing.index]
      result[missing.index] = Diagnostic(
        one.severity, rule: key.rule,
        message: "\(one.message); it is named in \(missing.mentions) places", at: one.position,
        notes: missing.notes, help: one.help)
    }
    return result.indices.filter { !superseded.contains($0) }.map { result[$0] }
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
    let diagnostics = missing.isEmpty ? self.diagnostics : withMentions()
    let key = { (diagnostic: Diagnostic) in
      diagnostic.position == .unknown ? UInt32.max : diagnostic.position.offset
    }
    return diagnostics.enumerated()
      .sorted { (key($0.element), $0.offset) < (key($1.element), $1.offset) }
      .map(\.element)
  }
}
