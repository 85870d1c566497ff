// Tests the links between files that are not articles, and the files that CONTRIBUTING names. DocC checks the
// articles' own links.

import AuthGenTestSupport
import Foundation
import Testing

@Suite struct LinkTests {
  @Test(arguments: ["README.md", ".github/CONTRIBUTING.md", "Tests/EndToEnd/README.md"])
  func linksToFilesAndHeadingsAreValid(_ path: String) throws {
    let file = Checkout.root.appending(path: path)
    let links = try Self.text(file).matches(of: /\]\(([^)#\s]*)(?:#([^)\s]+))?\)/)
    for link in links where !link.1.contains("://") {
      let target =
        link.1.isEmpty
        ? file
        : file.deletingLastPathComponent().appending(path: String(link.1)).standardizedFileURL
      try #require(
        FileManager.default.fileExists(atPath: target.path), "\(path) links to \(link.1)")
      guard let heading = link.2 else { continue }
      #expect(try Self.headings(of: target).contains(String(heading)), "\(path): #\(heading)")
    }
  }

  /// A name may leave out the first folders.
  @Test func filesThatContributingNamesExist() throws {
    let files = try ["Sources", "Generated", "Templates", "Tests"].flatMap { folder in
      try FileManager.default.subpathsOfDirectory(
        atPath: Checkout.root.appending(path: folder).path
      ).map { "/\(folder)/\($0)" }
    }
    let text = try Self.text(Checkout.root.appending(path: ".github/CONTRIBUTING.md"))
    let names = text.matches(of: /`([\w\/+.]+\.(?:swift|mustache|txt|md))`/).map(\.1)
    #expect(names.count > 50)
    for name in names {
      #expect(files.contains { $0.hasSuffix("/\(name)") }, "CONTRIBUTING names \(name)")
    }
  }

  /// The names that GitHub gives to a file's headings.
  private static func headings(of file: URL) throws -> [String] {
    try text(file).split(separator: "\n").filter { $0.hasPrefix("#") }.map { line in
      let words = line.drop { $0 == "#" || $0 == " " }.lowercased()
      return String(
        words.compactMap { character -> Character? in
          character == " " ? "-" : character.isLetter || character.isNumber ? character : nil
        })
    }
  }

  private static func text(_ file: URL) throws -> String {
    try String(contentsOf: file, encoding: .utf8)
  }
}
