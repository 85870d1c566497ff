// Tests the protocol of `validate --batch`: one output line per input line.

import AuthGenCommandLine
import AuthGenTestSupport
import Testing

struct BatchValidationTests {
  @Test(arguments: RecordedCase.all("CommandLine/Batch.txt"))
  func eachLineHasItsResult(_ recorded: RecordedCase) throws {
    try recorded.expectOutputs { input in
      let results = results(Array(input.utf8))
      #expect(results.allSatisfy { $0.last == "\n" })
      return results.map { $0.dropLast() }.joined(separator: "\n")
    }
  }

  private func results(_ input: [UInt8]) -> [String] {
    var results: [String] = []
    BatchValidation.run(input) { results.append(String(decoding: $0, as: UTF8.self)) }
    return results
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
    let input =
      #"{"id":\#(brackets)"# + "\n" + #"{"id":1,"schema":null,"document":"\#(braces)"}"#
    let results = results(Array(input.utf8))
    #expect(results.count == 2)
    #expect(results.first?.contains(#""rule":"batch""#) == true)
    #expect(results.last?.contains(#""rule":"syntax""#) == true)
  }
}
