// Tests that one schema error is reported once, at the place to fix, however many consequences it has.

import AuthGenLanguage
import AuthGenTypeSystem
import Testing

@testable import AuthGenValidation

struct OneReportTests {
  /// A schema in which `▲` marks the only reported position.
  struct Case: CustomTestStringConvertible, Sendable {
    let rule: Diagnostic.Rule
    let schema: String

    init(_ rule: Diagnostic.Rule, _ schema: String) {
      self.rule = rule
      self.schema = schema
    }

    var testDescription: String { "\(rule.rawValue): \(schema.prefix(60))" }
  }

  private static let twentyFields = (0..<20).map { "f\($0)(a: Int, b: Int): Int" }
    .joined(separator: " ")

  /// - Parameter body: the body of each of 50 types that implement the interface.
  private static func implementing(_ interface: String, _ body: String) -> String {
    let types = (0..<50).map { "type T\($0) implements Node { \(body) }" }
    return "type Query { a: Node }\n\(interface)\n" + types.joined(separator: "\n")
  }

  static let cases = [
    Case(
      .uniqueTypeNames,
      "type Query { a: T } type T { \(twentyFields) } type ▲T { \(twentyFields) }"),
    Case(
      .uniqueTypeNames,
      "directive @d on OBJECT type Query { a: T } type T @d { b: Int } type ▲T @d { b: Int }"),
    Case(
      .uniqueTypeNames,
      "type Query { a: T } extend type T { c: Int } type T { b: Int } type ▲T { b: Int, c: Int }"),
    Case(
      .uniqueTypeNames,
      "type Query { a(b: E): Int } enum E { \(twentyFields.filter(\.isLetter)) } enum ▲E { A }"),
    Case(
      .uniqueTypeNames,
      "type Query { a(b: I): Int } input I { b: Int, c: Int } input ▲I { b: Int, c: String }"),
    Case(
      .uniqueFieldDefinitionNames,
      implementing("interface Node { id: ID, ▲id: Int }", "id: ID")),
    Case(.nonEmptyTypes, implementing("▲interface Node", "id: ID")),
    Case(.knownTypeNames, implementing("interface Node { id: ▲Missing }", "id: ID")),
    Case(.knownTypeNames, implementing("interface Node { id: ▲Missing }", "id: Missing")),
    Case(
      .knownTypeNames, implementing("interface Node { id(a: ▲Missing): Int }", "id(a: Int): Int")),
    Case(
      .isOutputType,
      implementing("input I { a: Int } interface Node { id: ▲I }", "id: ID")),
    Case(
      .isInputType,
      implementing("interface Node { id(a: ▲Query): Int }", "id(a: Int): Int")),
    Case(
      .isValidImplementation,
      implementing("interface Node implements ▲Query { a: Node }", "a: Node")),
    Case(
      .isValidImplementation, implementing("interface Node implements ▲Node { a: ID }", "a: ID")),
    Case(.knownTypeNames, implementing("interface Node implements ▲Missing { a: ID }", "a: ID")),
    Case(
      .knownTypeNames,
      "type Query { a: ▲Missing, b(c: Missing): Missing } union U = Query | Missing"),
    Case(
      .knownDirectives,
      "type Query ▲@key { a: Int @key } type T @key @key(a: 1) { b(c: Int @key): Int @key }"),
    Case(
      .uniqueDirectiveNames,
      "type Query { a: Int @d } directive @d(a: Int) on FIELD_DEFINITION"
        + " directive @▲d(a: Int) on FIELD_DEFINITION"),
  ]

  @Test(arguments: cases)
  func errorIsReportedOnceAtItsPosition(_ this: Case) throws {
    let parts = this.schema.split(separator: "▲", omittingEmptySubsequences: false)
    try #require(parts.count == 2)
    let check = try SchemaCheck(parts.joined())
    #expect(check.diagnostics.map(\.rule) == [this.rule])
    let source = try #require(check.sources.sources.first { $0.path == "" })
    let offset = Int(try #require(check.diagnostics.first).position.offset - source.base)
    #expect(offset == parts[0].utf8.count)
  }

  @Test(arguments: cases)
  func unusedErrorIsOneWarning(_ this: Case) throws {
    let schema = this.schema.replacing("▲", with: "") + " type Mutation { nothing: Int }"
    let check = try SchemaCheck(schema, operations: "mutation { nothing }")
    #expect(check.problems.map(\.rule) == ["warning \(this.rule.rawValue)"])
    #expect(check.schema != nil)
  }

  @Test func comparisonWithTheReferenceIncludesAllConsequences() throws {
    let check = try SchemaCheck(
      "type Query { a: Missing, b: Missing } type T { a: Int } type T { a: Int }", options: .batch)
    #expect(
      check.problems.map(\.rule) == [
        "KnownTypeNames", "KnownTypeNames", "UniqueTypeNames", "UniqueFieldDefinitionNames",
      ])
  }
}
