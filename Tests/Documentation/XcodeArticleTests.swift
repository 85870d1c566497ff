// Tests what the article about Xcode says, as far as it can be tested without Xcode.

import AuthGenTestSupport
import Foundation
import Testing

@Suite struct XcodeArticleTests {
  private let article: String

  init() throws {
    article = try Checkout.text("Sources/Tools/authgen/Documentation.docc/Generate/Xcode.md")
  }

  /// The commands of the article after `swift run --package-path FOLDER authgen`, in their order.
  private var commands: [[String]] {
    article.matches(of: /\n *swift run --package-path [.\/]+authgen authgen ([^\n]+)/)
      .map { $0.1.split(separator: " ").map(String.init) }
  }

  @Test func commandsWorkInAnAppsFolder() async throws {
    try #require(commands.map(\.first) == ["init", "validate"])
    try await withFolder { project in
      let target = project.appending(path: "Shop")
      try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
      let written = try await runProcess(builtTool, commands[0], in: target)
      #expect(written.exitCode == 0, "\(written.errors)")
      let validated = try await runProcess(builtTool, commands[1], in: project)
      #expect(validated.exitCode == 0, "\(validated.errors)")
      #expect(validated.output == "Example: valid\n")
    }
  }

  @Test func quotedMessagesAreThePlugins() throws {
    let plugin = "Sources/Plugins/AuthGenBuildPlugin"
    let source = try Checkout.text("\(plugin)/AuthGenBuildPlugin.swift")
      .replacing(/\\\n */, with: "")
    #expect(
      source.contains(
        #"\(target.displayName) uses AuthGenBuildPlugin and has \(configurations.count) files named"#
          + #" \(ClientFiles.configurationName): give it exactly one"#))
    #expect(
      article.contains(
        "Shop uses AuthGenBuildPlugin and has 0 files named authgen.json: give it exactly one"))
    #expect(
      try Checkout.text("\(plugin)/GenerationCommand.swift").contains(
        #""Generate GraphQL clients for \(targetName)""#))
    #expect(article.contains("`Generate GraphQL clients for Shop`"))
  }

  /// Xcode does not know the name without its typing error.
  @Test func defaultOfXcodeIsSpelledAsInXcode() {
    let names = article.matches(of: /IDESkip\w+/).map { String($0.0) }
    #expect(names == ["IDESkipPackagePluginFingerprintValidatation"])
  }
}
