// A store that is gone with the process.

import Foundation

/// Keeps its bytes in memory: for tests and previews, and for apps that sign in at every start.
public final class InMemoryStore: SecretStore {
  private let content: Locked<Data?>

  /// - Parameter content: what the store holds at first; nothing by default.
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
}

extension InMemoryStore: CustomStringConvertible, CustomReflectable {
  public var description: String { "a store in memory" }
  public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .class) }
}
