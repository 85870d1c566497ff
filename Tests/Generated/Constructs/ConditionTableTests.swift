// Tests that conditions are evaluated with the variables of a call, and guessed without them.

@_spi(Generated) import AuthGenRuntime
import ConstructsFixture
import Foundation
import Testing

@Suite struct ConditionTableTests {
  struct Name: ResponseObject, Codable, Equatable {
    var name: String?

    init(name: String?) { self.name = name }

    init(fields: inout FieldReader) { self.name = fields.optionalString("name") }

    func encode(into fields: FieldWriter) { fields.optionalString("name", name) }
  }

  /// `required` and `optional` are selected under a condition; so is a fragment with `name`.
  private func read(
    _ json: String, if condition: StaticString, _ variables: [String: Bool]?
  ) throws -> (required: String?, optional: String?, part: Name?) {
    struct Row: ResponseObject, Codable {
      @TaskLocal static var condition: StaticString = ""

      var required: String?
      var optional: String?
      var part: Name?

      init(fields: inout FieldReader) {
        fields.only(if: Self.condition, nonNull: true)
        self.required = fields.optionalString("required")
        fields.only(if: Self.condition)
        self.optional = fields.optionalString("optional")
        self.part = fields.part(if: Self.condition, orAnyOf: ["name"])
      }

      func encode(into fields: FieldWriter) {
        if let required { fields.string("required", required) } else { fields.omitted("required") }
        if let optional { fields.string("optional", optional) } else { fields.omitted("optional") }
        fields.part(part)
      }
    }
    return try Row.$condition.withValue(condition) {
      let own = try Row(json: Data(json.utf8), variables: variables)
      let decoder = JSONDecoder()
      decoder.userInfo[.conditionVariables] = variables
      let foundations = try decoder.decode(Row.self, from: Data(json.utf8))
      #expect(own.required == foundations.required && own.optional == foundations.optional)
      #expect(own.part == foundations.part)
      return (own.required, own.optional, own.part)
    }
  }

  /// The condition, the variables that are true, and whether the selection applies.
  @Test(
    arguments: [
      ("a", ["a"], true), ("a", [], false), ("!b", [], true), ("!b", ["b"], false),
      ("a && !b", ["a"], true), ("a && !b", ["a", "b"], false), ("a && !b", ["b"], false),
      ("a && !b", [], false),
      ("a || b", ["a"], true), ("a || b", ["b"], true), ("a || b", [], false),
      ("a && b || !c", ["a", "b", "c"], true), ("a && b || !c", ["a", "c"], false),
      ("a && b || !c", ["a"], true),
      ("", ["a"], false),
    ] as [(StaticString, [String], Bool)])
  func everyCombinationIsEvaluated(
    _ condition: StaticString, _ true: [String], _ applies: Bool
  ) throws {
    let variables = Dictionary(
      uniqueKeysWithValues: ["a", "b", "c"].map { ($0, `true`.contains($0)) })
    let whole = #"{"required":"r","optional":"o","name":"n"}"#
    let row = try read(whole, if: condition, variables)
    #expect(row.required == (applies ? "r" : nil) && row.optional == (applies ? "o" : nil))
    #expect(row.part == (applies ? Name(name: "n") : nil))
    // Another selection may have brought the fields, with any value.
    for json in [#"{"required":null,"name":1}"#, #"{"required":7,"optional":{}}"#] {
      if applies {
        #expect(throws: (any Error).self) { try read(json, if: condition, variables) }
      } else {
        let row = try read(json, if: condition, variables)
        #expect(row.required == nil && row.optional == nil && row.part == nil)
      }
    }
    if applies {
      let error = #expect(throws: ResponseDecodingError.self) {
        try read(#"{"optional":"o"}"#, if: condition, variables)
      }
      #expect(error?.reason == .missing && error?.path == ["required"])
    } else {
      #expect(try read("{}", if: condition, variables).required == nil)
    }
  }

  @Test func withoutVariablesAbsentIsNilAndNullIsAnError() throws {
    let absent = try read("{}", if: "a", nil)
    #expect(absent.required == nil && absent.optional == nil && absent.part == nil)
    #expect(throws: (any Error).self) { try read(#"{"required":null}"#, if: "a", nil) }
    let present = try read(#"{"required":"r","optional":null,"name":null}"#, if: "a", nil)
    #expect(present.required == "r" && present.part == Name(name: nil))
  }

  @Test func operationPassesItsVariablesWithTheirDefaults() {
    #expect(ConditionsInsideQuery().conditionVariables == ["no": false])
    #expect(ConditionsInsideQuery(no: true).conditionVariables == ["no": true])
  }
}
