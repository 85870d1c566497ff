// A store that lasts as long as the process.

public import AuthGenRuntime
public import Foundation

/// Stores bytes in memory, for tests, previews and apps that sign in at every start.
nonisolated public final class InMemoryStore: SecretStore {
  private let content: Locked<Data?>

  /// Creates a store in memory.
  ///
  /// - Parameter content: the store's initial content. Default: nil, which is an empty store.
  public init(_ content: Data? = nil) {
    self.content = Locked(content)
  }

  public func read() -> Data? {
    content.withLock { $0 }
  }

  public func write(_ data: Data) {
    content.withLock { $0 = data }
  }

  public func remove() {
    content.withLock { $0 = nil }
  }

  public func replace(_ expected: Data?, with data: Data?) -> Bool {
    content.withLock { content in
      guard content == expected else { return false }
      content = data
      return true
    }
  }
}

nonisolated extension InMemoryStore: RedactedDescription {
  public var description: String { "a store in memory" }
}
