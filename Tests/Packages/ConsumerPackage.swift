// A copy of the consumer package that tests may change.

import AuthGenTestSupport
import Foundation
import Testing

struct ConsumerPackage {
  let folder: URL

  /// The built copy that all tests use, one after the other.
  static let shared = Task {
    let package = try await copy()
    let standalone = try await package.generateStandalone()
    #expect(standalone.exitCode == 0, "\(standalone.errors)")
    let first = try await package.build()
    #expect(first.succeeded, "\(first.text)")
    #expect(first.warnings.isEmpty)
    return package
  }

  /// After files were added or removed, SwiftPM's native build system links tools that it builds from source
  /// once more than necessary.
  static let buildsUntilNothingRuns = 2

  /// Copies `Tests/Consumers` beside a copy of Horizon's schema and configuration, so that its paths are
  /// valid. Build products of an earlier test run are reused.
  static func copy() async throws -> ConsumerPackage {
    let manager = FileManager.default
    let root = URL(fileURLWithPath: builtTool).deletingLastPathComponent()
      .appending(path: "consumers")
    let package = ConsumerPackage(folder: root.appending(path: "Tests/Consumers"))
    let schemas = root.appending(path: "Schemas")
    for old in [schemas, package.url("Sources"), package.url("Package.swift")]
    where manager.fileExists(atPath: old.path) {
      try manager.removeItem(at: old)
    }
    try manager.createDirectory(at: package.folder, withIntermediateDirectories: true)
    try manager.createDirectory(at: schemas, withIntermediateDirectories: true)
    let original = Checkout.root.appending(path: "Tests/Consumers")
    try manager.copyItem(at: original.appending(path: "Sources"), to: package.url("Sources"))
    try manager.copyItem(
      at: Checkout.root.appending(path: "Schemas/Horizon"), to: schemas.appending(path: "Horizon"))
    try manager.copyItem(
      at: Checkout.root.appending(path: "Schemas/authgen.json"),
      to: schemas.appending(path: "authgen.json"))
    let manifest = try String(
      contentsOf: original.appending(path: "Package.swift"), encoding: .utf8)
    let text = manifest.replacing(#"path: "../..""#, with: "path: \"\(Checkout.root.path)\"")
    try package.write(text, to: "Package.swift")
    return package
  }

  func url(_ path: String) -> URL { folder.appending(path: path) }

  func text(_ path: String) throws -> String {
    try String(contentsOf: url(path), encoding: .utf8)
  }

  func write(_ text: String, to path: String) throws {
    try Data(text.utf8).write(to: url(path))
  }

  /// Runs a SwiftPM command in the package.
  func swift(_ arguments: [String]) async throws -> ProcessResult {
    try await runToolchain("swift", arguments, in: folder)
  }

  /// Generates the target without a plugin by hand.
  func generateStandalone() async throws -> ProcessResult {
    try await runProcess(
      builtTool, ["generate", "--config", "Sources/Standalone/authgen.json"], in: folder)
  }

  /// Builds everything.
  func build() async throws -> BuildLog {
    BuildLog(try await swift(["build", "--product", "Consumers"]))
  }

  /// Changes a file, builds, and restores the file.
  ///
  /// - Parameter text: the file's new content; nil to remove the file.
  func building<Result>(
    with text: String?, in path: String, _ body: (BuildLog) async throws -> Result
  ) async throws -> Result {
    let original = try? Data(contentsOf: url(path))
    defer {
      try? FileManager.default.removeItem(at: url(path))
      try? original?.write(to: url(path))
    }
    if let text {
      try write(text, to: path)
    } else {
      try FileManager.default.removeItem(at: url(path))
    }
    return try await body(try await build())
  }

  /// The names of a target's generated files.
  func generated(for target: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: generatedFolder(target).path).sorted()
  }

  func generatedText(_ name: String, for target: String) throws -> String {
    try String(contentsOf: generatedFolder(target).appending(path: name), encoding: .utf8)
  }

  private func generatedFolder(_ target: String) -> URL {
    url(".build/plugins/outputs/consumers/\(target)/destination/AuthGenBuildPlugin")
  }
}

/// The output of `swift build`.
struct BuildLog {
  let succeeded: Bool
  let text: String

  init(_ result: ProcessResult) {
    succeeded = result.exitCode == 0
    text = result.text
  }

  private var lines: [Substring] { text.split(separator: "\n") }

  /// The targets that were generated again.
  var generated: Set<String> { names(after: "Generate GraphQL clients for ") }

  /// The targets with compiled files.
  var compiled: Set<String> { names(after: "Compiling ").subtracting(["plugin"]) }

  var warnings: [Substring] { lines.filter { $0.contains("warning:") } }

  private func names(after mark: String) -> Set<String> {
    Set(
      lines.compactMap { line in
        line.range(of: mark).map { String(line[$0.upperBound...].prefix { $0 != " " }) }
      })
  }
}
