// The files of the repository that articles may quote.

import AuthGenTestSupport
import Foundation

/// The lines of files, with the places of each line.
struct QuotedFiles {
  private let files: [[Substring]]
  private var places: [Substring: [(file: Int, line: Int)]] = [:]

  static let all = Result {
    let folders = [
      "Generated", "Schemas/Horizon", "Sources/Examples/Shop", "Tests/Consumers",
      "Tests/Documentation", "Tests/EndToEnd/Sessions", "Tests/Fixtures",
    ]
    let extensions = ["swift", "graphql", "json"]
    let files = try folders.flatMap { folder in
      try FileManager.default.subpathsOfDirectory(
        atPath: Checkout.root.appending(path: folder).path
      )
      .filter { path in
        extensions.contains { path.hasSuffix("." + $0) } && !path.hasPrefix(".build/")
      }
      .map { folder + "/" + $0 }
    }
    return QuotedFiles(
      try files.map(Checkout.text) + [try firstPackage()]
        + (try generatedFolders.map(generated(for:))))
  }

  /// The folders of targets whose sources the build plugin generates.
  private static let generatedFolders =
    ["Sources/Examples/Shop/Sources/Shop"]
    + ["Constructs", "Sessions", "Uploads"].map { "Tests/Fixtures/\($0)" }

  /// Returns what the build plugin generates for a target.
  private static func generated(for target: String) throws -> String {
    let folder = FileManager.default.temporaryDirectory.appending(path: "authgen-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let process = Process()
    process.executableURL = URL(filePath: builtTool)
    process.currentDirectoryURL = Checkout.root.appending(path: target)
    process.arguments = [
      "build", "--config", "authgen.json", "--output", folder.path,
      "--output-file", "Generated.swift",
    ]
    try process.run()
    process.waitUntilExit()
    return try String(contentsOf: folder.appending(path: "Generated.swift"), encoding: .utf8)
  }

  /// The steps of GettingStarted up to the first operation, which another test runs unchanged.
  private static func firstPackage() throws -> String {
    let article = try Checkout.text(
      "Sources/Tools/authgen/Documentation.docc/Start/GettingStarted.md")
    guard let end = article.range(of: "\n### Handle errors\n") else {
      throw CocoaError(.fileReadCorruptFile)
    }
    return String(article[..<end.lowerBound])
  }

  private init(_ texts: [String]) {
    files = texts.map { $0.split(separator: "\n", omittingEmptySubsequences: false) }
    for (file, lines) in files.enumerated() {
      for (number, line) in lines.enumerated() {
        places[line.drop { $0 == " " }, default: []].append((file, number))
      }
    }
  }

  /// The passages of a block that are in no file. A line `// …` or `# …` stands for omitted lines.
  func passagesNotHeld(of block: MarkdownPage.Block) -> [Substring] {
    block.text.split(separator: /\n *(?:\/\/|#) …\n/).filter { !hold($0) }
  }

  /// Whether a file contains these consecutive lines, all with the same additional indentation.
  private func hold(_ passage: Substring) -> Bool {
    let lines = passage.split(separator: "\n", omittingEmptySubsequences: false)
    guard let first = lines.first, let found = places[first.drop { $0 == " " }] else {
      return false
    }
    return found.contains { file, number in
      let rest = files[file][number...]
      guard rest[number].hasSuffix(first), rest.count >= lines.count else { return false }
      let indentation = rest[number].dropLast(first.count)
      return zip(rest, lines).allSatisfy { $0 == ($1.isEmpty ? "" : indentation + $1) }
    }
  }
}
