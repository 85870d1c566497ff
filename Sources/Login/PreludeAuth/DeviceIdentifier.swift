// The identifier of the device that sends requests.

import AuthGenRuntime
import AuthGenSessions
import Foundation

/// Adds the device's identifier to each request. The identifier is created once, and outlives
/// logins.
actor DeviceIdentifier: Interceptor {
  private let store: any SecretStore
  private var known: String?

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

  /// Returns the device's identifier. Creates and stores it at first use.
  ///
  /// - Throws: `StoreError` if the store is unavailable now. A new identifier would look like
  ///   another device.
  private func identifier() throws(StoreError) -> String {
    if let known { return known }
    let stored = try store.read().flatMap { UUID(uuidString: String(decoding: $0, as: UTF8.self)) }
    let identifier = stored ?? UUID()
    if stored == nil { try store.write(Data(identifier.uuidString.utf8)) }
    known = identifier.uuidString
    return identifier.uuidString
  }
}
