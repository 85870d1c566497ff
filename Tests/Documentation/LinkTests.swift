// Tests the links of the Markdown files as a Git host shows them, and the files that CONTRIBUTING names.
// `.ci/documentation` follows the links of the DocC site.

import AuthGenTestSupport
import Foundation
import Testing

@Suite struct LinkTests {
  @Test func linksToFilesAndHeadingsAreValid() throws {
    let pages = try MarkdownPage.all()
    let anchors = Dictionary(uniqueKeysWithValues: pages.map { ($0.path, $0.anchors) })
    var count = 0
    for page in pages {
      for link in page.links {
        count += 1
        guard let file = page.file(of: link) else {
          #expect(link.hasPrefix("https://"), "\(page.path) links to \(link)")
          continue
        }
        let url = Checkout.root.appending(path: file)
        #expect(FileManager.default.fileExists(atPath: url.path), "\(page.path) links to \(link)")
        guard let heading = link.split(separator: "#").dropFirst().first else { continue }
        #expect(anchors[file]?.contains(String(heading)) == true, "\(page.path) links to \(link)")
      }
    }
    #expect(count > 0)
  }

  /// A Git host shows links of DocC as text, and opens addresses in text as links.
  @Test func pagesHaveOnlyLinksThatAGitHostKnows() throws {
    for page in try MarkdownPage.all() {
      for mark in ["<doc:", "](doc:", "``"] {
        #expect(!page.prose.contains(mark), "\(page.path) has \(mark)")
      }
      let text = page.prose.replacing(/`[^`]+`/, with: "")
      #expect(!text.contains("http://"), "\(page.path) has an address without https")
    }
  }

  /// The index has each article, and two clicks lead there from the README.
  @Test func everyArticleIsInTheIndex() throws {
    let pages = Dictionary(uniqueKeysWithValues: try MarkdownPage.all().map { ($0.path, $0) })
    let index = "Sources/Tools/authgen/Documentation.docc/authgen.md"
    func linked(from path: String) throws -> Set<String> {
      let page = try #require(pages[path])
      return Set(page.links.compactMap(page.file(of:)))
    }
    let listed = try linked(from: index)
    let articles = pages.values.filter(\.isInCatalogue).map(\.path).filter { $0 != index }
    #expect(articles.count > 0)
    for path in articles { #expect(listed.contains(path), "\(index) has no link to \(path)") }
    let first = try linked(from: "README.md")
    let second = try first.filter { pages[$0] != nil }.map(linked(from:))
    let reached = second.reduce(first) { $0.union($1) }
    for path in articles { #expect(reached.contains(path), "\(path) is not near README.md") }
  }

  /// A name may leave out the first folders.
  @Test func filesThatContributingNamesExist() throws {
    let files = try ["Sources", "Generated", "Templates", "Tests"].flatMap { folder in
      try FileManager.default.subpathsOfDirectory(
        atPath: Checkout.root.appending(path: folder).path
      ).map { "/\(folder)/\($0)" }
    }
    let names = try MarkdownPage(".github/CONTRIBUTING.md").spans
      .filter { $0.wholeMatch(of: /[\w\/+.]+\.(?:swift|mustache|txt|md)/) != nil }
    #expect(names.count > 0)
    for name in names {
      #expect(files.contains { $0.hasSuffix("/\(name)") }, "CONTRIBUTING names \(name)")
    }
  }
}
