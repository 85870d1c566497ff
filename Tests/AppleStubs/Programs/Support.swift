// What the programs share.

import Foundation

/// Ends the program with status 1 unless the condition is true.
func expect(_ condition: Bool, file: String = #fileID, line: Int = #line) {
  if !condition { fail("\(file), line \(line)") }
}

/// Returns the value, or ends the program for nil.
func required<Value>(_ value: Value?, file: String = #fileID, line: Int = #line) -> Value {
  guard let value else { fail("\(file), line \(line): nil") }
  return value
}

func fail(_ text: String) -> Never {
  print("failed: \(text)")
  exit(1)
}

/// Ends the program with status 1 if it has not ended after a minute.
func limitTime() {
  Thread.detachNewThread {
    Thread.sleep(forTimeInterval: 60)
    fail("the program does not end")
  }
}

/// Waits until a condition is true, for at most 20 seconds.
func wait(
  file: String = #fileID, line: Int = #line, isolation: isolated (any Actor)? = #isolation,
  until condition: () -> Bool
) async {
  let end = Date(timeIntervalSinceNow: 20)
  while !condition() {
    if Date() > end { fail("\(file), line \(line): nothing happens") }
    try? await Task.sleep(for: .milliseconds(1))
  }
}

/// A value that functions on several threads change.
final class Shared<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var stored: Value

  init(_ value: Value) {
    stored = value
  }

  var value: Value {
    get { lock.withLock { stored } }
    set { lock.withLock { stored = newValue } }
  }

  func change(_ body: (inout Value) -> Void) { lock.withLock { body(&stored) } }
}
