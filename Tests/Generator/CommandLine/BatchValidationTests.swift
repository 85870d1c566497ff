// Tests the protocol of `validate --batch`: one output line per input line.

import AuthGenCommandLine
import Testing

struct BatchValidationTests {
  private func results(_ input: String) -> [String] {
    results(Array(input.utf8))
  }

  private func results(_ input: [UInt8]) -> [String] {
    var results: [String] = []
    BatchValidation.run(input) { results.append(String(decoding: $0, as: UTF8.self)) }
    return results
  }

  /// The rule and position of the first diagnostic for each line of `input`, nil for a valid line.
  private func problems(_ input: String) -> [String?] {
    results(input).map { result in
      guard result.contains(#""valid":false"#) else { return nil }
      let names = ["rule", "file", "line", "column"]
      return names.compactMap { name in
        result.split(separator: "\"\(name)\":", maxSplits: 1).dropFirst().first?
          .prefix { $0 != "," && $0 != "}" }
      }.map { $0.filter { $0 != "\"" } }.joined(separator: " ")
    }
  }

  @Test func eachLineHasOneResultLine() {
    let input =
      #"{"id":"1","schema":null,"document":"{ a }"}"# + "\n\n \t\r\n"
      + #"{"id":2,"schema":"type Query { a: Int }","document":null}"# + "\r\n"
      + #"{"id":["é",null],"schema":"type Query { a: Int }","document":"{ a }"}"#
    #expect(
      results(input) == [
        #"{"id":"1","valid":true,"diagnostics":[]}"# + "\n",
        #"{"id":2,"valid":true,"diagnostics":[]}"# + "\n",
        #"{"id":["é",null],"valid":true,"diagnostics":[]}"# + "\n",
      ])
    #expect(results("") == [])
  }

  @Test(arguments: [
    (#""type Query { a: Int""#, #""{""#, "syntax schema 1 20"),
    (#""type Query { a: B }""#, #""{""#, "KnownTypeNames schema 1 17"),
    (#""type Query { a: Int }""#, #""{\n""#, "syntax document 2 1"),
    (#""type Query { a: Int }""#, #""{\n  b }""#, "FieldsOnCorrectType document 2 3"),
    (#""""#, "null", "syntax schema 1 1"),
    ("null", #""""#, "syntax document 1 1"),
  ])
  func firstFailingStageIsReported(schema: String, document: String, problem: String) {
    #expect(problems(#"{"id":1,"schema":\#(schema),"document":\#(document)}"#) == [problem])
  }

  @Test func anyDefinitionsParseWithoutASchema() {
    #expect(
      problems(#"{"id":1,"schema":null,"document":"type A { b: C } fragment D on E { f }"}"#)
        == [nil])
  }

  @Test func unusedFragmentsAreErrors() {
    let document = "{ a } fragment B on Query { a }"
    #expect(
      problems(#"{"id":1,"schema":"type Query { a: Int }","document":"\#(document)"}"#)
        == ["NoUnusedFragments document 1 7"])
  }

  @Test func schemasMayBeIntrospectionJSON() {
    let type = #"{"kind":"SCALAR","name":"Int","ofType":null}"#
    let field = #"{"name":"a","args":[],"type":\#(type)}"#
    let query = #"{"kind":"OBJECT","name":"Query","fields":[\#(field)],"interfaces":[]}"#
    let scalar = #"{"kind":"SCALAR","name":"Int"}"#
    let json =
      #"{"__schema":{"queryType":{"name":"Query"},"types":[\#(query),\#(scalar)],"directives":[]}}"#
    let schema = json.split(separator: "\"", omittingEmptySubsequences: false)
      .joined(separator: "\\\"")
    #expect(
      problems(
        #"{"id":1,"schema":"\#(schema)","document":"{ a }"}"# + "\n"
          + #"{"id":2,"schema":"\#(schema)","document":"{ b }"}"#)
        == [nil, "FieldsOnCorrectType document 1 3"])
  }

  @Test func loneSurrogateIsAnError() throws {
    let result = try #require(
      results(#"{"id":"\ud800","schema":null,"document":"{ a(b: \"\ud800\") }"}"#).first)
    #expect(result.hasPrefix(#"{"id":"\ud800","valid":false,"#))
    #expect(result.contains(#""rule":"batch""#))
    #expect(result.contains(#"\"document\" contains half of a surrogate pair"#))
    #expect(
      results(#"{"id":"\ud800","schema":null,"document":"{ a(b: \"\ud83d\ude00\") }"}"#)
        == [#"{"id":"\ud800","valid":true,"diagnostics":[]}"# + "\n"])
  }

  @Test(arguments: [
    ("x", "null", "line 1, column 1: expected a value, found \\\"x\\\""),
    ("[]", "null", "line 1, column 1: expected an object, found an array"),
    (#"{"schema":"","document":""}"#, "null", #"line 1, column 1: the member \"id\" is missing"#),
    (#"{"id":7,"schema":null}"#, "7", #"line 1, column 1: the member \"document\" is missing"#),
    (
      #"{"id":"a","schema":1,"document":null}"#, #""a""#,
      #"line 1, column 20: \"schema\" is a number"#
    ),
    (
      #"{"id":1,"schema":null,"document":null}"#, "1",
      "line 1, column 1: there is neither a schema nor a document"
    ),
  ])
  func invalidLineIsAnError(line: String, id: String, message: String) throws {
    let result = try #require(results(line).first)
    let start =
      #"{"id":\#(id),"valid":false,"diagnostics":[{"severity":"error","rule":"batch","#
      + #""message":"\#(message)""#
    #expect(result.hasPrefix(start), "\(result)")
    #expect(result.hasSuffix("}]}\n"))
  }

  @Test func linesAfterAnInvalidLineHaveResults() {
    let input = Array("{\n".utf8) + [0xFF, 0x00, 0x0A]
    let last = #"{"id":3,"schema":null,"document":"{ a }"}"#
    let results = results(input + Array(last.utf8))
    #expect(results.count == 3)
    #expect(results.last == #"{"id":3,"valid":true,"diagnostics":[]}"# + "\n")
    #expect(results[1].contains("line 2, column 1: "))
  }

  @Test func deepNestingHasAResult() {
    let brackets = String(repeating: "[", count: 100_000)
    let braces = String(repeating: "{a", count: 100_000)
    let found = problems(
      #"{"id":\#(brackets)"# + "\n" + #"{"id":1,"schema":null,"document":"\#(braces)"}"#)
    #expect(found.count == 2)
    #expect(found.first == "batch")
    #expect(found.last??.hasPrefix("syntax document 1 ") == true)
  }
}
