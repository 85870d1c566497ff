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
    let workspace = Workspace()
    let document = try workspace.parse(text, path: "schema")
    let reference = try type.map { try workspace.reference($0) }
    let prefix = "{f(a: "
    let argument = try workspace.value(value)
    let (symbols, sources) = (workspace.symbols, workspace.sources)
    var validator = DocumentValidator(
      ExecutableDocument([]), schema: try workspace.schema([document]), symbols: symbols,
      sources: sources, options: .strict)
    validator.checkValuesOfCorrectType(argument, type: reference)
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
}
