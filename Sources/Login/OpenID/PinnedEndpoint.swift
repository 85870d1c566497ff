// Requests to the endpoints that a provider publishes.

import AuthGenRuntime
import Foundation

/// Sends all requests to one URL, in place of their operations' paths in the schema.
struct PinnedEndpoint: Interceptor {
  let url: URL

  func intercept(
    _ request: HTTPRequest, _ call: CallContext, next: Next
  ) async throws -> HTTPResponse {
    var request = request
    request.url = url
    return try await next(request)
  }
}

extension GraphQLClient {
  /// A client that sends all requests to one URL.
  init(
    pinnedTo url: URL, bodyEncoding: BodyEncoding? = nil, transport: any Transport,
    interceptors: [any Interceptor]
  ) {
    self.init(
      ClientConfiguration(
        endpoint: url, maximumResponseSize: ClientConfiguration.maximumLoginResponseSize,
        bodyEncoding: bodyEncoding),
      transport: transport, interceptors: interceptors + [PinnedEndpoint(url: url)])
  }
}
