// The connection to the server.

import AuthGenCommandLine
import AuthGenRuntime
import Foundation

struct IntrospectionServer: Sendable {
  /// The maximum size of a response in bytes, after decompression.
  static let maximumResponseSize = 64_000_000

  private let transport = URLSessionTransport()
  private let options: FetchOptions
  private let deadline: ContinuousClock.Instant

  init(_ options: FetchOptions) {
    self.options = options
    deadline = .now + options.timeout
  }

  /// Sends a query and returns the response.
  func response(to query: String) async throws(FetchError) -> IntrospectionResponse {
    var request = HTTPRequest(
      url: options.endpoint, headers: options.headers.headers,
      body: try? JSONEncoder().encode(["query": query]),
      maximumResponseSize: Self.maximumResponseSize)
    let defaults = [
      "Accept": "application/graphql-response+json, application/json;q=0.9",
      "Content-Type": "application/json",
      "User-Agent": "authgen-fetch/\(CommandLineTool.version)",
    ]
    for (name, value) in defaults where request.headers[name] == nil {
      request.headers[name] = value
    }
    let response: HTTPResponse
    do throws(TransportError) {
      response = try await send(request)
    } catch {
      throw FetchError(error)
    }
    return try IntrospectionResponse(response)
  }

  /// Sends the request with a time limit, because the transport has none.
  private func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
    let clock = ContinuousClock()
    let limit = TimeLimit(clock.now.duration(to: deadline), clock: clock)
    let response = try await limit.value { [transport] () async throws(TransportError) in
      try await transport.send(request)
    }
    guard let response else { throw TransportError(.timedOut, wasSent: true) }
    return response
  }
}

extension FetchError {
  fileprivate init(_ error: TransportError) {
    switch error.reason {
    case .cannotConnect:
      self.init(
        "the server cannot be reached", help: "check the URL and the network connection")
    case .connectionLost: self.init("the connection was lost")
    case .secureConnectionFailed:
      self.init(
        "the secure connection failed", help: "the server's certificate was not accepted")
    case .timedOut:
      self.init("the server took too long", help: "increase --timeout")
    case .responseTooLarge(let limit):
      self.init("the response is larger than \(limit / 1_000_000) MB")
    case .redirected(let status):
      self.init(
        "the server redirects (status \(status)), which is not followed",
        help: "headers can be secret: use the URL that it leads to, if you trust it")
    case .cancelled: self.init("the request was cancelled")
    case .bearerRefused, .proofRefused, .proofUnavailable, .serverNotTrusted,
      .trustPolicyUnsupported, .unreadableBody:
      self.init("\(error)")
    case .other(let code): self.init("the request failed (code \(code))")
    }
  }
}
