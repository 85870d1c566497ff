// Type-checks the manifests in the articles against the toolchain's PackageDescription.

import AuthGenTestSupport
import Foundation
import Testing

@Suite struct ManifestTests {
  /// One run of the compiler checks all that no file of the repository has. An error has the block's line.
  @Test func manifestsOfArticlesAreValid() async throws {
    let files = try QuotedFiles.all.get()
    var source = "import PackageDescription\n"
    var count = 0
    for page in try MarkdownPage.articles() {
      for block in page.blocks where block.language == "swift" {
        guard Manifest.isManifest(block.text) else { continue }
        let isWhole = block.text.contains("import PackageDescription")
        guard isWhole || !files.passagesNotHeld(of: block).isEmpty else { continue }
        count += 1
        source += """
          func manifest\(count)() {
          #sourceLocation(file: "\(page.path), manifest \(count)", line: 1)
          \(Manifest.statement(block.text))
          #sourceLocation()
          }

          """
      }
    }
    #expect(count >= 4)

    try await withFolder { folder in
      try Data(source.utf8).write(to: folder.appending(path: "Manifests.swift"))
      let target = try await runToolchain("swiftc", ["-print-target-info"], in: folder)
      let paths = try JSONDecoder().decode(TargetInfo.self, from: Data(target.output.utf8)).paths
      let result = try await runToolchain(
        "swiftc",
        [
          "-typecheck", "-swift-version", "6", "-package-description-version", try oldestVersion(),
          "-I", paths.runtimeResourcePath + "/pm/ManifestAPI", "Manifests.swift",
        ], in: folder)
      #expect(result.exitCode == 0, "\(result.errors)")
    }
  }

  private struct TargetInfo: Decodable {
    struct Paths: Decodable { let runtimeResourcePath: String }
    let paths: Paths
  }

  /// The oldest version that the package supports.
  private func oldestVersion() throws -> String {
    let manifest = try Checkout.text("Package.swift")
    return String(try #require(manifest.firstMatch(of: /swift-tools-version: (\d+\.\d+)/)).1)
  }
}

/// Blocks of articles with a manifest for SwiftPM, or with a part of one.
enum Manifest {
  static func isManifest(_ text: String) -> Bool {
    text.contains(/\.(?:package\((?:path|url)|product\(name|plugin\(name|binaryTarget\()/)
  }

  /// The text as a statement, with what the article leaves out.
  static func statement(_ text: String) -> String {
    if text.contains("import PackageDescription") {
      return text.replacing("import PackageDescription", with: "")
    }
    if text.hasPrefix("let ") { return text }
    let start = text.drop { $0 == " " }
    if start.hasPrefix(".package(") { return "let _: [Package.Dependency] = [ \(text) ]" }
    if start.hasPrefix(".product(") { return "let _: [Target.Dependency] = [ \(text) ]" }
    if start.hasPrefix(".plugin(") { return "let _: [Target.PluginUsage] = [ \(text) ]" }
    if start.hasPrefix(".") { return "let _: [Target] = [ \(text) ]" }
    let name = start.hasPrefix("name:") ? "" : "name: \"Shop\", "
    let type = start.contains(/\.package\(|targets:/) ? "Package" : "Target.executableTarget"
    return "_ = \(type)(\(name)\(text))"
  }
}
