// Waits for what another task does.

/// A condition that did not come true in time.
private struct ConditionTimeout: Error, CustomStringConvertible {
  let fileID: StaticString
  let line: UInt

  var description: String {
    "\(fileID):\(line): expected the condition to hold within 60 s, found that it does not"
  }
}

/// Waits until a condition holds.
///
/// - Throws: An error with the caller's line if the condition does not hold within 60 s. `CancellationError`
///   if the task is cancelled.
package func wait(
  fileID: StaticString = #fileID, line: UInt = #line, isolation: isolated (any Actor)? = #isolation,
  until condition: () async throws -> Bool
) async throws {
  let end = ContinuousClock.now + .seconds(60)
  while !(try await condition()) {
    guard .now < end else { throw ConditionTimeout(fileID: fileID, line: line) }
    try await Task.sleep(for: .milliseconds(1))
  }
}
