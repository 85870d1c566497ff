// Temporary folders for tests.

package import Foundation
import Testing

/// A temporary folder for one test, removed with this value.
package final class Workbench: Sendable {
  package let folder: URL

  /// - Parameter files: texts by relative path.
  package init(_ files: [String: String] = [:]) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "authgen-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (path, text) in files { try write(text, to: path) }
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  package func url(_ path: String) -> URL { folder.appending(path: path) }

  package func write(_ text: String, to path: String) throws {
    try write(Data(text.utf8), to: path)
  }

  package func write(_ data: Data, to path: String) throws {
    let url = url(path)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: url)
  }

  /// Replaces a text that the file contains.
  package func replace(_ old: String, with new: String, in path: String) throws {
    let text = try text(path)
    try #require(text.contains(old), "\(path) lacks \(old)")
    try write(text.replacing(old, with: new), to: path)
  }

  package func text(_ path: String) throws -> String {
    try String(contentsOf: url(path), encoding: .utf8)
  }

  package func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: url(path).path)
  }

  /// The names in a folder, hidden ones too, sorted.
  package func names(_ path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: url(path).path).sorted()
  }

  /// Runs a program in this folder. Default: authgen, with a cache of its own.
  package func run(
    _ arguments: [String], of program: String = builtTool, environment: [String: String] = [:]
  ) async throws -> ProcessResult {
    let cache = program == builtTool ? ["XDG_CACHE_HOME": url(".cache").path] : [:]
    return try await runProcess(
      program, arguments, in: folder, environment: cache.merging(environment) { $1 })
  }
}
