// Tests schemas made to exhaust the stack, the memory or time. With these sizes, anything much slower than
// linear time exceeds the limit.

import AuthGenLanguage
import Testing

@testable import AuthGenValidation

@Suite(.timeLimit(.minutes(5)))
struct HostileSchemaTests {
  private static let query = "type Query { a: Int }\n"

  private static func lines(_ count: Int, _ line: (Int) -> String) -> String {
    query + (0..<count).map(line).joined(separator: "\n")
  }

  @Test func longInputObjectCycleIsOneError() throws {
    let count = 20_000
    let check = try SchemaCheck(
      Self.lines(count) { "input I\($0) { a: I\(($0 + 1) % count)! }" })
    #expect(check.diagnostics.map(\.rule) == [.inputObjectCycles])
    #expect(check.diagnostics.allSatisfy { $0.notes.count < 10 })
  }

  @Test func longInputObjectChainIsValid() throws {
    let check = try SchemaCheck(
      Self.lines(20_000) { $0 == 0 ? "input I0 { a: Int! }" : "input I\($0) { a: I\($0 - 1)! }" })
    #expect(check.diagnostics.isEmpty)
  }

  @Test func longDefaultValueCycleIsOneError() throws {
    let count = 10_000
    let check = try SchemaCheck(
      Self.lines(count) { "input I\($0) { a: I\(($0 + 1) % count) = {} }" })
    #expect(check.diagnostics.map(\.rule) == [.inputObjectDefaultValueHasCycle])
  }

  @Test func manyDefaultValuesOfOneTypeAreOneCycle() throws {
    let fields = (0..<10_000).map { "f\($0): X = { f0: null }" }.joined(separator: " ")
    let check = try SchemaCheck(Self.query + "input X { \(fields) }")
    #expect(check.diagnostics.map(\.rule) == [.inputObjectDefaultValueHasCycle])
  }

  @Test func longDirectiveCycleIsOneError() throws {
    let count = 10_000
    let check = try SchemaCheck(
      Self.lines(count) {
        "directive @d\($0)(a: Int @d\(($0 + 1) % count)) on ARGUMENT_DEFINITION"
      })
    #expect(check.diagnostics.map(\.rule) == [.directiveCycles])
  }

  @Test func interfaceCycleTerminates() throws {
    let count = 5_000
    let check = try SchemaCheck(
      Self.lines(count) { "interface I\($0) implements I\(($0 + 1) % count) { a: Int }" })
    #expect(check.schema == nil)
  }

  @Test func errorLimitIsReportedAtTheEnd() throws {
    let check = try SchemaCheck(Self.lines(5_000) { "type T\($0) { a: U\($0) }" })
    #expect(check.diagnostics.count == Report.maximumErrors + 1)
    #expect(check.diagnostics.last?.severity == .warning)
    #expect(check.schema == nil)
  }

  @Test func manyIncompleteImplementationsAreCheckedFast() throws {
    let fields = (0..<5_000).map { "f\($0): Int" }.joined(separator: " ")
    let check = try SchemaCheck(
      Self.lines(5_000) { "type T\($0) implements I { a: Int }" } + "interface I { \(fields) }")
    #expect(check.diagnostics.count == Report.maximumErrors + 1)
  }

  @Test func deeplyNestedValuesAreChecked() throws {
    let value = String(repeating: "[", count: 120) + "\"a\"" + String(repeating: "]", count: 120)
    let object =
      String(repeating: "{ a: ", count: 120) + "null" + String(repeating: " }", count: 120)
    let check = try SchemaCheck(
      "type Query { a(b: Int = \(value), c: X = \(object)): Int } input X { a: X }")
    #expect(check.problems.map(\.rule) == ["ValuesOfCorrectType"])
  }
}
