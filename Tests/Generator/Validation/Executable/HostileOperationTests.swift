// Tests operations made to take long: the work is at most linear in the text's size, and no chain of
// fragments exhausts the stack. Work is counted, not timed.

import AuthGenLanguage
import AuthGenTypeSystem
import Testing

@testable import AuthGenValidation

struct HostileOperationTests {
  /// A text with about `count` definitions or selections.
  struct Shape: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let text: @Sendable (Int) -> String
  }

  static let right: [Shape] = [
    Shape(testDescription: "one field very often") { count in
      "{ \(repeated("f ", count)) }"
    },
    Shape(testDescription: "one composite field very often") { count in
      "{ \(repeated("q { f(x: 1) } ", count)) }"
    },
    Shape(testDescription: "one spread very often") { count in
      "{ \(repeated("...F ", count)) } fragment F on Query { q { f } }"
    },
    Shape(testDescription: "many fragments with the same fields") { count in
      "{ \(joined(count) { "...F\($0)" }) }"
        + joined(count) { "fragment F\($0) on Query { f q { f } }" }
    },
    Shape(testDescription: "each fragment spreads the next one twice") { count in
      "{ ...F0 }" + chain(count) { "...F\($0) ...F\($0)" }
    },
    Shape(testDescription: "each fragment selects the next one twice") { count in
      "{ ...F0 }" + chain(count) { "a: q { ...F\($0) } b: q { ...F\($0) }" }
    },
    Shape(testDescription: "each fragment merges the next one with itself") { count in
      "{ ...F0 }" + chain(count) { "q { ...F\($0) } q { f ...F\($0) }" }
    },
    Shape(testDescription: "two families of fragments select each other") { count in
      "{ ...F0 ...G0 }"
        + chain(count) { "a: q { ...F\($0) ...G\($0) } b: q { ...F\($0) ...G\($0) }" }
        + chain(count, "G") { "a: q { ...F\($0) ...G\($0) } b: q { ...F\($0) ...G\($0) }" }
    },
    Shape(testDescription: "deep and wide") { count in
      "{ \(repeated(nested(100), count / 100)) }"
    },
    Shape(testDescription: "many operations share large fragments") { count in
      joined(count) { "query Q\($0) { x\($0): f ...F }" }
        + " fragment F on Query { \(joined(count) { "a\($0): f" }) }"
    },
    Shape(testDescription: "many operations share a chain of fragments with a variable") { count in
      joined(count) { "query Q\($0)($a: Int) { ...F\($0) }" }
        + chain(count) { "q { a: f(x: $a) ...F\($0) }" }
    },
    Shape(testDescription: "operations with many variables share a chain of fragments") { count in
      let definitions = joined(100) { "$v\($0): Int" }
      let uses = joined(100) { "a\($0): f(x: $v\($0))" }
      return joined(count / 100) { "query Q\($0)(\(definitions)) { ...F0 \(uses) }" }
        + chain(count) { "...F\($0)" } + " fragment G on Query { \(uses) }"
    },
    Shape(testDescription: "an interface's field meets those of many objects") { count in
      "{ node { \(joined(count) { "... on C\($0 % 50) { n { id } } n { id }" }) } }"
    },
    Shape(testDescription: "many subscriptions share a large fragment") { count in
      joined(count) { "subscription S\($0) { ...F }" }
        + " fragment F on Subscription { \(repeated("s ", count)) }"
    },
    Shape(testDescription: "many subscriptions share a chain of deferred fragments") { count in
      joined(count) { "subscription S\($0) { q { ...F\($0) @defer(if: false) } }" }
        + chain(count) { "q { f ...F\($0) @defer(if: false) }" }
    },
  ]

  static let wrong: [Shape] = [
    Shape(testDescription: "a long cycle") { count in
      "{ ...F0 }" + joined(count) { "fragment F\($0) on Query { q { ...F\(($0 + 1) % count) } }" }
    },
    Shape(testDescription: "fragments that all spread each other") { count in
      "{ ...F0 }"
        + joined(count / 20) { index in
          "fragment F\(index) on Query { q { \(joined(count / 20) { "...F\($0)" }) } }"
        }
    },
    Shape(testDescription: "very many conflicts") { count in
      "{ \(joined(count) { "f(x: \($0))" }) }"
    },
    Shape(testDescription: "a conflict deep inside of many selections") { count in
      "{ \(joined(count / 50) { nested(50, "f(x: \($0))") }) }"
    },
    Shape(testDescription: "many operations lack a variable of a chain of fragments") { count in
      joined(count) { "query Q\($0) { ...F\($0) }" } + chain(count) { "q { f(x: $a) ...F\($0) }" }
    },
    Shape(testDescription: "many wrong subscriptions share a large fragment") { count in
      joined(count) { "subscription S\($0) { ...F }" }
        + " fragment F on Subscription { \(repeated("s ", count)) t }"
    },
    Shape(testDescription: "many subscriptions share a chain of fragments with @defer") { count in
      joined(count) { "subscription S\($0) { q { ...F\($0) } }" }
        + chain(count) { "q { f ...F\($0) @defer }" }
    },
    Shape(testDescription: "one field very often with @stream") { count in
      "{ \(repeated("l @stream ", count)) }"
    },
    Shape(testDescription: "a label very often") { count in
      "{ \(repeated("... @defer(label: \"a\") { f } ", count)) }"
    },
  ]

  private static let schema =
    """
    interface Node { id: ID n: Node }
    directive @defer(if: Boolean, label: String) on FRAGMENT_SPREAD | INLINE_FRAGMENT
    directive @stream(if: Boolean, label: String, initialCount: Int) on FIELD
    type Query { f(x: Int): Int l: [Int] q: Query node: Node }
    type Subscription { s: Int t: Int q: Query }
    """ + joined(50) { "type C\($0) implements Node { id: ID n: Node }" }

  @Test(arguments: right)
  func validOperationsAreAccepted(shape: Shape) throws {
    let result = try validate(shape.text(2_000), options: ValidationOptions(unusedFragments: .off))
    #expect(result.diagnostics.map(\.message) == [])
    #expect(result.document != nil)
  }

  @Test(arguments: wrong)
  func invalidOperationsAreRejected(shape: Shape) throws {
    let result = try validate(shape.text(2_000))
    #expect(result.document == nil)
    #expect(result.diagnostics.count <= Report.maximumErrors + 1)
  }

  @Test(arguments: right + wrong)
  func workIsLinearInTheSize(shape: Shape) throws {
    let (small, large) = (try Work(shape.text(500)), try Work(shape.text(1_000)))
    #expect(small.merging > 0)
    #expect(large.merging < 3 * small.merging + 1_000)
    #expect(large.variables < 3 * small.variables + 1_000)
  }

  @Test func costlyComparisonIsStoppedWithAnError() throws {
    // Each fragment's name contains one of two names, so the selections to merge depend on all of them.
    let depth = 14
    var text = "{ ...L0 }" + " fragment L\(depth) on Query { f }"
    for level in 0..<depth {
      let next = { (name: String) in "q { ...L\(level + 1) ...M\(name)\(depth)_\(level) }" }
      text += " fragment L\(level) on Query { a: \(next("a")) b: \(next("b")) }"
      for name in ["a", "b"] {
        for rest in 1...depth {
          let inner = rest == 1 ? "f" : "...M\(name)\(rest - 1)_\(level)"
          text +=
            " fragment M\(name)\(rest)_\(level) on Query { a: q { \(inner) } b: q { \(inner) } }"
        }
      }
    }
    let work = try Work(text, maximumSteps: 20_000)
    #expect(work.merging < 30_000)
    #expect(work.report.diagnostics.map(\.rule) == [.overlappingFieldsCanBeMerged])
  }

  @Test func deepNestingDoesNotExhaustTheStack() throws {
    let fields = "{ \(nested(125)) }"
    let fragments = "{ " + repeated("... on Query { ", 125) + "f" + repeated(" }", 126)
    #expect(try validate(fields).diagnostics == [])
    #expect(try validate(fragments).diagnostics == [])
  }

  // MARK: Running

  private func validate(
    _ text: String, options: ValidationOptions = .strict
  ) throws -> (document: Validated<ExecutableDocument>?, diagnostics: [Diagnostic]) {
    let input = try ExecutableInput([text], schemaText: Self.schema)
    return ExecutableValidation.validate(
      input.document, schema: Validated(input.schema), symbols: input.symbols,
      sources: input.sources, options: options)
  }

  /// The amount of work of the rules that compare several definitions.
  private struct Work {
    let merging: Int
    let variables: Int
    let report: Report

    init(_ text: String, maximumSteps: Int = FieldMerging.maximumSteps) throws {
      let input = try ExecutableInput([text], schemaText: HostileOperationTests.schema)
      var validator = DocumentValidator(
        input.document, schema: input.schema, symbols: input.symbols, sources: input.sources,
        options: .strict)
      validator.visitDefinitions()
      let graph = FragmentGraph(validator.summary)
      var uses = VariableUses(
        input.document, validator.summary, graph, schema: input.schema, symbols: input.symbols)
      uses.compare()
      var merging = FieldMerging(
        validator.summary.fieldSets, symbols: input.symbols, sources: input.sources,
        maximumConflicts: Report.maximumErrors, maximumSteps: maximumSteps)
      merging.check(graph.rootSets(validator.summary))
      validator.reportConflicts(of: merging)
      self.merging = merging.steps
      variables = uses.steps
      report = validator.report
    }
  }
}

// MARK: Making texts

private func repeated(_ text: String, _ count: Int) -> String {
  String(repeating: text, count: count)
}

private func joined(_ count: Int, _ text: (Int) -> String) -> String {
  (0..<count).map(text).joined(separator: " ")
}

/// Fragments whose selections `body` makes from the number of the next fragment.
private func chain(_ count: Int, _ name: String = "F", _ body: (Int) -> String) -> String {
  " " + joined(count) { "fragment \(name)\($0) on Query { \(body($0 + 1)) }" }
    + " fragment \(name)\(count) on Query { f }"
}

/// A field inside `depth` others.
private func nested(_ depth: Int, _ field: String = "f") -> String {
  repeated("q { ", depth) + field + repeated(" }", depth) + " "
}
