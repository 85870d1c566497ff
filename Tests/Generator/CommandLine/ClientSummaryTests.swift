// Tests what `authgen generate` prints of a client's operations, and the lines of a slow run.

import AuthGenTestSupport
import Foundation
import Testing

@testable import AuthGenCommandLine

@Suite struct ClientSummaryTests {
  @Test(arguments: [
    (0, "", 0, false, "no operations, none need a session, no secret values"),
    (1, "A", 1, false, "1 operation, 1 needs a session (A), 1 secret value"),
    (9, "ABC", 2, false, "9 operations, 3 need a session (A, B, C), 2 secret values"),
    (9, "ABCD", 2, false, "9 operations, 4 need a session (A, B, C, …), 2 secret values"),
    (9, "ABCD", 2, true, "9 operations, 4 need a session (A, B, C, D), 2 secret values"),
  ])
  func textHasTheNumbersAndAtMostThreeNames(
    _ count: Int, _ names: String, _ secrets: Int, _ isVerbose: Bool, _ expected: String
  ) {
    let summary = ClientSummary(
      operationCount: count, authenticated: names.map { "\($0)" }, secretCount: secrets)
    #expect(summary.text(isVerbose: isVerbose) == expected)
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
