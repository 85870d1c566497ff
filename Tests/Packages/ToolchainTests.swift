// Tests toolchain commands that are killed by a signal.

import AuthGenTestSupport
import Foundation
import Testing

@Suite struct ToolchainTests {
  /// Runs a script that is killed by a signal the given number of times.
  private func run(killed times: Int) async throws -> (result: ProcessResult?, runs: Int) {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "authgen-toolchain-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let script = "echo run >>runs; [ $(wc -l <runs) -gt \(times) ] || kill -SEGV $$; echo done"
    let result = try? await runToolchain("/bin/sh", ["-c", script], in: folder)
    let runs = try String(contentsOf: folder.appending(path: "runs"), encoding: .utf8)
    return (result, runs.split(separator: "\n").count)
  }

  @Test func commandKilledBySignalRunsOnceMore() async throws {
    let (result, runs) = try await run(killed: 1)
    #expect(result?.output == "done\n" && runs == 2)
  }

  @Test func commandKilledTwiceFails() async throws {
    let (result, runs) = try await run(killed: 2)
    #expect(result == nil && runs == 2)
  }

  @Test func commandThatExitsRunsOnce() async throws {
    let (result, runs) = try await run(killed: 0)
    #expect(result?.exitCode == 0 && runs == 1)
  }
}
