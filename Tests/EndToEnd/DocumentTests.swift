// Tests that the tests exist that `Requirements`, `Security.md` and `Streams.md` name.

import AuthGenTestServers
import AuthGenTestSupport
import Foundation
import Testing

@Suite struct DocumentTests {
  /// The names of all functions in the files of tests.
  private static let functions = Result {
    let tests = Checkout.root.appending(path: "Tests")
    let sources = try FileManager.default.subpathsOfDirectory(atPath: tests.path)
      .filter { $0.hasSuffix("Tests.swift") }
      .map { try String(contentsOf: tests.appending(path: $0), encoding: .utf8) }
    return Set(
      sources.flatMap { $0.components(separatedBy: "func ").dropFirst() }.map {
        String($0.prefix { $0 != "(" })
      })
  }

  @Test(arguments: ["EndToEnd/Requirements", "Security.md", "Streams.md"])
  func everyNamedTestExists(_ path: String) throws {
    let text = try Self.text(Checkout.root.appending(path: "Tests/\(path)"))
    let sections = text.split(separator: "\n## ").filter { $0.contains("| Test |\n") }
    let rows = sections.flatMap { section in
      section.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst()
    }
    let names = rows.map { row in
      (row.split(separator: "|").last ?? "").split(separator: "`").filter { name in
        name.allSatisfy { $0.isLetter || $0.isNumber }
      }
    }
    let functions = try Self.functions.get()
    #expect(!rows.isEmpty)
    for (row, names) in zip(rows, names) {
      #expect(!names.isEmpty, "\(row)")
      for name in names {
        #expect(functions.contains(String(name)), "\(name)")
      }
    }
  }

  /// The text of a file, or of the files in a folder.
  private static func text(_ url: URL) throws -> String {
    if !url.pathExtension.isEmpty { return try String(contentsOf: url, encoding: .utf8) }
    return try FileManager.default.contentsOfDirectory(at: url, includingPropertiesForKeys: nil)
      .map(text).joined(separator: "\n")
  }
}
