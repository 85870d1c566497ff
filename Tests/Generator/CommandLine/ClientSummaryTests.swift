// Tests what `authgen generate` prints of a client's operations, and the lines of a slow run.

import AuthGenTestSupport
import Foundation
import Testing

@testable import AuthGenCommandLine

@Suite struct ClientSummaryTests {
  @Test(arguments: [
    (
      ClientSummary(operationCount: 0, authenticated: [], secretCount: 0), false,
      "no operations, none need a session, no secret values"
    ),
    (
      ClientSummary(operationCount: 1, authenticated: ["A"], secretCount: 1), false,
      "1 operation, 1 needs a session (A), 1 secret value"
    ),
    (
      ClientSummary(operationCount: 9, authenticated: ["A", "B", "C"], secretCount: 2), false,
      "9 operations, 3 need a session (A, B, C), 2 secret values"
    ),
    (
      ClientSummary(operationCount: 9, authenticated: ["A", "B", "C", "D"], secretCount: 2), false,
      "9 operations, 4 need a session (A, B, C, …), 2 secret values"
    ),
    (
      ClientSummary(operationCount: 9, authenticated: ["A", "B", "C", "D"], secretCount: 2), true,
      "9 operations, 4 need a session (A, B, C, D), 2 secret values"
    ),
  ])
  func textHasTheNumbersAndAtMostThreeNames(
    _ summary: ClientSummary, _ isVerbose: Bool, _ expected: String
  ) {
    #expect(summary.text(isVerbose: isVerbose) == expected)
  }

  /// A secret that two operations use is one. Variables of two operations are two.
  @Test func secretsAreVariablesInputFieldsAndResponseFields() async throws {
    let bench = try Workbench([
      "authgen.json": Sample.configuration(
        Sample.client(
          authentication: """
            {"secrets": ["Query.login(code:)", "LoginInput.password", "Session.token"]}
            """)),
      "schema.graphql": """
      type Query {
        login(code: String, input: LoginInput): Session
      }
      input LoginInput { name: String! password: String! }
      type Session { token: String! name: String! }

      """,
      "ops/Code.graphql": "query Code($code: String) { login(code: $code) { token name } }\n",
      "ops/Again.graphql": "query Again($code: String) { login(code: $code) { token } }\n",
      "ops/Input.graphql": "query Input($input: LoginInput) { login(input: $input) { token } }\n",
    ])
    let result = try await bench.run("generate")
    #expect(
      result.output.hasPrefix("Shop: 3 operations, none need a session, 4 secret values\n"),
      "\(result.text)")
  }

  @Test func failedRunPrintsNoTime() async throws {
    let bench = try Sample.project()
    try bench.write("query Hello { unknown }\n", to: "ops/Hello.graphql")
    let result = try await bench.run("generate")
    #expect(result.exitCode == 1)
    #expect(result.output.isEmpty)
  }

  // MARK: Slow runs

  @Test func slowRunNamesItsWorkUntilItEnds() async throws {
    let lines = Shared<[String]>([])
    let progress = ProgressLines(first: 0.01, interval: 0.01) { line in
      lines.withLock { $0.append(line) }
    }
    progress.begin("GitHub (2 of 6)")
    try await wait { lines.withLock { $0.contains("GitHub (2 of 6): still working after 0 s") } }
    progress.end()
    let count = lines.withLock { $0.count }
    try await Task.sleep(for: .milliseconds(50))
    #expect(lines.withLock { $0.count } == count)
  }

  @Test func quickRunPrintsNoLine() async throws {
    let lines = Shared<[String]>([])
    let progress = ProgressLines(first: 0.02) { line in lines.withLock { $0.append(line) } }
    progress.end()
    try await Task.sleep(for: .milliseconds(60))
    #expect(lines.withLock { $0.isEmpty })
  }
}
