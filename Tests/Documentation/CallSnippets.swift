// Compiles and runs the code of AuthGenRuntime's page about calls.

import AuthGenRuntime
import AuthGenTesting
import Foundation
import HorizonAPI
import Testing

struct Logger: Interceptor {
  func intercept(
    _ request: HTTPRequest, _ call: CallContext, next: Next
  ) async throws -> HTTPResponse {
    let response = try await next(request)
    print("\(call.operationName), attempt \(call.attempt): status \(response.status)")
    return response
  }
}

struct Signature: RequestSigner {
  let sign: @Sendable (Data) -> String

  func headers(
    for request: HTTPRequest, _ call: CallContext, credential: Credential?
  ) async throws -> HTTPHeaders {
    ["X-Signature": sign(request.body ?? Data())]
  }
}

@Suite struct CallSnippets {
  @Test func clientHasAnInterceptorAndASigner() async throws {
    let transport = MockTransport { Issue.record($0) }
    transport.respond(to: SocialLinksQuery.self, always: try .data(.sample()))
    let endpoint = MockTransport.endpoint
    let sign: @Sendable (Data) -> String = { "\($0.count)" }
    let client = GraphQLClient(
      ClientConfiguration(endpoint: endpoint), transport: transport,
      interceptors: [Logger()], signer: Signature(sign: sign))

    let shop = HorizonClient(client.authenticated(by: Credential(scheme: "Opaque", token: "t0ken")))
    let data = try await shop.socialLinks(
      options: CallOptions(
        headers: ["X-Trace": "42"], timeout: .seconds(5), retry: RetryPolicy(maximumAttempts: 2)))

    let request = try #require(transport.calls.first?.request)
    #expect(request.headers["X-Trace"] == "42" && request.headers["X-Signature"] != nil)
    #expect(data.customer != nil)
  }
}
