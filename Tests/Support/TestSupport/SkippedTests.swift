// Reports skipped tests.

import Foundation

/// The skipped tests of this run. The process prints them when it ends, after all results.
package enum SkippedTests {
  private static let skipped = Shared<[String: Set<String>]>([:])

  /// Records that a test or suite is skipped.
  ///
  /// - Parameter need: what is missing.
  package static func note(_ test: String, without need: String) {
    let isFirst = skipped.withLock { skipped in
      let isFirst = skipped.isEmpty
      skipped[need, default: []].insert(test)
      return isFirst
    }
    guard isFirst else { return }
    atexit { SkippedTests.report() }
  }

  private static func report() {
    let lines = skipped.withLock { skipped in
      skipped.sorted { $0.key < $1.key }.map { need, tests in
        "Skipped without \(need): \(tests.sorted().joined(separator: ", "))\n"
      }
    }
    FileHandle.standardOutput.write(Data(lines.joined().utf8))
  }
}
