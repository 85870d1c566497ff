// Tests the examples for other build systems and for CI as far as it is possible without these systems.

import AuthGenTestSupport
import Foundation
import Testing

@Suite struct BuildSystemsTests {
  private static let folder = Checkout.root.appending(path: "Tests/Fixtures/BuildSystems")

  private static func text(_ name: String) throws -> String {
    try String(contentsOf: folder.appending(path: name), encoding: .utf8)
  }

  /// `.ci/workflows` checks the syntax of these files.
  @Test(arguments: [
    ("BuildSystems", ["project.yml", "MODULE.bazel", "BUILD.bazel"]),
    ("ContinuousIntegration", ["workflow.yml"]),
  ])
  func articlesQuoteTheExamples(_ article: String, _ names: [String]) throws {
    let path = "Sources/Tools/authgen/Documentation.docc/Generate/\(article).md"
    let text = try Checkout.text(path)
    let blocks = text.matches(of: /\n```(?:yaml|starlark)\n((?:[^`]*\n)?)```\n/).map {
      String($0.1)
    }
    #expect(blocks == (try names.map(Self.text)))
  }

  @Test func manifestOfTuistParses() async throws {
    let result = try await runToolchain(
      "swiftc", ["-frontend", "-parse", "Project.swift"], in: Self.folder)
    #expect(result.exitCode == 0, "\(result.errors)")
  }

  @Test func manifestOfAPackageCompiles() async throws {
    try await withFolder { folder in
      let copy = folder.appending(path: "Package.swift")
      try FileManager.default.copyItem(at: Self.folder.appending(path: "Package.swift"), to: copy)
      let result = try await runToolchain("swift", ["package", "dump-package"], in: folder)
      #expect(result.exitCode == 0, "\(result.errors)")
    }
  }

  /// The workflow checks generated code with this command.
  @Test func workflowsOptionsAreTheTools() async throws {
    let workflow = try Self.text("workflow.yml")
    let command = try #require(workflow.firstMatch(of: /linux-gnu\/authgen (check [^\n]+)/)).1
    let arguments = command.split(separator: " ").map(String.init)
    try await withFolder { project in
      let target = project.appending(path: "Shop")
      try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
      #expect(try await runProcess(builtTool, ["init"], in: target).exitCode == 0)
      let stale = try await runProcess(builtTool, arguments, in: project)
      #expect(stale.exitCode == 1, "\(stale.text)")
      #expect(stale.text.contains("::error"))
      for arguments in [["generate"] + arguments.dropFirst(), arguments] {
        let result = try await runProcess(builtTool, arguments, in: project)
        #expect(result.exitCode == 0, "\(result.text)")
      }
    }
  }

  @Test func namesAreThoseOfThisPackage() throws {
    let manifest = try Checkout.text("Package.swift")
    for name in ["Project.swift", "project.yml"] {
      let products = Set(try Self.text(name).matches(of: /AuthGen\w+/).map { String($0.0) })
      #expect(products == ["AuthGenBuildPlugin", "AuthGenRuntime"])
    }
    #expect(manifest.contains(#".library(name: "AuthGenRuntime""#))
    #expect(manifest.contains(#".plugin(name: "AuthGenBuildPlugin""#))
  }
}
