// Tests that the embedded templates and runtime sources equal the files in the repository.

import AuthGenTemplates
import AuthGenTestSupport
import Foundation
import Testing

@Suite struct EmbeddedFilesTests {
  /// `UPDATE_SNAPSHOTS=1 swift test` writes the file again, and fails once.
  @Test func embeddedFilesEqualTheRepositorysFiles() throws {
    let expected = try embeddedFile()
    let url = Checkout.root.appending(path: "Templates/Embedded.swift")
    let current = try String(contentsOf: url, encoding: .utf8)
    if current != expected, ProcessInfo.processInfo.environment["UPDATE_SNAPSHOTS"] == "1" {
      try expected.write(to: url, atomically: true, encoding: .utf8)
    }
    // A message with both texts would be long, and contain words that the search for secrets finds.
    let isCurrent = current == expected
    #expect(isCurrent, "Templates/Embedded.swift is stale: run UPDATE_SNAPSHOTS=1 swift test")
  }

  @Test func everyTemplateIsEmbedded() throws {
    let names = try files(below: "Templates/text", extension: "mustache").map {
      $0.deletingPathExtension().lastPathComponent
    }
    #expect(!names.isEmpty)
    #expect(EmbeddedFiles.templates.map(\.name) == names)
  }

  private func embeddedFile() throws -> String {
    var lines = [
      "// Made from Templates/text and Sources/Runtime; EmbeddedFilesTests keeps it so.",
      "// swift-format-ignore-file", "", "/// The files that the tool carries in its binary.",
      "package enum EmbeddedFiles {", "  /// The templates by name.",
      "  package static let templates: [(name: String, text: String)] = [",
    ]
    for url in try files(below: "Templates/text", extension: "mustache") {
      lines.append(try entry(url.deletingPathExtension().lastPathComponent, url))
    }
    let modules = [
      ("runtime", "AuthGenRuntime"), ("sessions", "AuthGenSessions"),
      ("catching", "AuthGenCatching"),
    ]
    for (name, module) in modules {
      lines += [
        "  ]", "", "  /// The sources of \(module) by file name.",
        "  package static let \(name): [(name: String, text: String)] = [",
      ]
      for url in try files(below: "Sources/Runtime/\(module)", extension: "swift") {
        lines.append(try entry(url.lastPathComponent, url))
      }
    }
    return (lines + ["  ]", "}", ""]).joined(separator: "\n")
  }

  private func entry(_ name: String, _ url: URL) throws -> String {
    let text = try String(contentsOf: url, encoding: .utf8)
    var hashes = "#"
    while text.contains("\"\"\"" + hashes) { hashes += "#" }
    return "(\"\(name)\", \(hashes)\"\"\"\n\(text)\n\"\"\"\(hashes)),"
  }

  private func files(below folder: String, extension: String) throws -> [URL] {
    let root = Checkout.root.appending(path: folder)
    let names = try FileManager.default.subpathsOfDirectory(atPath: root.path)
    return names.map { root.appending(path: $0) }.filter { $0.pathExtension == `extension` }
      .sorted { $0.lastPathComponent < $1.lastPathComponent }
  }
}
