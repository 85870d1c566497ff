// A queue between the connection of a stream and its reader.

import AuthGenRuntime

/// A queue with one reader. Senders may be on any thread.
nonisolated final class Mailbox<Element: Sendable>: Sendable {
  nonisolated private struct State {
    /// The next elements, in reverse order.
    var first: [Element] = []
    var rest: [Element] = []
    var size = 0
    var reader: CheckedContinuation<Element?, Never>?
    /// The sender that waits until there is room.
    var sender: CheckedContinuation<Void, Never>?
    var isClosed = false

    var next: Element? { first.last ?? rest.first }

    mutating func removeFirst() -> Element? {
      if first.isEmpty { (first, rest) = (rest.reversed(), []) }
      return first.popLast()
    }
  }

  private let state = Locked(State())
  let limit: Int
  /// The size of all elements up to which a sender does not wait for the reader.
  private let readAhead: Int
  private let sizeOf: @Sendable (Element) -> Int

  /// - Parameters:
  ///   - limit: the maximum size of all elements together.
  ///   - size: the size of an element.
  init(limit: Int, size: @escaping @Sendable (Element) -> Int) {
    self.limit = limit
    readAhead = min(limit, 1_000_000)
    sizeOf = size
  }

  var isEmpty: Bool { first == nil }

  /// The element that the reader takes next; nil if it has to wait.
  var first: Element? { state.withLock { $0.next } }

  /// Adds an element.
  ///
  /// - Returns: false if it is too large for the limit. It is not added.
  func offer(_ element: Element) -> Bool { put([element], upTo: limit) }

  /// Adds an element, also above the limit.
  ///
  /// - Parameter first: whether the reader takes it before all others. Default: false.
  func add(_ element: Element, first: Bool = false) { _ = put([element], first: first) }

  /// Gives the first element to the reader if it waits, and keeps the others.
  ///
  /// - Returns: false if the elements exceed the limit. Then none is added.
  private func put(_ elements: [Element], upTo limit: Int = .max, first: Bool = false) -> Bool {
    let (isAdded, reader) = state.withLock {
      state -> (Bool, CheckedContinuation<Element?, Never>?) in
      guard !state.isClosed, !elements.isEmpty else { return (true, nil) }
      let reader = state.reader
      let rest = elements.dropFirst(reader == nil ? 0 : 1)
      let size = rest.reduce(0) { $0 + sizeOf($1) }
      guard size <= limit - state.size else { return (false, nil) }
      state.reader = nil
      state.size += size
      if first { state.first += rest } else { state.rest += rest }
      return (true, reader)
    }
    reader?.resume(returning: elements.first)
    return isAdded
  }

  /// Adds elements that arrived together, and waits until the reader has taken enough.
  func send(_ elements: [Element]) async {
    _ = put(elements)
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isReady = state.withLock { state in
          if state.size <= readAhead || state.isClosed || Task.isCancelled { return true }
          state.sender = continuation
          return false
        }
        if isReady { continuation.resume() }
      }
    } onCancel: {
      let sender = state.withLock { state in
        defer { state.sender = nil }
        return state.sender
      }
      sender?.resume()
    }
  }

  /// Takes the first element, or waits for it.
  ///
  /// - Returns: nil if the task is cancelled, or the mailbox is closed.
  func next() async -> Element? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let (taken, isReady, sender) = state.withLock {
          state -> (Element?, Bool, CheckedContinuation<Void, Never>?) in
          if let element = state.removeFirst() {
            state.size -= sizeOf(element)
            guard state.size <= readAhead else { return (element, true, nil) }
            defer { state.sender = nil }
            return (element, true, state.sender)
          }
          if state.isClosed || Task.isCancelled { return (nil, true, nil) }
          state.reader = continuation
          return (nil, false, nil)
        }
        sender?.resume()
        if isReady { continuation.resume(returning: taken) }
      }
    } onCancel: {
      let reader = state.withLock { state in
        defer { state.reader = nil }
        return state.reader
      }
      reader?.resume(returning: nil)
    }
  }

  /// Removes all elements. Later ones are ignored, and waiting callers return.
  func close() {
    // The elements are released outside the lock: one may be a connection, whose end runs other code.
    let last = state.withLock { state in
      defer {
        state = State()
        state.isClosed = true
      }
      return state
    }
    last.reader?.resume(returning: nil)
    last.sender?.resume()
  }
}
