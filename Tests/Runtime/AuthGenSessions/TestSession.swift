// The session and the store for tests.

@_spi(Generated) import AuthGenRuntime
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

/// The data of an operation that creates a session.
struct TokenData: ResponseObject {
  let token: Secret

  init(fields: inout FieldReader) { token = fields.value("token") }

  func encode(into fields: FieldWriter) { fields.value("token", token) }
}

/// A store that can fail, and counts its calls.
final class FakeStore: SecretStore {
  struct State {
    var content: Data?
    var failure: StoreError.Reason?
    /// Whether only writing fails, as with a full disk.
    var writesFail = false
    /// What another process writes before the next change.
    var next: Data?
    var reads = 0
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

  func replace(_ expected: Data?, with data: Data?) throws(StoreError) -> Bool {
    if let next = now.next { (now.content, now.next) = (next, nil) }
    guard try read() == expected else { return false }
    if let data { try write(data) } else { try remove() }
    return true
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
      if let failure = now.failure { throw StoreError(failure) }
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
