// Tests that the code quoted in the articles exists in the repository, where it is compiled, generated or
// read.

import AuthGenTestSupport
import Foundation
import Testing

@Suite struct QuotationTests {
  /// The languages whose blocks are no code that runs, and the page of code that another test checks.
  private static let unchecked = [
    "mermaid": "a diagram",
    "text": "the output of a program, or a list of files",
    "": "the output of the demo, which DemoTests compares",
    "yaml": "a file that BuildSystemsTests parses",
    "starlark": "a file that BuildSystemsTests parses",
    "xml": "an entry of Apple's privacy manifests",
    "json in PrebuiltBinary.md": "what .ci/prebuilt writes for two platforms",
  ]

  /// ManifestTests checks the other manifests.
  @Test func quotedCodeExistsInTheRepository() throws {
    let files = try QuotedFiles.all.get()
    var count = 0
    for page in try MarkdownPage.articles() {
      for block in page.blocks where ["swift", "graphql", "json"].contains(block.language) {
        let place = "\(block.language) in \((page.path as NSString).lastPathComponent)"
        if Manifest.isManifest(block.text) || Self.unchecked[place] != nil { continue }
        count += 1
        for passage in files.passagesNotHeld(of: block) {
          Issue.record("\(page.path) has code that is not in the repository:\n\(passage)")
        }
      }
    }
    #expect(count > 0)
  }

  /// ManifestTests checks manifests, and CommandTests checks commands.
  @Test func eachLanguageIsChecked() throws {
    let checked = ["swift", "graphql", "json", "sh", "console"]
    for page in try MarkdownPage.articles() {
      for block in page.blocks where !checked.contains(String(block.language)) {
        #expect(
          Self.unchecked[String(block.language)] != nil,
          "\(page.path) has a block in \(block.language)")
      }
    }
  }

  @Test func translationsHaveKeysOfTheTable() throws {
    let table = try Checkout.text(Self.catalogue + "Call/AuthGen.strings")
    let lines = try MarkdownPage.articles().flatMap(\.blocks).filter {
      $0.text.hasPrefix("\"description.")
    }
    .flatMap { $0.text.split(separator: "\n") }
    #expect(!lines.isEmpty)
    for line in lines {
      let key = line.prefix { $0 != "=" }
      #expect(table.contains("\n\(key)= "), "\(line)")
    }
  }

  /// Tables that compare authgen's keys with those of other tools name the keys of the JSON Schema.
  @Test func keysNamedForMigrationExist() throws {
    let article = try Checkout.text(Self.catalogue + "Migrate/MigratingFromApolloIOS.md")
    let reference = try Checkout.text(Self.catalogue + "Generate/Configuration.md")
    let rows =
      article.split(separator: "\n| Apollo iOS | authgen, in a client |\n").last?
      .split(separator: "\n").prefix { $0.hasPrefix("|") } ?? []
    let keys = rows.flatMap { row in
      row.split(separator: "|").last?.split(separator: "`").filter { !$0.contains(" ") } ?? []
    }
    #expect(keys.count >= 10)
    for key in keys { #expect(reference.contains("### `clients[].\(key)`\n"), "\(key)") }
  }

  // MARK: Files

  private static let catalogue = "Sources/Tools/authgen/Documentation.docc/"
}
