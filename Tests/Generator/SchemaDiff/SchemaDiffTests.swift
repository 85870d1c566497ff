// Tests every kind of change.

import AuthGenLanguage
import AuthGenSchemaDiff
import AuthGenTestSupport
import AuthGenTypeSystem
import Foundation
import Testing

extension SchemaDiff {
  /// Returns the changes for a client with the feature A, and the secret scalar S.
  static func changes(
    from old: Schema, to new: Schema, symbols: SymbolTable, sources: SourceMap
  ) -> [SchemaChange] {
    let marks = [old, new].map {
      SchemaMarks(
        authenticated: "authenticated", feature: "if", weight: "weight", rateLimit: "rateLimit",
        in: $0, symbols: symbols, sources: sources)
    }
    return changes(
      from: old, to: new,
      client: SchemaDiffClient(
        marks: (marks[0], marks[1]), features: ["A"], secretScalars: ["S"], isIntrospection: false),
      symbols: symbols, sources: sources)
  }
}

@Suite struct SchemaDiffTests {
  private static let examples = TextCase.all(in: "Generator/SchemaDiff/schema-changes.txt").filter {
    $0.lines[0].hasPrefix("-")
  }

  private static func found(_ old: String, _ new: String) throws -> [SchemaChange] {
    let workspace = Workspace()
    let schemas = (try workspace.schema(old), try workspace.schema(new))
    return SchemaDiff.changes(
      from: schemas.0, to: schemas.1, symbols: workspace.symbols, sources: workspace.sources)
  }

  private static func lines(_ old: String, _ new: String) throws -> [String] {
    try found(old, new).map { "\($0.code) \($0.criticality) \($0.coordinate)" }
  }

  @Test(arguments: examples) func changeHasItsKind(_ example: TextCase) throws {
    func schema(_ mark: String) -> String {
      example.lines.filter { $0.hasPrefix(mark) }.map { $0.dropFirst(2) }.joined(separator: "\n")
    }
    #expect(try Self.lines(schema("- "), schema("+ ")) == Self.changes(example))
  }

  private static func changes(_ example: TextCase) -> [String] {
    example.lines.filter { !$0.hasPrefix("- ") && !$0.hasPrefix("+ ") }
  }

  @Test func everyKindHasAnExample() {
    let kinds = Self.examples.flatMap(Self.changes).map { String($0.prefix { $0 != " " }) }
    let codes = SchemaChangeKind.allCases.map(\.rawValue).flatMap { code in
      ["ARG", "INPUT_FIELD", "DIRECTIVE_ARG"].map { code.replacing("*", with: $0) }
    }
    #expect(Set(codes).subtracting(kinds) == ["DIRECTIVES_LOST"])
  }

  /// As after an introspection.
  @Test func schemaThatLosesAllMarksHasOneChange() throws {
    let fields = (0..<11).map { "f\($0): Int" }
    let marked = fields.map { $0 + " @authenticated @weight(value: 1)" }.joined(separator: " ")
    let plain = fields.joined(separator: " ")
    #expect(
      try Self.lines("type T { \(marked) }", "type T { \(plain) }")
        == ["DIRECTIVES_LOST dangerous schema"])
    #expect(
      try Self.lines(
        "type T { a: Int @weight(value: 1) \(marked) }",
        "type T { a: Int @weight(value: 1) \(plain) }"
      ).count
        == 22)
  }

  /// An input has the old definition of a type, and the new one.
  @Test(arguments: RecordedCase.all("SchemaDiff/Consequences.txt"))
  func effectIsTrue(_ recorded: RecordedCase) throws {
    try recorded.expectOutputs { input in
      let types = input.components(separatedBy: "\n")
      return try Self.found(types[0], types[1]).map { "\($0.code): \($0.consequence)" }
        .joined(separator: "\n")
    }
  }

  @Test func changeHasItsPositions() throws {
    let workspace = Workspace()
    let old = try workspace.schema("type T {\n  a: Int\n  b: Int\n}")
    let new = try workspace.schema("\ntype T {\n  a: String\n c: Int\n}")
    let changes = SchemaDiff.changes(
      from: old, to: new, symbols: workspace.symbols, sources: workspace.sources)
    #expect(changes.map(\.coordinate) == ["T.a", "T.b", "T.c"])
    let places = changes.map { change in
      [change.old, change.new, change.placeInNew].map { $0.map(workspace.sources.place) ?? "-" }
    }
    #expect(places == [["2:3", "3:3", "3:3"], ["3:3", "-", "2:6"], ["-", "4:2", "4:2"]])
  }

  @Test func invalidSchemasCanBeCompared() throws {
    let broken = """
      type T implements I & I { a: Gone a: Int b(c: Gone = [{}]): [Gone!]! } type T { z: Int }
      union U = Gone | T | T  enum E { A A }  input I { i: I! i: I }  schema { query: Nothing }
      """
    #expect(try Self.lines(broken, broken) == [])
    #expect(try !Self.lines(broken, "type T { a: Int }").isEmpty)
    #expect(try !Self.lines("type T { a: Int }", broken).isEmpty)
  }

  /// 20,000 fields in the opposite order.
  @Test(.timeLimit(.minutes(5))) func longListsAreComparedInLinearTime() throws {
    let names = (0..<20_000).map { "f\($0): Int" }
    let old = "type T { \(names.joined(separator: " ")) }"
    let new = "type T { \(names.reversed().joined(separator: " ")) g: Int }"
    #expect(try Self.lines(old, new) == ["FIELD_ADDED safe T.g"])
  }
}
