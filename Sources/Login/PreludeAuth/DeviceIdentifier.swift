// Which device requests come from.

import AuthGenRuntime
import AuthGenSessions
import Foundation

/// Says in each request which device it comes from. The identifier is made once, and outlives logins.
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

  /// - Throws: `StoreError` where the store cannot be used now. Another identifier would be another
  ///   device's.
  private func identifier() throws(StoreError) -> String {
    if let known { return known }
    let stored = try store.read().flatMap { UUID(uuidString: String(decoding: $0, as: UTF8.self)) }
    let identifier = stored ?? UUID()
    if stored == nil { try store.write(Data(identifier.uuidString.utf8)) }
    known = identifier.uuidString
    return identifier.uuidString
  }
}
