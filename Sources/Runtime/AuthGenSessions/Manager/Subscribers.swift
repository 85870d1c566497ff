// The subscribers to a sequence of states.

import AuthGenRuntime

/// Sends each element to all subscribers, in one order. Only one caller at a time may send (the
/// manager's actor). Subscribers may be added and removed on any thread.
nonisolated package final class Subscribers<Element: Sendable>: Sendable {
  nonisolated private struct Subscriber {
    let id: Int
    let continuation: AsyncStream<Element>.Continuation
    /// Whether it has received its first element. Until then, it receives no changes.
    var hasBegun = false
  }

  nonisolated private struct Registry {
    var nextID = 0
    var subscribers: [Subscriber] = []
  }

  private let registry = Locked(Registry())

  package init() {}

  /// The number of subscribers.
  package var count: Int { registry.withLock { $0.subscribers.count } }

  /// Adds a subscriber and returns its stream. The stream buffers unread elements and ends with
  /// this object.
  package func add() -> AsyncStream<Element> {
    let (stream, continuation) = AsyncStream.makeStream(of: Element.self)
    let id = registry.withLock { registry in
      registry.nextID += 1
      registry.subscribers.append(Subscriber(id: registry.nextID, continuation: continuation))
      return registry.nextID
    }
    continuation.onTermination = { [weak self] _ in self?.remove(id) }
    return stream
  }

  /// Sends the first element to all subscribers that have received none.
  package func begin(with element: Element) {
    let new = registry.withLock { registry in
      let new = registry.subscribers.filter { !$0.hasBegun }.map(\.continuation)
      for index in registry.subscribers.indices { registry.subscribers[index].hasBegun = true }
      return new
    }
    for continuation in new { continuation.yield(element) }
  }

  /// Sends an element to all subscribers that have received their first.
  package func send(_ element: Element) {
    let all = registry.withLock { $0.subscribers.filter(\.hasBegun).map(\.continuation) }
    for continuation in all { continuation.yield(element) }
  }

  private func remove(_ id: Int) {
    registry.withLock { $0.subscribers.removeAll { $0.id == id } }
  }

  deinit {
    let all = registry.withLock { $0.subscribers.map(\.continuation) }
    for continuation in all { continuation.finish() }
  }
}
