// Compiles and runs the code of Observability.

import AuthGenLogging
import AuthGenRuntime
import AuthGenTestSupport
import Foundation
import HorizonAPI
import Testing

/// One attempt of a call.
struct CallSpan: Sendable {
  let traceID: String
  let spanID: String
  let name: String
  var attributes: [String: String]
  var duration = Duration.zero
}

/// Makes a span of each attempt, and sends its identifiers to the server (W3C Trace Context).
struct Tracing: Interceptor {
  /// The trace of the user's action. Default: nil, for a trace of its own per attempt.
  @TaskLocal static var traceID: String?

  let end: @Sendable (CallSpan) -> Void

  func intercept(
    _ request: HTTPRequest, _ call: CallContext, next: Next
  ) async throws -> HTTPResponse {
    var span = CallSpan(
      traceID: Self.traceID ?? Self.identifier(bytes: 16), spanID: Self.identifier(bytes: 8),
      name: call.operationName,
      attributes: [
        "graphql.operation.name": call.operationName,
        "graphql.operation.type": "\(call.kind)",
        "http.request.resend_count": "\(call.attempt - 1)",
        "server.address": request.url.host() ?? "",
      ])
    var request = request
    request.headers["traceparent"] = "00-\(span.traceID)-\(span.spanID)-01"
    let start = ContinuousClock.now
    defer {
      span.duration = ContinuousClock.now - start
      end(span)
    }
    do {
      let response = try await next(request)
      span.attributes["http.response.status_code"] = "\(response.status)"
      return response
    } catch {
      span.attributes["error.type"] = (error as? RequestError)?.description ?? "\(type(of: error))"
      throw error
    }
  }

  static func identifier(bytes: Int) -> String {
    (0..<bytes).map { _ in
      let byte = String(UInt8.random(in: 0...255), radix: 16)
      return byte.count == 1 ? "0" + byte : byte
    }.joined()
  }
}

/// Reports each failed call once, after its last attempt.
struct ReportingClient<Base: OperationExecutor>: OperationExecutor
where Base.Failure == RequestError {
  typealias Failure = RequestError

  let base: Base
  let report: @Sendable (RequestError) -> Void

  func data<Operation: GraphQLOperation>(
    for operation: Operation, options: CallOptions, permit: CallPermit
  ) async throws(RequestError) -> Operation.Data {
    do throws(RequestError) {
      return try await base.data(for: operation, options: options, permit: permit)
    } catch {
      reportIfUnexpected(error)
      throw error
    }
  }

  func wholeResponse<Operation: GraphQLOperation>(
    to operation: Operation, options: CallOptions, permit: CallPermit
  ) async throws(RequestError) -> GraphQLResponse<Operation.Data> {
    do throws(RequestError) {
      return try await base.wholeResponse(to: operation, options: options, permit: permit)
    } catch {
      reportIfUnexpected(error)
      throw error
    }
  }

  private func reportIfUnexpected(_ error: RequestError) {
    switch error.reason {
    case .cancelled, .transport, .notSent(.noSession), .notSent(.credentialUnavailable): break
    default: report(error)
    }
  }
}

extension ReportingClient: AuthenticatedOperationExecutor
where Base: AuthenticatedOperationExecutor {}

@Suite struct ObservabilitySnippets {
  private let spans = Shared<[CallSpan]>([])
  private let reports = Shared<[String]>([])
  private let headers = Shared<[String]>([])

  /// A server that is overloaded once, and refuses the operation afterwards.
  private var server: InMemoryTransport {
    InMemoryTransport { [headers] request in
      let count = headers.withLock { headers in
        headers.append(request.headers["traceparent"] ?? "")
        return headers.count
      }
      return HTTPResponse(
        status: count == 1 ? 503 : 200, headers: ["Content-Type": "application/json"],
        body: Data(#"{"errors": [{"message": "ada@example.com is unknown"}]}"#.utf8))
    }
  }

  private func callShop(
    _ configuration: ClientConfiguration, _ transport: any Transport, _ token: Secret,
    _ record: @escaping @Sendable (CallSpan) -> Void,
    _ capture: @escaping @Sendable (String) -> Void
  ) async throws {
    let client = GraphQLClient(
      configuration, transport: transport, interceptors: [Tracing { span in record(span) }])
    let user = client.authenticated(by: Credential(scheme: "Bearer", token: token))
    let shop = HorizonClient(
      ReportingClient(base: user) { error in capture("\(error)") })
    try await Tracing.$traceID.withValue(Tracing.identifier(bytes: 16)) {
      _ = try await shop.socialLinks()
    }
  }

  @Test func spansHaveOneTraceAndTheFailureIsReportedOnce() async throws {
    let endpoint = try #require(URL(string: "https://api.example.com/graphql"))
    let configuration = ClientConfiguration(
      endpoint: endpoint, retry: RetryPolicy(baseDelay: .milliseconds(1)))
    await #expect(throws: RequestError.self) {
      try await callShop(
        configuration, server, "t0ken", { span in spans.withLock { $0.append(span) } },
        { text in reports.withLock { $0.append(text) } })
    }
    let ended = spans.withLock { $0 }
    #expect(ended.map { $0.attributes["http.response.status_code"] } == ["503", "200"])
    #expect(ended.map { $0.attributes["http.request.resend_count"] } == ["0", "1"])
    #expect(Set(ended.map(\.traceID)).count == 1 && Set(ended.map(\.spanID)).count == 2)
    #expect(ended.allSatisfy { $0.duration > .zero })
    #expect(headers.withLock { $0 } == ended.map { "00-\($0.traceID)-\($0.spanID)-01" })
    for header in headers.withLock({ $0 }) {
      #expect(header.wholeMatch(of: /00-[0-9a-f]{32}-[0-9a-f]{16}-01/) != nil)
    }
    #expect(reports.withLock { $0 } == ["SocialLinks: the server reports an error"])
    #expect(!ended.flatMap(\.attributes.values).contains { $0.contains("ada@example.com") })
  }

  @Test func failedAttemptHasItsReasonWithoutTheRequest() async throws {
    let endpoint = try #require(URL(string: "https://api.example.com/graphql"))
    let offline = InMemoryTransport { _ throws(TransportError) in
      throw TransportError(.cannotConnect, wasSent: false)
    }
    let configuration = ClientConfiguration(endpoint: endpoint, retry: .never)
    await #expect(throws: RequestError.self) {
      try await callShop(
        configuration, offline, "t0ken", { span in spans.withLock { $0.append(span) } },
        { text in reports.withLock { $0.append(text) } })
    }
    #expect(
      spans.withLock { $0 }.map { $0.attributes["error.type"] } == [
        "SocialLinks: the server cannot be reached; nothing was sent"
      ])
    #expect(reports.withLock { $0 }.isEmpty)
  }
}
