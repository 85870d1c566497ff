// Shared state for synchronous code, which cannot wait for an actor.

import Foundation

/// A value that one caller at a time may read or change. (`Mutex` needs iOS 18.)
nonisolated package final class Locked<Value>: @unchecked Sendable {
  // Audited: `value` is accessed only between lock and unlock below.
  private let lock = NSLock()
  private var value: Value

  package init(_ value: Value) {
    self.value = value
  }

  package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
