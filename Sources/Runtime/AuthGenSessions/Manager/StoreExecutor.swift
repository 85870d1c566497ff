// Where a manager runs.

import Foundation

/// Runs an actor on threads of its own. A store blocks until its medium responds, for example while another
/// process writes. Swift's threads have other tasks to run, so an actor with a store does not use them.
nonisolated package final class StoreExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "authgen.store", qos: .userInitiated)

  package init() {}

  package func enqueue(_ job: UnownedJob) {
    let executor = asUnownedSerialExecutor()
    queue.async { job.runSynchronously(on: executor) }
  }

  /// The standard library's own, which iOS 16 and macOS 13 do not have.
  package func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    UnownedSerialExecutor(ordinary: self)
  }

  /// Runs a function that blocks, outside an actor with a store.
  package static func run(
    _ body: @escaping @Sendable () throws(StoreError) -> Void
  ) async throws(StoreError) {
    let result = await withCheckedContinuation { continuation in
      StoreExecutor().queue.async {
        continuation.resume(returning: Result { () throws(StoreError) in try body() })
      }
    }
    try result.get()
  }
}
