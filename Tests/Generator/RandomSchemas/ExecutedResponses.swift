// Responses of graphql-core to random operations.

import AuthGenTestServers
import AuthGenTestSupport
import Foundation

/// Executes operations with another implementation of GraphQL, so that what `@include` and `@skip` leave
/// out does not depend on these tests.
enum ExecutedResponses {
  private struct Request: Encodable {
    struct Call: Encodable {
      let operation: String
      let variables: [String: Bool]
    }

    let schema: String
    let document: String
    let flags: [String]
    let seed: Int
    let calls: [Call]
  }

  /// Returns a response for each operation and each combination of the variables for conditions, or
  /// nothing if Python is missing. In CI, where the variable `CI` is set, a missing Python is an error.
  static func all(
    _ random: RandomClient, test: String
  ) async throws -> [(operation: RandomOperations.Operation, flags: [String: Bool], json: String)] {
    let isRequired = ProcessInfo.processInfo.environment["CI"] != nil
    let environment: PythonEnvironment
    do throws(PythonEnvironment.Unavailable) {
      environment = try await PythonEnvironment.prepare()
    } catch {
      if isRequired { throw error }
      SkippedTests.note(test, without: "graphql-core")
      return []
    }
    let calls = random.operations.operations.flatMap { operation in
      [[false, false], [false, true], [true, false], [true, true]].map { values in
        (operation, Dictionary(uniqueKeysWithValues: zip(RandomOperations.flags, values)))
      }
    }
    let request = Request(
      schema: random.schema.text, document: random.operations.document,
      flags: RandomOperations.flags, seed: random.seed,
      calls: calls.map { Request.Call(operation: $0.name, variables: $1) })
    let script = Checkout.root.appending(path: "Tests/Generator/RandomSchemas/execute.py")
    let result = try await runProcess(
      environment.interpreter.path, [script.path], in: Checkout.root,
      input: String(decoding: try JSONEncoder().encode(request), as: UTF8.self))
    guard result.exitCode == 0 else { throw Failure(description: result.text) }
    let lines = result.output.split(separator: "\n").map(String.init)
    guard lines.count == calls.count else { throw Failure(description: result.text) }
    return zip(calls, lines).map { ($0.0, $0.1, $1) }
  }

  private struct Failure: Error, CustomStringConvertible {
    let description: String
  }
}
