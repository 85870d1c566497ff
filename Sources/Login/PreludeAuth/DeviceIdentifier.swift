// The identifier of the device that sends requests.

import AuthGenRuntime
import AuthGenSessions
import Foundation

/// Adds the device's identifier to each request. The identifier is created once, and outlives
/// logins, but not the account.
actor DeviceIdentifier: Interceptor {
  private let store: any SecretStore
  private let executor = StoreExecutor()
  private var known: String?

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  init(store: any SecretStore) {
    self.store = store
  }

  func intercept(
    _ request: HTTPRequest, _ call: CallContext, next: Next
  ) async throws -> HTTPResponse {
    var request = request
    request.headers["X-Device-Id"] = try identifier()
    return try await next(request)
  }

  /// Removes the identifier. The next request creates another one.
  func remove() throws(StoreError) {
    try store.remove()
    known = nil
  }

  /// Returns the device's identifier. Creates and stores it at first use.
  ///
  /// - Throws: `StoreError` if the store is unavailable now. A new identifier would look like another device.
  private func identifier() throws -> String {
    if let known { return known }
    let content = try store.readOrAdd { Data(UUID().uuidString.utf8) }
    var identifier = String(decoding: content, as: UTF8.self)
    if UUID(uuidString: identifier) == nil {
      identifier = UUID().uuidString
      try store.write(Data(identifier.utf8))
    }
    known = identifier
    return identifier
  }
}
