// Runs the built executable in a temporary folder, as users do.

import AuthGenTestSupport
import Foundation
import Testing

/// A temporary folder for one test, removed with this value.
final class Workbench: Sendable {
  let folder: URL

  /// - Parameter files: texts by relative path.
  init(_ files: [String: String] = [:]) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "authgen-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (path, text) in files { try write(text, to: path) }
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  func url(_ path: String) -> URL { folder.appending(path: path) }

  func write(_ text: String, to path: String) throws {
    try write(Data(text.utf8), to: path)
  }

  func write(_ data: Data, to path: String) throws {
    let url = url(path)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: url)
  }

  /// Replaces a text that the file contains.
  func replace(_ old: String, with new: String, in path: String) throws {
    let text = try text(path)
    try #require(text.contains(old), "\(path) lacks \(old)")
    try write(text.replacing(old, with: new), to: path)
  }

  func text(_ path: String) throws -> String {
    try String(contentsOf: url(path), encoding: .utf8)
  }

  func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: url(path).path)
  }

  /// The names in a folder, hidden ones too, sorted.
  func names(_ path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: url(path).path).sorted()
  }

  /// Runs the tool in this folder.
  func run(_ arguments: String...) async throws -> ProcessResult {
    try await run(arguments)
  }

  /// Runs the tool like the method above.
  func run(
    _ arguments: [String], input: String = ""
  ) async throws -> ProcessResult {
    try await runProcess(
      builtTool, arguments, in: folder, input: input,
      environment: ["XDG_CACHE_HOME": url(".cache").path])
  }
}

/// Configurations of one client.
enum Sample {
  static func configuration(_ clients: String...) -> String {
    #"{"version": 1, "clients": ["# + clients.joined(separator: ", ") + "]}"
  }

  static func client(
    authentication: String = "{}", options: String = "{}"
  ) -> String {
    """
    {
      "name": "Shop", "schema": "schema.graphql", "operations": "ops", "output": "out",
      "authentication": \(authentication), "options": \(options)
    }
    """
  }
}

extension ProcessResult {
  /// The output of `generate` without its last line, which has the time.
  var untimedOutput: String {
    output.replacing(/(^|\n)Done in \d+\.\d\d s\.\n$/) { String($0.1) }
  }
}
