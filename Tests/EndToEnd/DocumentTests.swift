// The tables of this folder's README, which say which test shows which row of Horizon's document, and
// which steps and calls of the other systems.

import Foundation
import TestServers
import Testing

@Suite struct DocumentTests {
  @Test func everyTestThatTheTablesNameIsThere() throws {
    let folder = PythonEnvironment.package.appending(path: "Tests/EndToEnd")
    let readme = try String(contentsOf: folder.appending(path: "README.md"), encoding: .utf8)
    let sections = readme.split(separator: "\n## ").filter { $0.contains("| Test |\n") }
    let rows = sections.flatMap { section in
      section.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst()
    }
    let names = rows.map { row in
      (row.split(separator: "|").last ?? "").split(separator: "`").filter { !$0.contains(" ") }
    }
    let sources = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix("Tests.swift") }
      .map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }
    #expect(rows.count == 56)
    for (row, names) in zip(rows, names) {
      #expect(!names.isEmpty, "\(row)")
      for name in names {
        #expect(sources.contains { $0.contains("func \(name)(") }, "\(name)")
      }
    }
  }
}
