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
    #expect(text.contains("never run"))
  }

  @Test func manifestOfTuistParses() async throws {
    let result = try await runToolchain(
      "swiftc", ["-frontend", "-parse", "Project.swift"], in: Self.folder)
    #expect(result.exitCode == 0, "\(result.errors)")
  }

  @Test func manifestOfAPackageCompiles() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "authgen-manifest-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.copyItem(
      at: Self.folder.appending(path: "Package.swift"), to: folder.appending(path: "Package.swift"))
    let result = try await runToolchain("swift", ["package", "dump-package"], in: folder)
    #expect(result.exitCode == 0, "\(result.errors)")
  }

  /// The workflow checks generated code with this command.
  @Test func workflowsOptionsAreTheTools() async throws {
    let workflow = try Self.text("workflow.yml")
    let command = try #require(workflow.firstMatch(of: /linux-gnu\/authgen (check [^\n]+)/)).1
    let project = FileManager.default.temporaryDirectory
      .appending(path: "authgen-workflow-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: project) }
    let target = project.appending(path: "Shop")
    try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
    #expect(try await runProcess(builtTool, ["init"], in: target).exitCode == 0)
    let arguments = command.split(separator: " ").map(String.init)
    let stale = try await runProcess(builtTool, arguments, in: project)
    #expect(stale.exitCode == 1, "\(stale.text)")
    #expect(stale.text.contains("::error"))
    let generated = try await runProcess(
      builtTool, ["generate"] + arguments.dropFirst(), in: project)
    #expect(generated.exitCode == 0, "\(generated.text)")
    let current = try await runProcess(builtTool, arguments, in: project)
    #expect(current.exitCode == 0, "\(current.text)")
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
