// Tests the errors of invalid templates.

import AuthGenMustache
import AuthGenTestSupport
import Testing

@Suite struct MustacheErrorTests {
  @Test(arguments: RecordedCase.all("Mustache/Errors.txt"))
  func templateHasItsError(_ recorded: RecordedCase) throws {
    try recorded.expectOutputs { text in
      let error = #expect(throws: MustacheError.self) { try render(text) }
      return try #require(error).description
    }
  }

  @Test
  func longNameIsCutInTheMessage() {
    let error = #expect(throws: MustacheError.self) {
      try render("{{" + String(repeating: "x ", count: 500) + "}}")
    }
    #expect((error?.description.count ?? 0) < 300)
  }
}
