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
    try now.withLock { now throws(StoreError) in
      now.reads += 1
      if let failure = now.failure { throw StoreError(failure) }
      return now.content
    }
  }

  func write(_ data: Data) throws(StoreError) {
    try now.withLock { now throws(StoreError) in
      if let failure = now.failure { throw StoreError(failure) }
      if now.writesFail { throw StoreError(.noSpace) }
      now.content = data
    }
  }

  func remove() throws(StoreError) {
    try now.withLock { now throws(StoreError) in
      now.removals += 1
      if let failure = now.failure, now.failsToRemove { throw StoreError(failure) }
      now.content = nil
    }
  }
}

/// The data that a manager stores for a session.
func stored(_ session: TestSession) async throws -> Data? {
  let store = InMemoryStore()
  try await SessionManager<TestSession>(store: store).logIn { session }
  return store.read()
}
