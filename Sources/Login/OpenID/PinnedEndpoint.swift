// Requests to the endpoints that a provider publishes.

import AuthGenRuntime
import AuthGenWebLogin
import Foundation

/// Changes each request of a client.
struct RequestChange: Interceptor {
  let change: @Sendable (inout HTTPRequest) -> Void

  func intercept(
    _ request: HTTPRequest, _ call: CallContext, next: Next
  ) async throws -> HTTPResponse {
    var request = request
    change(&request)
    return try await next(request)
  }
}

extension GraphQLClient {
  /// A client that sends all requests to one URL, in place of their operations' paths in the schema.
  ///
  /// - Parameter interceptors: run after the environment's. Default: none.
  init(
    pinnedTo url: URL, bodyEncoding: BodyEncoding? = nil, _ environment: LoginEnvironment,
    adding interceptors: [any Interceptor] = []
  ) {
    self.init(
      ClientConfiguration(
        endpoint: url, maximumResponseSize: ClientConfiguration.maximumLoginResponseSize,
        bodyEncoding: bodyEncoding),
      transport: environment.transport,
      interceptors: environment.interceptors + interceptors + [RequestChange { $0.url = url }])
  }
}
