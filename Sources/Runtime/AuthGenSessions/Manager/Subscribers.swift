// The subscribers to a sequence of states.

import AuthGenRuntime

/// Sends each element to all subscribers, in one order, and the last one to each new subscriber. Only one
/// caller at a time may send (the manager's actor). Subscribers may be added and removed on any thread.
nonisolated package final class Subscribers<Element: Sendable>: Sendable {
  nonisolated private struct Registry {
    var nextID = 0
    var continuations: [Int: AsyncStream<Element>.Continuation] = [:]
    /// The element that was sent last.
    var last: Element?
  }

  private let registry: Locked<Registry>

  /// - Parameter first: the element for subscribers before any is sent. Default: nil, for none.
  package init(_ first: Element? = nil) {
    registry = Locked(Registry(last: first))
  }

  /// The number of subscribers.
  package var count: Int { registry.withLock { $0.continuations.count } }

  /// Adds a subscriber and returns its stream. The stream buffers unread elements and ends with this object.
  package func add() -> AsyncStream<Element> {
    let (stream, continuation) = AsyncStream.makeStream(of: Element.self)
    let id = registry.withLock { registry in
      registry.nextID += 1
      registry.continuations[registry.nextID] = continuation
      // With the lock held, so that no later element is sent before.
      if let last = registry.last { continuation.yield(last) }
      return registry.nextID
    }
    continuation.onTermination = { [weak self] _ in self?.remove(id) }
    return stream
  }

  /// Sends an element to all subscribers.
  package func send(_ element: Element) {
    registry.withLock { registry in
      registry.last = element
      for continuation in registry.continuations.values { continuation.yield(element) }
    }
  }

  private func remove(_ id: Int) {
    registry.withLock { registry in _ = registry.continuations.removeValue(forKey: id) }
  }

  deinit {
    let all = registry.withLock { $0.continuations.values }
    for continuation in all { continuation.finish() }
  }
}
