// Requests to the endpoints that a provider publishes.

import AuthGenRuntime
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
  init(
    pinnedTo url: URL, bodyEncoding: BodyEncoding? = nil, transport: any Transport,
    interceptors: [any Interceptor]
  ) {
    self.init(
      ClientConfiguration(
        endpoint: url, maximumResponseSize: ClientConfiguration.maximumLoginResponseSize,
        bodyEncoding: bodyEncoding),
      transport: transport, interceptors: interceptors + [RequestChange { $0.url = url }])
  }
}
