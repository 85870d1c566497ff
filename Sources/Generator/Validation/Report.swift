// Collects the diagnostics of rules. It bounds both the number of diagnostics and the time spent on
// suggestions, so that malicious input cannot create a huge report.

import AuthGenLanguage
import AuthGenTypeSystem

struct Report {
  /// The maximum number of reported errors. A final diagnostic says that there are more.
  static let maximumErrors = 1_000
  /// The maximum number of additional places shown for a missing element.
  private static let maximumMentions = 3
  /// The maximum number of name comparisons for "did you mean" in total.
  private static let maximumComparisons = 200_000

  private(set) var diagnostics: [Diagnostic] = []
  private(set) var errorCount = 0
  /// The part of the schema that operations use. Errors outside it become warnings. Nil if all are errors.
  private let reach: SchemaReach?
  /// Whether such warnings are left out.
  private let isSilent: Bool
  /// The current element, for errors without an element of their own.
  var subject: SchemaElement?
  private var toleratedCount = 0
  private var comparisons = 0
  /// The missing elements of the schema, by rule and name.
  private var missing: [MissingKey: Missing] = [:]
  /// The indexes in `diagnostics` of warnings that an error replaces.
  private var superseded: Set<Int> = []

  private struct MissingKey: Hashable {
    let rule: Diagnostic.Rule
    let name: Symbol
  }

  private struct Missing {
    /// The index in `diagnostics`.
    var index: Int
    var mentions = 1
    /// The next places that name it, up to the maximum.
    var notes: [Diagnostic.Note] = []
  }

  init(reach: SchemaReach? = nil, isSilent: Bool = false) {
    self.reach = reach
    self.isSilent = isSilent
  }

  var hasErrors: Bool { errorCount > 0 }

  /// Whether further errors would be dropped. Loops that can find very many errors should stop.
  var isFull: Bool { errorCount >= Self.maximumErrors }

  /// Whether further errors about one element and its parts would be dropped.
  func isFull(about element: SchemaElement) -> Bool {
    isFull || (toleratedCount >= Self.maximumErrors && reach?.contains(element) == false)
  }

  /// Adds an error. Its texts are created only if it is kept.
  ///
  /// - Parameters:
  ///   - element: the schema element with the error; nil for the current element, if there is one.
  ///   - outcome: how the generator handles the error if operations do not use the element.
  mutating func error(
    _ rule: Diagnostic.Rule, _ message: @autoclosure () -> String,
    about element: @autoclosure () -> SchemaElement? = nil, at position: Position,
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

  /// Returns the severity of an error, or nil if there are too many of its kind.
  @inline(never)
  private func severity(about element: SchemaElement?) -> Diagnostic.Severity? {
    if isUsed(element) { return isFull ? nil : .error }
    return isSilent || toleratedCount >= Self.maximumErrors ? nil : .warning
  }

  private func isUsed(_ element: SchemaElement?) -> Bool {
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
        diagnostics.append(furtherOnes(diagnostic.rule, "errors", help: "fix these first"))
      }
    } else {
      toleratedCount += 1
      if toleratedCount == Self.maximumErrors {
        diagnostics.append(
          furtherOnes(diagnostic.rule, "schema problems that no operation depends on", help: nil))
      }
    }
  }

  private func furtherOnes(_ rule: Diagnostic.Rule, _ what: String, help: String?) -> Diagnostic {
    Diagnostic(
      .warning, rule: rule,
      message: "\(Self.maximumErrors) \(what) were found; further ones are not shown", help: help)
  }

  /// Adds a diagnostic whose severity depends on an option.
  mutating func add(
    _ level: ValidationOptions.Level, _ rule: Diagnostic.Rule, _ message: @autoclosure () -> String,
    about element: @autoclosure () -> SchemaElement? = nil, at position: Position,
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

  // MARK: Missing elements

  /// Records a use of an element that the schema lacks. Defining it fixes all its uses, so it is
  /// reported once.
  ///
  /// - Returns: whether to report it: it is not reported yet, or only as unused by operations.
  mutating func isNews(
    _ rule: Diagnostic.Rule, missing name: Symbol, about element: SchemaElement? = nil,
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

  /// Adds an error about a name, unless it is already reported.
  mutating func error(
    _ rule: Diagnostic.Rule, missing name: Symbol, _ message: @autoclosure () -> String,
    about element: SchemaElement? = nil, at position: Position, help: @autoclosure () -> String
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

  /// Returns a sentence that suggests the names close to `name`; nil if there are none, or if too
  /// many errors came before.
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

  /// Returns the diagnostics, in the order of the text and of the rules. Diagnostics without a
  /// position come last.
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
