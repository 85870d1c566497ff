// Counts the uses of a key, so that a logout does not remove a key that a login needs.

/// Counts the logins that use a key.
package struct KeyUses: Sendable {
  private var current = 0
  private var total = 0

  package init() {}

  package mutating func begin() {
    current += 1
    total += 1
  }

  package mutating func end() {
    current -= 1
  }

  /// Whether no login uses the key now, and none has used it since `earlier`.
  package func isIdle(since earlier: KeyUses) -> Bool {
    current == 0 && total == earlier.total
  }
}
