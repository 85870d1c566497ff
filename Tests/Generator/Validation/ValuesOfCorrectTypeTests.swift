// Tests values with variables, as in operations. The fixtures of the type system cover constant values.

import AuthGenLanguage
import AuthGenTestSupport
import AuthGenTypeSystem
import Testing

@testable import AuthGenValidation

struct ValuesOfCorrectTypeTests {
  /// Each input is a type, or `-` for none, and a value. Its output is the columns of errors in the value,
  /// and the variables with the known facts about their positions.
  @Test(arguments: RecordedCase.all("Validation/Values.txt"))
  func valueHasItsErrorsAndUsesItsVariables(_ recorded: RecordedCase) throws {
    try recorded.expectOutputs { text in
      let parts = try #require(text.wholeMatch(of: /(\S+) = (.*)/))
      let type = parts.1 == "-" ? nil : String(parts.1)
      return try check(String(parts.2), type, schema: recorded.setUp)
    }
  }

  private func check(_ value: String, _ type: String?, schema text: String) throws -> String {
    var symbols = SymbolTable()
    var sources = SourceMap()
    let source = try sources.add(path: "schema", bytes: Array(text.utf8))
    let document = try Document.parse(source, symbols: &symbols)
    let prefix = "{a(a:"
    let operations = try sources.add(path: "value", bytes: Array("\(prefix)\(value))}".utf8))
    let operation = try Document.parse(operations, symbols: &symbols)
    guard case .operation(let definition) = operation.definitions.first,
      case .field(let field) = definition.selectionSet.selections.first,
      let argument = field.arguments.first
    else { return "no argument" }
    let reference = try type.map { try self.type($0, &symbols, &sources) }
    let schema = try Schema([document], symbols: &symbols, sources: &sources)
    var validator = DocumentValidator(
      ExecutableDocument([operation]), schema: schema, symbols: symbols, sources: sources,
      options: .strict)
    validator.checkValuesOfCorrectType(argument.value, type: reference)
    let errors = validator.report.diagnostics.map {
      "error \((sources.location(of: $0.position)?.column ?? 0) - prefix.utf8.count)"
    }
    let uses = validator.summary.uses.map { use in
      symbols[use.variable] + ": " + (use.type?.text(symbols) ?? "-")
        + (use.hasDefaultValue ? " default" : "")
        + (use.oneOf.map { " oneOf \(symbols[$0])" } ?? "")
    }
    return (errors + uses).joined(separator: "\n")
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
}
