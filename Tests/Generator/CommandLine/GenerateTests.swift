// Tests the times that a verbose run prints.

import AuthGenTestSupport
import Foundation
import Testing

@Suite struct GenerateTests {
  @Test(arguments: [
    ("validate", ["read", "parse", "build schema", "validate", "model"]),
    ("generate", ["read", "parse", "build schema", "validate", "model", "render", "write"]),
    ("check", ["read", "parse", "build schema", "validate", "model", "render", "compare"]),
  ])
  func verboseRunShowsTheTimeOfEachStage(_ verb: String, _ stages: [String]) async throws {
    let bench = try await Transcript.setUp(of: "Generate.txt")
    _ = try await bench.run("generate", "--no-cache")
    let result = try await bench.run([verb, "--verbose"])
    #expect(result.exitCode == 0)
    let lines = result.errors.split(separator: "\n")
    #expect(lines.first == "Shop: time of each stage")
    let rows = try lines.dropFirst().map { line in
      try #require(line.wholeMatch(of: #/  ([a-z ]+?) +([0-9]+\.[0-9]) ms/#), "\(line)")
    }
    #expect(rows.map { String($0.1) } == stages + ["total"])
    #expect(Set(lines.dropFirst().map(\.count)).count == 1)
    let times = rows.compactMap { Double($0.2) }
    // Each row is rounded.
    #expect(abs(times.dropLast().reduce(0, +) - (times.last ?? 0)) <= 0.5)
    let quick = try await bench.run([verb])
    #expect(quick.errors.isEmpty)
  }
}
