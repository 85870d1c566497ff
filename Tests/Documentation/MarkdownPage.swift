// The Markdown files of the repository, with their blocks of code, links and headings.

import AuthGenTestSupport
import Foundation
import Testing

struct MarkdownPage: CustomTestStringConvertible {
  /// A fenced block, without the indentation of its fence.
  struct Block {
    let language: Substring
    let text: String
  }

  /// The path from the folder of Package.swift.
  let path: String
  /// The lines outside blocks of code.
  let prose: String
  let blocks: [Block]
  var testDescription: String { path }

  init(_ path: String) throws {
    var prose: [Substring] = []
    var blocks: [Block] = []
    var fence: (indentation: Int, language: Substring, lines: [Substring])?
    let text = try Checkout.text(path)
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let content = line.drop { $0 == " " }
      if let open = fence {
        if content == "```" {
          blocks.append(Block(language: open.language, text: open.lines.joined(separator: "\n")))
          fence = nil
        } else {
          fence?.lines.append(line.dropFirst(min(open.indentation, line.count - content.count)))
        }
      } else if content.hasPrefix("```") {
        fence = (line.count - content.count, content.dropFirst(3), [])
      } else {
        prose.append(line)
      }
    }
    self.path = path
    self.prose = prose.joined(separator: "\n")
    self.blocks = blocks
  }

  /// All Markdown files of the repository, without those of builds.
  static func all() throws -> [MarkdownPage] { try pages.get() }

  private static let pages = Result {
    var paths: [String] = []
    let files = FileManager.default.enumerator(atPath: Checkout.root.path)
    while let path = files?.nextObject() as? String {
      let name = (path as NSString).lastPathComponent
      if name.hasPrefix("."), name != ".github" {
        files?.skipDescendants()
      } else if name.hasSuffix(".md") {
        paths.append(path)
      }
    }
    return try paths.sorted().map(MarkdownPage.init)
  }

  /// The pages that DocC shows, and the two files that readers open first.
  static func articles() throws -> [MarkdownPage] {
    try all().filter {
      $0.isInCatalogue || ["README.md", ".github/CONTRIBUTING.md"].contains($0.path)
    }
  }

  var isInCatalogue: Bool { path.contains("/Documentation.docc/") }

  /// The spans of code, which may end on the next line.
  var spans: [Substring] {
    prose.matches(of: /`([^`]+)`/).map(\.1)
  }

  /// The targets of links and images.
  var links: [Substring] {
    prose.matches(of: /\[(?:`[^`]*`|[^\[\]`])*\]\(([^()\s]+)\)/).map(\.1)
  }

  /// The file of a relative link, as a path from the folder of Package.swift. Nil for other links.
  func file(of link: Substring) -> String? {
    guard !link.contains("://") else { return nil }
    let name = link.prefix { $0 != "#" }
    guard !name.isEmpty else { return path }
    let folder = URL(fileURLWithPath: "/" + path).deletingLastPathComponent()
    return String(folder.appending(path: String(name)).standardizedFileURL.path.dropFirst())
  }

  /// The names that GitHub gives to the headings.
  var anchors: Set<String> {
    var found: Set<String> = []
    for line in prose.split(separator: "\n") where line.hasPrefix("#") {
      let words = line.drop { $0 == "#" || $0 == " " }.lowercased().replacing(" ", with: "-")
      let name = words.filter { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
      let repeated = (1...).lazy.map { "\(name)-\($0)" }
      if let unused = found.contains(name) ? repeated.first(where: { !found.contains($0) }) : name {
        found.insert(unused)
      }
    }
    return found
  }
}
