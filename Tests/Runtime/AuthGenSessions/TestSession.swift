// The session and the store for tests.

import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import Foundation

struct TestSession: StoredSession {
  var token: Secret
  var customer: String

  init(_ token: String, customer: String = "ada") {
    self.token = Secret(token)
    self.customer = customer
  }

  var credential: Credential { Credential(scheme: "Opaque", token: token) }

  static var refusals: [RefusalRule] { [.extensions("state", in: ["over"])] }
}

/// A store that can fail, and counts its calls.
final class FakeStore: SecretStore {
  struct State {
    var content: Data?
    var failure: StoreError.Reason?
    /// Whether removing fails too.
    var failsToRemove = true
    /// Whether only writing fails, as with a full disk.
    var writesFail = false
    var reads = 0
    var removals = 0
  }

  /// What the store has and does now.
  let now: Shared<State>
  private let hasLocks: Bool

  init(
    _ content: Data? = nil, failing failure: StoreError.Reason? = nil, withLocks: Bool = false
  ) {
    now = Shared(State(content: content, failure: failure))
    hasLocks = withLocks
  }

  func tryLock() -> StoreLock { hasLocks ? .locked(self) : .unsupported }

  func read() throws(StoreError) -> Data? {
    var content: Data?
    try perform { state in
      state.reads += 1
      content = state.content
      return state.failure
    }
    return content
  }

  func write(_ data: Data) throws(StoreError) {
    try perform { state in
      let failure = state.failure ?? (state.writesFail ? .noSpace : nil)
      if failure == nil { state.content = data }
      return failure
    }
  }

  func remove() throws(StoreError) {
    try perform { state in
      state.removals += 1
      let failure = state.failsToRemove ? state.failure : nil
      if failure == nil { state.content = nil }
      return failure
    }
  }

  /// Changes the state in one step.
  ///
  /// - Parameter change: returns why the operation fails; nil if it succeeds.
  private func perform(
    _ change: (inout State) -> StoreError.Reason?
  ) throws(StoreError) {
    if let failure = now.withLock(change) { throw StoreError(failure) }
  }
}

/// The data that a manager stores for a session.
func stored(_ session: TestSession) async throws -> Data? {
  let store = InMemoryStore()
  try await SessionManager<TestSession>(store: store).signIn(session)
  return store.read()
}
