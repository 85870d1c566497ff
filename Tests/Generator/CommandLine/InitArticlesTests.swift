// Tests that `authgen init` writes the project of the articles.

import AuthGenTestSupport
import Foundation
import Testing

@Suite struct InitArticlesTests {
  /// Without a schema, the client is that of the sample app, whose tests call the demo service.
  @Test func initWritesTheClientOfTheDemoService() async throws {
    let bench = try Workbench()
    let result = try await bench.run("init", "--target", "App")
    let folder = Checkout.root.appending(path: "Tests/Documentation/SampleApp")
    func sample(_ path: String) throws -> String {
      try String(contentsOf: folder.appending(path: path), encoding: .utf8)
    }
    for path in ["schema", "operations/Hello", "operations/Query", "operations/Session"] {
      #expect(try bench.text("GraphQL/\(path).graphql") == sample("GraphQL/\(path).graphql"))
    }
    let configuration = try bench.text("authgen.json").replacing(
      "  \"$schema\": \"./authgen.schema.json\",\n", with: ""
    ).replacing(
      "      \"options\"", with: "      \"output\": \"Generated\",\n      \"options\"")
    #expect(try configuration == sample("authgen.json"))
    for product in ["AuthGenRuntime", "AuthGenSessions", "AuthGenTesting"] {
      #expect(result.output.contains(".product(name: \"\(product)\", package: \"authgen\")"))
    }
  }

  /// The first program of GettingStarted, unless the target has one.
  @Test func initPrintsAProgramWhereNoneIs() async throws {
    let article = try Checkout.text(
      "Sources/Tools/authgen/Documentation.docc/Start/GettingStarted.md")
    let program = try #require(
      article.split(separator: "```swift\n").dropFirst(2).first?.split(separator: "```").first)
    let indented = program.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : "  \($0)" }.joined(separator: "\n")
    let bench = try Workbench()
    let first = try await bench.run("init", "--target", "App")
    #expect(first.output.contains(indented) && first.output.contains("\nRun it: swift run App\n"))
    let other = try Workbench(["main.swift": ""])
    let second = try await other.run("init", "--target", "App")
    #expect(
      !second.output.contains("import AuthGenRuntime")
        && second.output.contains("\nRun it: swift run App\n"))
  }
}
