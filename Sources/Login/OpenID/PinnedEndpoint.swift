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

/// Authenticates a client with its secret (RFC 6749, section 2.3.1).
struct ClientCredentials: Interceptor {
  let id: String
  let secret: Secret

  func intercept(
    _ request: HTTPRequest, _ call: CallContext, next: Next
  ) async throws -> HTTPResponse {
    var request = request
    let pair = "\(id.percentEncoded):\(secret.reveal().percentEncoded)"
    request.headers["Authorization"] = "Basic " + Data(pair.utf8).base64EncodedString()
    return try await next(request)
  }
}

/// Adds parameters to the body of a form.
struct AddedParameters: Interceptor {
  let parameters: [(name: String, value: String)]

  func intercept(
    _ request: HTTPRequest, _ call: CallContext, next: Next
  ) async throws -> HTTPResponse {
    var request = request
    request.body = (request.body ?? Data()) + Data("&\(parameters.formEncoded)".utf8)
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
