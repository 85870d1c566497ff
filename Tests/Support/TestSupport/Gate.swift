// Holds one of two concurrent actions.

/// Holds the first caller of ``pass()`` until ``open()``. Later callers pass at once.
package final class Gate: Sendable {
  private let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self)
  private let (openings, opening) = AsyncStream.makeStream(of: Void.self)
  private let callers = Shared(0)

  package init() {}

  package func pass() async {
    let number = callers.withLock { callers in
      callers += 1
      return callers
    }
    guard number == 1 else { return }
    arrival.yield()
    for await _ in openings { break }
  }

  /// Waits until the first caller is held, or the gate is open.
  package func holdsACaller() async {
    for await _ in arrivals { break }
  }

  package func open() {
    arrival.finish()
    opening.finish()
  }
}
