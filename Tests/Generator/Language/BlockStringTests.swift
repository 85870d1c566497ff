// Tests how a text is written as a block string.

import AuthGenLanguage
import AuthGenTestSupport
import Testing

@Suite struct BlockStringTests {
  private func minimal(_ text: String) -> String? {
    BlockString(text).map {
      var bytes: [UInt8] = []
      $0.appendMinimal(to: &bytes)
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  private func indented(_ text: String, width: Int = 80) -> String? {
    BlockString(text).map {
      var bytes: [UInt8] = []
      $0.append(to: &bytes, indentation: 2, width: width)
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  /// An input is the number of columns, or `shortest`, and below it the text.
  @Test(arguments: RecordedCase.all("Language/BlockStrings.txt"))
  func textHasItsBlockString(_ recorded: RecordedCase) throws {
    try recorded.expectOutputs { input in
      let parts = input.split(separator: "\n", maxSplits: 1).map(String.init)
      let text = parts.count > 1 ? parts[1] : ""
      let literal = Int(parts[0]).map { indented(text, width: $0) } ?? minimal(text)
      return literal ?? "no block string"
    }
  }

  /// All texts of four pieces that affect the layout.
  @Test func everyBlockStringMeansItsText() throws {
    let pieces = ["a", " ", "\n", "\"", "\"\"\"", "\\", "\t"]
    let workspace = Workspace()
    var count = 0
    for number in 0..<(7 * 7 * 7 * 7) {
      let text = [number % 7, number / 7 % 7, number / 49 % 7, number / 343].map { pieces[$0] }
        .joined()
      for literal in [minimal(text), indented(text), indented(text, width: 3)] {
        guard let literal else { continue }
        count += 1
        let meaning = try workspace.value(literal).string.map { workspace.sources.text(of: $0) }
        if meaning != text { Issue.record("\(text.debugDescription): \(literal.debugDescription)") }
      }
    }
    #expect(count > 4_000)
  }
}
