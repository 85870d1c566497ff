// Tests `swift package authgen` in a package that depends on this one.

import AuthGenTestSupport
import Foundation
import Testing

extension ConsumerTests {
  @Suite struct CommandPluginTests {
    private let package: ConsumerPackage

    init() async throws {
      package = try await ConsumerPackage.shared.value
    }

    private func authgen(_ arguments: String...) async throws -> ProcessResult {
      try await package.swift(
        ["package", "--allow-writing-to-package-directory", "authgen"] + arguments)
    }

    @Test func everyTargetIsUsedByDefault() async throws {
      let result = try await authgen("check")
      #expect(result.exitCode == 0, "\(result.errors)")
      #expect(result.text.contains("Standalone: up to date in "))
      for name in ["Books", "Films", "Horizon", "Screens"] {
        #expect(result.text.contains("\(name): left to the build plugin"))
      }
      let valid = try await authgen("validate")
      #expect(valid.exitCode == 0)
      #expect(valid.output.contains("Books: valid") && valid.output.contains("Horizon: valid"))
    }

    @Test func generateWritesAndCheckDetectsDifferences() async throws {
      let path = "Sources/Standalone/GraphQL/operations/Greeting.graphql"
      let original = try package.text(path)
      defer { try? package.write(original, to: path) }
      try package.write("query Greeting { hello: greeting }\n", to: path)
      let stale = try await authgen("check", "--target", "Standalone")
      #expect(stale.exitCode == 1)
      #expect(stale.text.contains("is stale: Greeting.graphql.swift"))
      let written = try await authgen("generate", "--target", "Standalone")
      #expect(written.exitCode == 0, "\(written.errors)")
      #expect(written.output.contains("  1 file written, "))
      #expect(try await authgen("check", "--target", "Standalone").exitCode == 0)
      try package.write(original, to: path)
      #expect(try await package.generateStandalone().exitCode == 0)
    }

    @Test func problemsHaveTheirPositions() async throws {
      let path = "Sources/Standalone/GraphQL/operations/Greeting.graphql"
      let original = try package.text(path)
      defer { try? package.write(original, to: path) }
      try package.write("query Greeting {\n  greting\n}\n", to: path)
      let result = try await authgen("validate")
      #expect(result.exitCode == 1)
      #expect(
        result.text.contains("\(package.url(path).path):2:3: error: type Query has no field"))
      // The other problems are reported too.
      #expect(result.text.contains("Films: valid"))
    }

    @Test func missingInputIsReported() async throws {
      let unknown = try await authgen("check", "--target", "Nowhere")
      #expect(unknown.exitCode == 1)
      #expect(unknown.text.contains("Nowhere"))
      let without = try await authgen("check", "--target", "CheckedIn")
      #expect(without.exitCode == 1)
      let folder = package.url("Sources/CheckedIn").path
      #expect(
        without.text.contains(
          "no authgen.json in the target CheckedIn (\(folder)): run `swift package "
            + "--allow-writing-to-package-directory authgen init --target CheckedIn`"))
      let initial = try await authgen("init")
      #expect(initial.exitCode == 1)
      #expect(initial.text.contains("authgen init requires one target: name it with --target"))
    }

    @Test func fetchingRequiresTheProgramItself() async throws {
      let result = try await authgen("fetch", "https://example.com/graphql")
      #expect(result.exitCode == 1)
      #expect(
        result.text.contains(
          "no permission to use the network: run `swift run authgen-fetch` with the same arguments")
      )
    }

    @Test func writePermissionIsRequired() async throws {
      let result = try await package.swift(["package", "authgen", "check"])
      #expect(result.exitCode == 1)
      #expect(result.text.contains("--allow-writing-to-package-directory"))
    }

    @Test(arguments: [
      ["--config", "Sources/Books/authgen.json"], ["--config=Sources/Books/authgen.json"],
    ])
    func givenConfigurationIsTheOnlyOne(_ configuration: [String]) async throws {
      let result = try await package.swift(
        ["package", "--allow-writing-to-package-directory", "authgen", "validate"] + configuration)
      #expect(result.exitCode == 0, "\(result.text)")
      #expect(result.text.contains("Books: valid"))
      #expect(!result.text.contains("Films: valid"))
    }

    @Test func helpIsTheToolsHelp() async throws {
      let result = try await authgen("generate", "--help")
      #expect(result.exitCode == 0)
      #expect(result.text.contains("Usage: authgen generate [OPTION ...]"))
      let named = try await authgen("help", "generate")
      #expect(named.exitCode == 0)
      #expect(named.text.contains("Usage: authgen generate [OPTION ...]"))
      #expect(try await authgen("-v").text.contains("authgen 0."))
    }
  }
}
