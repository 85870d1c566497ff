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

extension RecordedCase {
  /// The scripts of a file: commands, each above its result, if it is not "done".
  static func scripts(_ file: String) -> [RecordedCase] {
    all(at: "Tests/Runtime/AuthGenSessions/Scripts/\(file).txt")
  }

  func run(in world: any Scripted) async throws {
    try await expectOutputs { commands async in
      var results: [String] = []
      for command in commands.split(separator: "\n") {
        do {
          results.append(try await world.result(of: command.split(separator: " ").map(String.init)))
        } catch {
          results.append(described(error))
        }
      }
      return results.filter { $0 != "done" }.joined(separator: "\n")
    }
  }
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
