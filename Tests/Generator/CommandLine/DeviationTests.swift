// Tests that the cases of `Deviations.md` have the documented results.

import AuthGenCommandLine
import Foundation
import Testing

@Suite struct DeviationTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let title: String
    let texts: [String]
    let result: String

    var testDescription: String { title }
  }

  static let cases: [Case] = {
    let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "Deviations.md")
    let text = (try? String(contentsOf: url, encoding: .utf8)) ?? ""
    return text.components(separatedBy: "\n## ").dropFirst().map { section in
      let blocks = section.components(separatedBy: "```graphql\n").dropFirst()
      let result = section.components(separatedBy: "\nauthgen: ").last ?? ""
      return Case(
        title: String(section.prefix { $0 != "\n" }),
        texts: blocks.map { $0.components(separatedBy: "\n```")[0] },
        result: result.trimmingCharacters(in: .whitespacesAndNewlines))
    }
  }()

  @Test func documentHasCases() {
    #expect(Self.cases.count == 12)
  }

  @Test(arguments: cases) func resultEqualsTheDocumentedOne(_ item: Case) throws {
    #expect([1, 2].contains(item.texts.count))
    let input: [String: Any] = [
      "id": 1, "schema": item.texts[0],
      "document": item.texts.count == 2 ? item.texts[1] : NSNull(),
    ]
    let line = try JSONSerialization.data(withJSONObject: input)
    var output = Data()
    BatchValidation.run(Array(line)) { output += $0 }
    let result = try #require(
      try JSONSerialization.jsonObject(with: output) as? [String: Any])
    let first = (result["diagnostics"] as? [[String: Any]])?.first
    let problem = try first.map { diagnostic in
      try ["rule", "file", "line", "column"].map { name in
        "\(try #require(diagnostic[name]))"
      }.joined(separator: " ")
    }
    #expect(problem ?? "valid" == item.result)
  }
}
