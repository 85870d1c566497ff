// Tests the steps of GettingStarted up to the first operation type, as printed in the article.

import AuthGenTestSupport
import Foundation
import Testing

/// Runs beside the other tests of consumers, which leave one core idle after their first build.
@Suite(.fullForm) struct GettingStartedTests {
  @Test func stepsWorkInAnEmptyFolder() async throws {
    _ = try await ConsumerPackage.shared.value
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "authgen-readme-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createSymbolicLink(
      at: folder.appending(path: "authgen"), withDestinationURL: Checkout.root)

    let blocks = try steps()
    #expect(blocks.map(\.language) == ["sh", "swift", "sh", "swift", "console"])
    let package = ConsumerPackage(folder: folder.appending(path: "Shop"))
    try await run(blocks[0].text, in: folder)
    try package.write(blocks[1].text, to: "Package.swift")
    try await run(blocks[2].text, in: package.folder)
    try package.write(blocks[3].text, to: "Sources/Shop/Shop.swift")
    let lines = blocks[4].text.split(separator: "\n")
    let result = try await run(String(lines[0].dropFirst(2)), in: package.folder)
    #expect(result.output == lines[2] + "\n")
  }

  @discardableResult
  private func run(_ script: String, in folder: URL) async throws -> ProcessResult {
    let result = try await runProcess("/bin/sh", ["-ec", script], in: folder)
    #expect(result.exitCode == 0, "\(script)\n\(result.errors)")
    return result
  }

  /// The fenced blocks of the article, up to the first one that is built and run.
  private func steps() throws -> [(language: String, text: String)] {
    let path = "Sources/Tools/authgen/Documentation.docc/Start/GettingStarted.md"
    let article = try String(contentsOf: Checkout.root.appending(path: path), encoding: .utf8)
    let parts = article.split(separator: "```", omittingEmptySubsequences: false)
    return parts.indices.filter { $0 % 2 == 1 }.prefix(5).map { index in
      let language = parts[index].prefix { $0 != "\n" }
      return (String(language), String(parts[index].dropFirst(language.count + 1)))
    }
  }
}
