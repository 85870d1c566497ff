// A temporary folder, and the programs that fetch schemas into it.

import AuthGenTestSupport
import Foundation

/// A temporary folder for one test, removed with this value.
final class FetchBench: Sendable {
  let folder = FileManager.default.temporaryDirectory
    .appending(path: "authgen-fetch-\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  func url(_ path: String) -> URL { folder.appending(path: path) }

  /// - Parameter program: the path of a program. Default: authgen-fetch.
  func run(
    _ arguments: [String], of program: String = builtProgram("authgen-fetch"),
    environment: [String: String] = [:]
  ) async throws -> ProcessResult {
    try await runProcess(program, arguments, in: folder, environment: environment)
  }

  func write(_ text: String, to path: String) throws {
    try FileManager.default.createDirectory(
      at: url(path).deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url(path))
  }

  func text(_ path: String) throws -> String { try String(contentsOf: url(path), encoding: .utf8) }

  func names(_ path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: url(path).path).sorted()
  }

  func date(_ path: String) throws -> Date? {
    try FileManager.default.attributesOfItem(atPath: url(path).path)[.modificationDate] as? Date
  }
}
