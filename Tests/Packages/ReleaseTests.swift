// Tests what a release states in several places: its version, and the address of this repository.

import AuthGenTestSupport
import Foundation
import Testing

@Suite struct ReleaseTests {
  /// The version that the tool prints.
  private func version() async throws -> String {
    let result = try await runProcess(builtTool, ["--version"], in: Checkout.root)
    return try String(#require(result.output.wholeMatch(of: /authgen (\d+\.\d+\.\d+)\n/)).1)
  }

  /// README.md, the articles, the examples, and what the host shows.
  private static func pages() throws -> [(path: String, text: String)] {
    let files = try [".github", "Sources", "Tests/Fixtures/BuildSystems"].flatMap { folder in
      try FileManager.default.subpathsOfDirectory(
        atPath: Checkout.root.appending(path: folder).path
      ).map { "\(folder)/\($0)" }
    }
    let pages = files.filter {
      $0.hasSuffix(".md") || $0.hasPrefix("Tests/Fixtures/BuildSystems/")
    }
    return try (["CHANGELOG.md", "README.md"] + pages).map { ($0, try Checkout.text($0)) }
  }

  // MARK: Version

  @Test func changelogBeginsWithTheToolsVersion() async throws {
    let version = try await version()
    let entries = try Checkout.text("CHANGELOG.md").matches(of: /\n## (\d+\.\d+\.\d+) - (\S+)\n/)
    #expect(entries.first.map { String($0.1) } == version)
    for (index, entry) in entries.enumerated() {
      let isDate = entry.2.wholeMatch(of: /\d{4}-\d{2}-\d{2}/) != nil
      #expect(isDate || (index == 0 && entry.2 == "Unreleased"), "\(entry.0)")
    }
  }

  /// Sessions of the newest version are kept for the tests of later ones.
  @Test func releasedSessionsIncludeThoseOfTheToolsVersion() async throws {
    let version = try await version()
    let recorded = try Checkout.text("Tests/Login/Wire/sessions.txt")
    if try Checkout.text("CHANGELOG.md").contains("## \(version) - Unreleased") {
      #expect(try Checkout.text("Tests/Login/Wire/Released/sessions-\(version).txt") == recorded)
    }
  }

  /// Before 1.0, SwiftPM's `from:` would accept incompatible versions.
  @Test func examplesRequireTheToolsMinorVersion() async throws {
    let parts = try await version().split(separator: ".").map(String.init)
    let next = Int(parts[1]).map { $0 + 1 } ?? 0
    let requirements = [
      "upToNextMinor(from: \"\(parts[0]).\(parts[1]).0\")",
      "minorVersion: \(parts[0]).\(parts[1]).0",
      "\"\(parts[0]).\(parts[1]).0\"..<\"\(parts[0]).\(next).0\"",
    ]
    var count = 0
    for page in try Self.pages() {
      let found = page.text.matches(
        of: /upToNextMinor\(from: "[^"]*"\)|minorVersion: \S+|"[\d.]+"\.\.<"[\d.]+"/)
      for requirement in found {
        count += 1
        #expect(requirements.contains(String(requirement.0)), "\(page.path): \(requirement.0)")
      }
    }
    #expect(count >= 4)
  }

  @Test func articleNamesTheWorkflowsVersionsOfXcode() throws {
    let workflow = try Checkout.text(".github/workflows/checks.yml")
    let versions = Set(workflow.matches(of: /xcode: "([\d.]+)"/).map(\.1))
    #expect(versions.count >= 4)
    let article = try Checkout.text(
      "Sources/Tools/authgen/Documentation.docc/Ship/UpgradingAndVersions.md")
    let row = try #require(article.split(separator: "\n").first { $0.hasPrefix("| Xcode |") })
    for version in versions { #expect(row.contains(version), "\(version)") }
  }

  // MARK: Address

  @Test func pagesNameOneAddressOfTheRepository() throws {
    let address = try Checkout.text(".github/repository-url").trimmingCharacters(in: .newlines)
    #expect(address.wholeMatch(of: /https:\/\/\S+\/authgen/) != nil)
    let pages = try Self.pages()
    for path in [
      "README.md", ".github/SECURITY.md", "Tests/Fixtures/BuildSystems/Package.swift",
      "Tests/Fixtures/BuildSystems/Project.swift", "Tests/Fixtures/BuildSystems/project.yml",
      "Tests/Fixtures/BuildSystems/workflow.yml",
    ] {
      let page = try #require(pages.first { $0.path == path })
      #expect(page.text.contains(address), "\(path)")
    }
    for page in pages {
      for link in page.text.matches(of: /https:\/\/[^\s")`\/]+\/(?:[\w.-]+\/)*authgen[\w.-]*/) {
        #expect(link.0.hasPrefix(address), "\(page.path): \(link.0)")
      }
      #expect(
        !page.text.contains("git.example.com") || address.contains("git.example.com"),
        "\(page.path) has the placeholder of the address")
    }
  }

  /// The script replaces the address in all files that Git knows, and in no other way.
  @Test func ownerReplacesTheAddressWithOneCommand() async throws {
    let address = try Checkout.text(".github/repository-url").trimmingCharacters(in: .newlines)
    let bench = try Workbench()
    let changed = [".github/repository-url", ".github/SECURITY.md", "README.md"]
    let script = ".ci/set-repository"
    for path in changed + [script] { try bench.write(Checkout.text(path), to: path) }
    for arguments in [["init", "--quiet"], ["add", "."]] {
      #expect(try await bench.run(arguments, of: "git").exitCode == 0)
    }
    for wrong in [
      "http://git.test/authgen", "https://git.test/other", "https://git.test/a&b/authgen",
    ] {
      #expect(try await bench.run([script, wrong], of: "bash").exitCode == 64)
    }

    let new = "https://github.com/owner/authgen"
    let result = try await bench.run([script, new], of: "bash")
    #expect(
      result.output == ".github/SECURITY.md\n.github/repository-url\nREADME.md\n", "\(result.text)")
    for path in changed {
      #expect(try bench.text(path) == Checkout.text(path).replacing(address, with: new))
    }
    let other = try await bench.run(
      [script, "https://gitlab.test/team/authgen"], of: "bash")
    #expect(other.output.contains("Write into .github/SECURITY.md"))
  }
}
