// Tests that the compiler accepts clients whose documents are in several targets.

import AuthGenTestSupport
import Foundation
import Testing

struct ModulesTests {
  /// The compiler says so for each target alone: with the features that change what an import means.
  @Test(arguments: ["public", "package", "internal"])
  func targetsCompile(_ level: String) async throws {
    let bench = try await Transcript.setUp(of: "Modules.txt")
    let output = #""output": "Generated""#
    for target in ["Cart", "Team"] + (level == "package" ? ["ShopAPI"] : []) {
      try bench.replace(
        output, with: output + #", "options": {"accessLevel": "\#(level)"}"#,
        in: "\(target)/authgen.json")
    }
    let modules = URL(fileURLWithPath: builtTool).deletingLastPathComponent()
      .appending(path: "Modules").path
    for target in ["ShopAPI", "Cart", "Team"] {
      _ = try await bench.run("generate", "--no-cache", "--config", "\(target)/authgen.json")
      let files = try bench.names("\(target)/Generated").map { "\(target)/Generated/\($0)" }
      var arguments = [
        "-emit-module", "-swift-version", "6", "-warnings-as-errors", "-package-name", "shop",
        "-module-name", target, "-emit-module-path", "\(target).swiftmodule", "-I", ".",
        "-I", modules,
      ]
      for feature in ["InternalImportsByDefault", "MemberImportVisibility", "ExistentialAny"] {
        arguments += ["-enable-upcoming-feature", feature]
      }
      let result = try await runToolchain("swiftc", arguments + files, in: bench.folder)
      #expect(result.exitCode == 0, "\(target): \(result.text)")
    }
  }
}
