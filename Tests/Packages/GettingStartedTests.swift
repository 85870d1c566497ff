// Runs the steps of GettingStarted and of the README, as printed there.

import AuthGenTestSupport
import Foundation
import Testing

/// Runs beside the other tests of consumers, which leave one core idle after their first build.
@Suite struct GettingStartedTests {
  private typealias Block = (language: String, text: String)
  private static let article = "Sources/Tools/authgen/Documentation.docc/Start/GettingStarted.md"

  @Test func stepsWorkInAnEmptyFolder() async throws {
    _ = try await ConsumerPackage.shared.value
    let bench = try Workbench()
    let folder = bench.folder
    try FileManager.default.createSymbolicLink(
      at: folder.appending(path: "authgen"), withDestinationURL: Checkout.root)

    let blocks = Self.blocks(in: try Checkout.text(Self.article))
    #expect(
      blocks.map(\.language) == [
        "sh", "swift", "swift", "sh", "console", "swift", "console", "console", "graphql", "swift",
        "console", "swift", "sh",
      ])
    let package = ConsumerPackage(folder: folder.appending(path: "Shop"))
    try await run(blocks[0].text, in: folder)
    try package.write(blocks[1].text, to: "Package.swift")
    try package.write(blocks[2].text, to: "Sources/Shop/main.swift")
    let initial = try await run(blocks[3].text, in: package.folder)
    #expect(initial.output.contains("\nRun it: swift run Shop\n"), "\(initial.output)")
    try await expectOutput(blocks[4], in: package)
    try package.write(blocks[5].text, to: "Sources/Shop/main.swift")
    try await expectOutput(blocks[6], in: package)
    try await expectOutput(blocks[7], in: package)
    try package.write(blocks[8].text, to: "Sources/Shop/GraphQL/operations/Orders.graphql")
    try package.write(blocks[5].text + blocks[9].text, to: "Sources/Shop/main.swift")
    try await expectOutput(blocks[10], in: package)

    let schema = "Tests/EndToEnd/Server/session_server/schemas/saleor.graphql"
    try FileManager.default.copyItem(
      at: Checkout.root.appending(path: schema), to: package.url("schema.graphql"))
    try await run(blocks[12].text, in: package.folder)
    #expect(try package.text("Sources/Shop/authgen.json").contains("../../schema.graphql"))

    // The README's steps create the package again. The build folder stays, which saves time.
    for path in ["Sources", "Package.swift", ".shop"] {
      try FileManager.default.removeItem(at: package.url(path))
    }
    let output = try await run(try Self.readmeScript(), in: folder).output
    #expect(output.hasSuffix("\nHello, Ada!\nsigned in\nWelcome, Ada Lovelace\n"), "\(output)")
  }

  /// The README's steps after a clone, as one script. The files are those that it names before their blocks.
  private static func readmeScript() throws -> String {
    let text = try Checkout.text("README.md")
    let steps = try #require(text.split(separator: "\n## Make your first call\n").last)
    let blocks = blocks(in: String(steps.prefix { $0 != "|" }))
    let files = steps.matches(of: /Write `([^`]+)`/).map(\.1)
    var remaining = files[...]
    let commands = try blocks.map { block in
      guard block.language != "sh" else { return block.text }
      let name = remaining.popFirst()
      let file = try #require(name)
      return "cat >\(file) <<'END'\n\(block.text)END\n"
    }
    try #require(remaining.isEmpty)
    // The clone is a link, which `..` would follow.
    return "mkdir clone && cd clone\n" + commands.joined()
  }

  /// Runs the command of a block, and compares its last lines.
  private func expectOutput(_ block: Block, in package: ConsumerPackage) async throws {
    let lines = block.text.split(separator: "\n")
    let result = try await run(String(lines[0].dropFirst(2)), in: package.folder)
    #expect(result.output == lines.dropFirst(2).map { "\($0)\n" }.joined())
  }

  @discardableResult
  private func run(_ script: String, in folder: URL) async throws -> ProcessResult {
    let result = try await runProcess("/bin/sh", ["-ec", script], in: folder)
    #expect(result.exitCode == 0, "\(script)\n\(result.errors)")
    return result
  }

  private static func blocks(in text: String) -> [Block] {
    let parts = text.split(separator: "```", omittingEmptySubsequences: false)
    return parts.indices.filter { $0 % 2 == 1 }.map { index in
      let language = parts[index].prefix { $0 != "\n" }
      return (String(language), String(parts[index].dropFirst(language.count + 1)))
    }
  }
}
