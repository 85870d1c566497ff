// Tests that the page of targets lists those of Package.swift. A target's sentence is the comment above it.

import AuthGenTestSupport
import Foundation
import Testing

@Suite struct TargetTableTests {
  /// `AUTHGEN_TESTS=full UPDATE_SNAPSHOTS=1 swift test` writes the page again, and fails once.
  @Test func pageHasTheTargetsOfTheManifest() async throws {
    let path = "Sources/Tools/authgen/Documentation.docc/Contribute/Targets.md"
    let expected = try await Self.introduction + Self.table()
    #expect(
      Golden.text(of: path, expecting: expected) == expected,
      "\(path) is stale: run AUTHGEN_TESTS=full UPDATE_SNAPSHOTS=1 swift test")
  }

  private static let introduction = """
    # Targets

    Look up where a target is, what it is for, and which targets it uses.

    ## Overview

    A test prints this page from `Package.swift`. The purpose of a target is the comment above it there.

    """

  /// The targets, grouped as in the manifest.
  private static func table() async throws -> String {
    let package = try await PackageDescription.ofThisPackage.value
    var targets = Dictionary(uniqueKeysWithValues: package.targets.map { ($0.name, $0) })
    var table: [String] = []
    var sentence: [Substring] = []
    let lines = try Checkout.text("Package.swift").split(separator: "\n").map {
      $0.drop { $0 == " " }
    }
    for line in lines.drop(while: { !$0.hasPrefix("// MARK: ") }) {
      if let title = line.wholeMatch(of: /\/\/ MARK: (.+)/)?.1 {
        table += ["", "### \(title)", "", "| Target | Folder | Purpose | Uses |"]
        table.append("| --- | --- | --- | --- |")
      } else if let part = line.wholeMatch(of: /\/\/ (.+)/)?.1 {
        sentence.append(part)
      } else if !sentence.isEmpty, let word = line.firstMatch(of: /"([^"]+)"/)?.1 {
        // The manifest's functions complete some names.
        let names = ["AuthGen\(word)", String(word), "\(word)Fixture"]
        if let name = names.first(where: { targets[$0] != nil }),
          let target = targets.removeValue(forKey: name)
        {
          let (folder, uses) = (target.path ?? "", target.uses.joined(separator: ", "))
          let purpose = sentence.joined(separator: " ")
          table.append("| `\(target.name)` | `\(folder)` | \(purpose) | \(uses) |")
        }
        sentence = []
      }
    }
    #expect(targets.keys.sorted() == [], "expected a comment above each of these targets")
    return table.joined(separator: "\n") + "\n"
  }
}
