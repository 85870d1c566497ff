// Tests that one schema error is reported once, at the place to fix, however many consequences it has.

import AuthGenTestSupport
import AuthGenValidation
import Testing

struct OneReportTests {
  @Test(arguments: RecordedCase.all("Validation/OneReport.txt"))
  func errorIsReportedOnceAtItsPosition(_ recorded: RecordedCase) throws {
    let fields = (0..<20).map { "f\($0)(a: Int, b: Int): Int" }.joined(separator: " ")
    try recorded.expectOutputs { input in
      let lines = input.replacing("TWENTY_FIELDS", with: fields).split(separator: "\n")
      let schema = lines.flatMap { line in
        guard line.hasPrefix("50 types ") else { return [String(line)] }
        return (0..<50).map { "type T\($0) implements Node \(line.dropFirst(9))" }
      }.joined(separator: "\n")
      let check = try SchemaCheck(schema)
      #expect(check.diagnostics.count == 1)
      // In an element that is not used, it is one warning.
      let unused = try SchemaCheck(
        schema + " type Mutation { nothing: Int }", operations: "mutation { nothing }")
      #expect(unused.problems.map(\.rule) == check.problems.map { "warning \($0.rule)" })
      #expect(unused.schema != nil)
      return check.text
    }
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
