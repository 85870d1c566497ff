// The generator as a binary, for packages that do not build it.

import AuthGenTestSupport
import Foundation

/// A package with the generator that the tests were built with and the build plugin, like the one that
/// `.ci/prebuilt` makes for releases.
struct PrebuiltTool {
  private let folder: URL

  /// The manifest's dependency on this package.
  var dependency: String { ".package(path: \"\(folder.path)\")" }

  /// A target's use of the plugin.
  var plugin: String { ".plugin(name: \"AuthGenPrebuiltPlugin\", package: \"prebuilt\")" }

  /// Creates the package in its own folder.
  init(in parent: URL) throws {
    let manager = FileManager.default
    folder = parent.appending(path: "prebuilt")
    try? manager.removeItem(at: folder)
    let bundle = folder.appending(path: "authgen.artifactbundle")
    let plugin = folder.appending(path: "Plugins/AuthGenPrebuiltPlugin")
    try manager.createDirectory(at: bundle, withIntermediateDirectories: true)
    try manager.createDirectory(
      at: plugin.deletingLastPathComponent(), withIntermediateDirectories: true)
    try manager.copyItem(
      at: Checkout.root.appending(path: "Sources/Plugins/AuthGenBuildPlugin"), to: plugin)
    try manager.copyItem(
      at: URL(fileURLWithPath: builtTool), to: bundle.appending(path: "authgen"))
    // All platforms: the binary is used only on this machine.
    let triples = ["x86_64", "aarch64", "arm64"].flatMap { processor in
      ["unknown-linux-gnu", "apple-macosx"].map { "\"\(processor)-\($0)\"" }
    }
    try Data(
      """
      {"schemaVersion": "1.0", "artifacts": {"authgen": {"type": "executable", "version": "0",
        "variants": [{"path": "authgen", "supportedTriples": [\(triples.joined(separator: ", "))]}]}}}
      """.utf8
    ).write(to: bundle.appending(path: "info.json"))
    try Data(
      """
      // swift-tools-version: 6.1
      import PackageDescription

      let package = Package(
        name: "prebuilt",
        products: [.plugin(name: "AuthGenPrebuiltPlugin", targets: ["AuthGenPrebuiltPlugin"])],
        targets: [
          .binaryTarget(name: "AuthGenTool", path: "authgen.artifactbundle"),
          .plugin(
            name: "AuthGenPrebuiltPlugin", capability: .buildTool(), dependencies: ["AuthGenTool"]),
        ])

      """.utf8
    ).write(to: folder.appending(path: "Package.swift"))
  }
}
