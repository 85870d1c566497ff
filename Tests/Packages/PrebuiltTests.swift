// Tests the package with the generator as a binary in the form of a release: an archive with a checksum.

import AuthGenTestSupport
import Foundation
import Testing

@Suite(.archives) struct PrebuiltTests {
  private static let address = "https://git.example.com/authgen/releases/download/0.0.0"
  private static let archive = "authgen.artifactbundle.zip"

  private func release(in folder: URL, named name: String = "authgen-prebuilt") async throws -> URL
  {
    try await PrebuiltTool(at: folder.appending(path: name), address: Self.address).folder
  }

  /// SwiftPM downloads an archive only if its cache does not have the address.
  private func cache(_ archive: Data, in folder: URL) throws -> [String] {
    let cache = folder.appending(path: "cache")
    let archives = cache.appending(path: "artifacts")
    try FileManager.default.createDirectory(at: archives, withIntermediateDirectories: true)
    let name = "\(Self.address)/\(Self.archive)".replacing(/[^A-Za-z0-9]/, with: "_")
    try archive.write(to: archives.appending(path: name))
    return ["--cache-path", cache.path]
  }

  @Test func equalFilesMakeEqualArchives() async throws {
    let bench = try Workbench()
    let folder = bench.folder
    let first = try await release(in: folder, named: "first")
    let second = try await release(in: folder, named: "second")
    let archive = try Data(contentsOf: first.appending(path: Self.archive))
    #expect(try Data(contentsOf: second.appending(path: Self.archive)) == archive)
    let checksum = try String(
      contentsOf: first.appending(path: Self.archive + ".sha256"), encoding: .utf8
    ).split(separator: " ")
    #expect(checksum.last == "\(Self.archive)\n")
    let manifest = try String(
      contentsOf: first.appending(path: "Package.swift"), encoding: .utf8)
    #expect(manifest.contains("url: \"\(Self.address)/\(Self.archive)\""))
    #expect(manifest.contains("checksum: \"\(checksum[0])\""))
  }

  @Test func archiveIsUsedOnlyIfItHasTheChecksum() async throws {
    let bench = try Workbench()
    let folder = bench.folder
    let package = try await release(in: folder)
    var archive = try Data(contentsOf: package.appending(path: Self.archive))
    let intact = try await runToolchain(
      "swift", ["package", "resolve"] + cache(archive, in: folder), in: package)
    #expect(intact.exitCode == 0, "\(intact.text)")
    try FileManager.default.removeItem(at: package.appending(path: ".build"))
    archive.append(0)
    let replaced = try await runToolchain(
      "swift", ["package", "resolve"] + cache(archive, in: folder), in: package)
    #expect(replaced.exitCode != 0)
    #expect(replaced.text.contains("does not match checksum specified by the manifest"))
  }

  /// The article quotes the package's manifest.
  @Test func packageBuildsWithTheArchiveAndWithoutTheGenerator() async throws {
    let bench = try Workbench()
    let folder = bench.folder
    let prebuilt = try await release(in: folder)
    let options = try cache(
      Data(contentsOf: prebuilt.appending(path: Self.archive)), in: folder)
    try FileManager.default.removeItem(at: prebuilt.appending(path: "authgen.artifactbundle"))
    try FileManager.default.createSymbolicLink(
      at: folder.appending(path: "authgen"), withDestinationURL: Checkout.root)
    let package = ConsumerPackage(folder: folder.appending(path: "Shop"))
    try FileManager.default.createDirectory(
      at: package.url("Sources/Shop/ops"), withIntermediateDirectories: true)
    try package.write(
      #"{"clients": [{"name": "Shop", "schema": "schema.graphql", "operations": "ops", "authentication": {"authenticated": []}}], "version": 1}"#,
      to: "Sources/Shop/authgen.json")
    try package.write("type Query { hello: String }\n", to: "Sources/Shop/schema.graphql")
    try package.write("query Hello { hello }\n", to: "Sources/Shop/ops/Hello.graphql")
    try FileManager.default.copyItem(
      at: Checkout.root.appending(path: "Tests/Fixtures/BuildSystems/PrebuiltPackage.swift"),
      to: package.url("Package.swift"))
    try package.write("print(HelloQuery.operationName)\n", to: "Sources/Shop/main.swift")
    let run = try await package.swift(["run"] + options + ["Shop"])
    #expect(run.output == "Hello\n", "\(run.text)")
    let log = BuildLog(run)
    #expect(log.generated == ["Shop"], "\(run.text)")
    #expect(log.compiled.isSuperset(of: ["AuthGenRuntime", "Shop"]), "\(run.text)")
    #expect(!log.compiled.contains("AuthGenLanguage"), "\(run.text)")
  }
}

extension Trait where Self == ConditionTrait {
  /// Marks tests that pack and unpack archives. In CI, a missing program is a failure instead.
  fileprivate static var archives: Self {
    .enabled("they need zip and unzip") {
      if ProcessInfo.processInfo.environment["CI"] != nil { return true }
      for program in ["zip", "unzip"]
      where try await runProcess("which", [program], in: Checkout.root).exitCode != 0 {
        SkippedTests.note("tests of the prebuilt generator", without: program)
        return false
      }
      return true
    }
  }
}
