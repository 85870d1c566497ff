// State shared by servers, calls and tests.

import Foundation

/// A value that one caller at a time can read or change.
@dynamicMemberLookup
package final class Shared<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  package init(_ value: Value) {
    self.value = value
  }

  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }

  /// A member of the value. Reading it is one step, and so is setting it; `+=` is two.
  package subscript<Member>(dynamicMember path: WritableKeyPath<Value, Member>) -> Member {
    get { withLock { $0[keyPath: path] } }
    set { withLock { $0[keyPath: path] = newValue } }
  }
}
