// Runs tests that are written as files of commands with their results.

import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import Testing

/// What the commands of a script act on.
protocol Scripted: Sendable {
  /// Makes one command.
  ///
  /// - Returns: its result; "done" for a command that only has to succeed.
  func result(of command: [String]) async throws -> String
}

struct UnknownCommand: Error {}

/// Runs all scripts of a file, each with a new world. An empty line separates two scripts. The first
/// line is the name, and all others have the form `command = result`, or `command` if the result is
/// "done". `UPDATE_SNAPSHOTS=1` writes the results.
func runScripts(_ file: String, _ makeWorld: () async throws -> any Scripted) async throws {
  let path = "Tests/Runtime/AuthGenSessions/Scripts/\(file).txt"
  let expected = try Checkout.text(path)
  var found: [String] = []
  var world: (any Scripted)?
  for line in expected.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
    guard line.hasPrefix("  ") else {
      found.append(line)
      world = line.isEmpty ? nil : try await makeWorld()
      continue
    }
    let command = line.prefix { $0 != "=" }.split(separator: " ").map(String.init)
    let result: String
    do {
      result = try await #require(world).result(of: command)
    } catch {
      result = described(error)
    }
    let suffix = result == "done" ? "" : " = \(result)"
    found.append("  \(command.joined(separator: " "))\(suffix)")
    #expect(found.last == line, "\(path)")
  }
  #expect(found.contains { $0.hasPrefix("  ") })
  let text = found.joined(separator: "\n")
  #expect(Golden.text(of: path, expecting: text) == text)
}

private func described(_ error: any Error) -> String {
  switch error {
  case let error as StoreError: "store error: \(described(error))"
  case let error as CredentialUnavailable: "no credential: \(error.reason)"
  default: "\(type(of: error))"
  }
}

func described(_ error: StoreError) -> String {
  switch error.reason {
  case .gateIsClosed(let refusal): "gate is closed, \(refusal)"
  case let reason: "\(reason)"
  }
}
