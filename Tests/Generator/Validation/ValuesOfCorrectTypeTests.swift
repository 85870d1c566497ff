// Tests values with variables, as in operations. The fixtures of the type system cover constant values.

import AuthGenLanguage
import AuthGenTypeSystem
import Testing

@testable import AuthGenValidation

struct ValuesOfCorrectTypeTests {
  /// The result of checking a value: errors as columns in the value, and variables as `name: type` with the
  /// known facts about their positions.
  private struct Outcome: Equatable {
    var errors: [Int] = []
    var uses: [String] = []
  }

  private func check(_ value: String, _ type: String?) throws -> Outcome {
    var symbols = SymbolTable()
    var sources = SourceMap()
    let text = """
      input Where { a: Int!, b: Int! = 1, list: [Where!], any: Any }
      input By @oneOf { id: ID, name: String }
      scalar Any
      enum Color { RED }
      type Query { a: Int }
      """
    let source = try sources.add(path: "schema", bytes: Array(text.utf8))
    let document = try Document.parse(source, symbols: &symbols)
    let prefix = "{a(a:"
    let operations = try sources.add(path: "value", bytes: Array("\(prefix)\(value))}".utf8))
    let operation = try Document.parse(operations, symbols: &symbols)
    guard case .operation(let definition) = operation.definitions.first,
      case .field(let field) = definition.selectionSet.selections.first,
      let argument = field.arguments.first
    else { return Outcome() }
    let reference = try type.map { try self.type($0, &symbols, &sources) }
    let schema = try Schema([document], symbols: &symbols, sources: &sources)
    var validator = DocumentValidator(
      ExecutableDocument([operation]), schema: schema, symbols: symbols, sources: sources,
      options: .strict)
    validator.checkValuesOfCorrectType(argument.value, type: reference)
    return Outcome(
      errors: validator.report.diagnostics.map {
        (sources.location(of: $0.position)?.column ?? 0) - prefix.utf8.count
      },
      uses: validator.summary.uses.map { use in
        symbols[use.variable] + ": " + (use.type?.text(symbols) ?? "-")
          + (use.hasDefaultValue ? " default" : "")
          + (use.oneOf.map { " oneOf \(symbols[$0])" } ?? "")
      })
  }

  private func type(
    _ text: String, _ symbols: inout SymbolTable, _ sources: inout SourceMap
  ) throws -> TypeReference {
    let source = try sources.add(path: "type", bytes: Array("query($a: \(text)) { b }".utf8))
    let document = try Document.parse(source, symbols: &symbols)
    guard case .operation(let query) = document.definitions.first else {
      return .init(Name(.empty))
    }
    return try #require(query.variables.first).type
  }

  @Test func variableIsReportedWithItsPositionsType() throws {
    #expect(try check("$v", "[Int!]!") == Outcome(uses: ["v: [Int!]!"]))
    #expect(try check("[$v, 1]", "[Int!]!") == Outcome(uses: ["v: Int!"]))
    #expect(
      try check("{ a: $v, b: $w }", "Where") == Outcome(uses: ["v: Int!", "w: Int! default"]))
  }

  @Test func singleValueForAListIsCheckedAsItsElement() throws {
    #expect(
      try check("{ a: 1, list: { a: $v, list: [{ a: \"1\" }] } }", "[[Where]]")
        == Outcome(errors: [36], uses: ["v: Int!"]))
  }

  @Test func oneOfFieldIsReported() throws {
    #expect(try check("{ id: $v }", "By!") == Outcome(uses: ["v: ID oneOf By"]))
    #expect(
      try check("{ id: $v, name: $w }", "By")
        == Outcome(errors: [1], uses: ["v: ID oneOf By", "w: String oneOf By"]))
  }

  @Test func variablesInCustomScalarsHaveNoTypeOutsideLists() throws {
    #expect(try check("{ x: $v, y: [$w] }", "Any") == Outcome(uses: ["v: -", "w: -"]))
    #expect(try check("[$v]", "Any") == Outcome(uses: ["v: Any"]))
  }

  @Test func variablesInInvalidValuesAreStillReported() throws {
    #expect(try check("[$v, { x: $w }]", "Int!") == Outcome(errors: [1], uses: ["v: Int", "w: -"]))
    #expect(try check("{ x: $v }", "Color") == Outcome(errors: [1], uses: ["v: -"]))
    #expect(try check("{ a: 1, x: $v }", "Where") == Outcome(errors: [9], uses: ["v: -"]))
  }

  @Test func onlyVariablesAreCheckedWithoutAnInputType() throws {
    #expect(try check("[1, \"a\", { x: $v }]", nil) == Outcome(uses: ["v: -"]))
    #expect(try check("$v", "Query") == Outcome(uses: ["v: -"]))
    #expect(try check("$v", "Missing") == Outcome(uses: ["v: -"]))
  }

  @Test func severalMissingFieldsAreOneError() throws {
    #expect(try check("[{}, { list: [{}] }]", "[Where]") == Outcome(errors: [2, 6, 15]))
  }
}
