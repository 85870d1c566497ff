// Which key must not go: one that a login is being bound to.

/// Counts the logins that use a key, so that none loses it.
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

  /// Whether no login uses the key, nor has used it since another moment.
  package func isIdle(since earlier: KeyUses) -> Bool {
    current == 0 && total == earlier.total
  }
}
