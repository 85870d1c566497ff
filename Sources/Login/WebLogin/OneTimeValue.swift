// A secret of a pending login.

import Foundation

/// A value that is used once, until it expires. All copies of its owner share it.
package actor OneTimeValue<Value: Sendable> {
  private var value: Value?
  private var isDiscarded = false
  private let expiresAt: Date

  /// - Parameter expiresAt: when the value expires. Default: never.
  package init(_ value: Value, expiresAt: Date = .distantFuture) {
    self.value = value
    self.expiresAt = expiresAt
  }

  /// Whether the value can be used now.
  package func isUsable(at now: Date) -> Bool {
    if now >= expiresAt { value = nil }
    return value != nil
  }

  /// Takes the value.
  ///
  /// - Returns: nil if the value was already taken or discarded, or has expired.
  package func take(at now: Date) -> Value? {
    defer { value = nil }
    return isUsable(at: now) ? value : nil
  }

  /// Uses the value. If `body` throws, the value can be used again.
  ///
  /// - Returns: the result of `body`, or nil if the value was already used or discarded, is being
  ///   used, or has expired.
  package func use<Result: Sendable, Failure: Error>(
    at now: Date, _ body: @Sendable (Value) async throws(Failure) -> Result
  ) async throws(Failure) -> Result? {
    guard let taken = take(at: now) else { return nil }
    do throws(Failure) {
      return try await body(taken)
    } catch {
      if !isDiscarded { value = taken }
      throw error
    }
  }

  package func discard() {
    isDiscarded = true
    value = nil
  }
}
