// Those who want to know of each state.

/// Hands each element to all subscribers, in one order. Whoever sends does so from one place at a
/// time (the manager's actor); subscribers come and go on any thread.
package final class Subscribers<Element: Sendable>: Sendable {
  private struct Subscriber {
    let id: Int
    let continuation: AsyncStream<Element>.Continuation
    /// Whether it has had its first element: before that, changes are not for it.
    var hasBegun = false
  }

  private struct Registry {
    var nextID = 0
    var subscribers: [Subscriber] = []
  }

  private let registry = Locked(Registry())

  package init() {}

  /// The number of those who are still listening.
  package var count: Int { registry.withLock { $0.subscribers.count } }

  /// A new subscriber's stream. It keeps what has not been read yet, and ends with this object.
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

  /// Gives the first element to those who have had none.
  package func begin(with element: Element) {
    let new = registry.withLock { registry in
      let new = registry.subscribers.filter { !$0.hasBegun }.map(\.continuation)
      for index in registry.subscribers.indices { registry.subscribers[index].hasBegun = true }
      return new
    }
    for continuation in new { continuation.yield(element) }
  }

  /// Gives an element to all who have begun.
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
