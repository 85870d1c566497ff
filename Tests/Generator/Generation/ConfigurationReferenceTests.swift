// The documentation's page about the configuration is what its JSON Schema says.

import AuthGenLanguage
import AuthGenTestSupport
import Foundation
import Testing

@Suite struct ConfigurationReferenceTests {
  private static let page = "Sources/Tools/authgen/Documentation.docc/Configuration.md"

  /// `UPDATE_SNAPSHOTS=1 swift test` writes the page anew, and still fails once.
  @Test func pageIsMadeFromTheJSONSchema() throws {
    let expected = try ConfigurationReference(
      schema: schema(), example: text("Tests/Consumers/Sources/HorizonShop/authgen.json")
    ).markdown()
    let url = Checkout.root.appending(path: Self.page)
    let current = (try? String(contentsOf: url, encoding: .utf8)) ?? ""
    if current != expected, ProcessInfo.processInfo.environment["UPDATE_SNAPSHOTS"] == "1" {
      try expected.write(to: url, atomically: true, encoding: .utf8)
    }
    #expect(
      current == expected, "\(Self.page) is stale: UPDATE_SNAPSHOTS=1 swift test makes it anew")
  }

  @Test func everyKeyHasASectionWithItsDescription() throws {
    let page = try text(Self.page)
    let words = page.replacing("\n", with: " ")
    let root = try schema()
    let definitions = try #require(root["$defs"]?.object)
    for object in [root] + definitions.map(\.value) {
      for key in object["properties"]?.object ?? [] {
        #expect(page.contains("\(key.name)`\n\n"))
        #expect(words.contains(try #require(key.value["description"]?.string?.text)))
      }
    }
    // Kinds of text are told by their names on the page, so that each needs one.
    let texts = definitions.filter { $0.value["type"]?.string?.text == "string" }
    #expect(texts.count == 9)
    for kind in texts {
      #expect(page.contains("| \(try #require(kind.value["title"]?.string?.text)) | "))
    }
  }

  private func schema() throws -> JSONValue {
    var sources = SourceMap()
    let path = "Schemas/authgen.schema.json"
    return try JSONValue.parse(try sources.add(path: path, bytes: Array(text(path).utf8)))
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOf: Checkout.root.appending(path: path), encoding: .utf8)
  }
}
