// Compiles and runs the code of the pages about clients: AuthGenRuntime, AuthGenTesting, AuthGenPinning,
// AuthGenLogging and Observability.

import AuthGenLogging
import AuthGenPinning
@_spi(Generated) import AuthGenRuntime
import AuthGenTestSupport
import AuthGenTesting
import Foundation
import HorizonAPI
import Testing

#if canImport(os)
  import os
#endif

// MARK: Calls

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

struct Place: ResponseObject, Codable {
  var name: String
  var city: String?

  init(fields: inout FieldReader) {
    name = fields.string("name")
    city = fields.optionalString("city")
  }

  func encode(into fields: FieldWriter) {
    fields.string("name", name)
    fields.optionalString("city", city)
  }
}

@Suite struct ClientSnippets {
  private let credential = Credential(scheme: "Opaque", token: "t0ken")

  @Test func clientHasAnInterceptorAndASigner() async throws {
    let transport = MockTransport { Issue.record($0) }
    transport.respond(to: SocialLinksQuery.self, always: try .data(.sample()))
    let endpoint = MockTransport.endpoint
    let sign: @Sendable (Data) -> String = { "\($0.count)" }
    let client = GraphQLClient(
      ClientConfiguration(endpoint: endpoint), transport: transport,
      interceptors: [Logger()], signer: Signature(sign: sign))

    let shop = ShopClient(client.authenticated(by: credential))
    let data = try await shop.socialLinks(
      options: CallOptions(
        headers: ["X-Trace": "42"], timeout: .seconds(5), retry: RetryPolicy(maximumAttempts: 2)))

    let request = try #require(transport.calls.first?.request)
    #expect(request.headers["X-Trace"] == "42" && request.headers["X-Signature"] != nil)
    #expect(data.customer != nil)
  }

  @Test func responseTypeWrittenByHandReadsAndWrites() throws {
    let json = Data(#"{"city":"Bern","name":"Harbour"}"#.utf8)
    let place = try JSONDecoder().decode(Place.self, from: json)
    #expect(place.name == "Harbour" && place.city == "Bern")
    #expect(try Place(json: json).city == "Bern")
    let written = try JSONDecoder().decode(
      [String: String].self, from: JSONEncoder().encode(place))
    #expect(written == ["name": "Harbour", "city": "Bern"])
    #expect(throws: ResponseDecodingError.self) { try Place(json: Data(#"{"city":"Bern"}"#.utf8)) }
  }

  // MARK: Tests of apps

  private enum PlacesQuery {
    struct Data: ResponseObject, Codable {
      var place: GeoPoint { checkedPlace.value }
      private var checkedPlace: Checked<GeoPoint>

      init(fields: inout FieldReader) { checkedPlace = fields.value("place") }

      func encode(into fields: FieldWriter) { fields.value("place", checkedPlace.value) }
    }
  }

  @Test func sampleIsChanged() throws {
    let data = try SocialLinksQuery.Data.sample { data in
      data.customer?.socialLinks?[0].status = .pending
    }
    #expect(data.customer?.socialLinks?[0].status == .pending)
  }

  @Test func scalarHasAValue() throws {
    let data = try PlacesQuery.Data.sample(
      scalars: SampleScalars(GeoPoint(latitude: 52.5, longitude: 13.4)))
    #expect(data.place.latitude == 52.5)
  }

  @Test func callsReturnTheirResponses() async throws {
    let transport = MockTransport { Issue.record($0) }
    let offline = TransportError(.cannotConnect, wasSent: false)
    transport.respond(to: SocialLinksQuery.self, with: .failure(offline), try .data(.sample()))
    let client = GraphQLClient(
      ClientConfiguration(endpoint: MockTransport.endpoint), transport: transport)

    let shop = HorizonClient(client.authenticated(by: Credential(scheme: "Opaque", token: "t0ken")))
    let noRetry = CallOptions(retry: .never)
    await #expect(throws: RequestError.self) { try await shop.socialLinks(options: noRetry) }
    #expect(try await shop.socialLinks().customer != nil)

    #expect(transport.unusedResponses.isEmpty)

    let links = try MockResponse<SocialLinksQuery>.data(.sample())

    transport.respond(to: SocialLinksQuery.self) { call throws(TransportError) in
      call.variables["status"]?.string == "PENDING" ? .failure(offline) : links
    }
    #expect(try await shop.socialLinks(status: .linked).customer != nil)

    transport.respond(to: LoginMutation.self, with: try .data(.sample()))
    _ = try await shop.login(input: LoginInput(username: "ada", password: "pa55word"))

    let call = try #require(transport.calls(of: LoginMutation.self).first)
    #expect(call.variables["input", "password"]?.string == "pa55word")
  }

  // MARK: Logs

  /// Compiled only.
  private func client(
    _ configuration: ClientConfiguration, _ log: @escaping @Sendable (String, String) -> Void
  ) -> GraphQLClient {
    let logging = LoggingInterceptor(bodies: .ofFailures) { entry in
      log(entry.level.rawValue, entry.line)
    }
    let client = GraphQLClient(configuration, interceptors: [logging])
    return client
  }

  #if canImport(os)
    /// Compiled only.
    private func client(_ configuration: ClientConfiguration) -> GraphQLClient {
      let client = GraphQLClient(
        configuration,
        interceptors: [LoggingInterceptor(Logger(subsystem: "shop", category: "network"))])
      return client
    }
  #endif
}

// MARK: Pins

/// Pins until a date, so that an app that is never updated is not locked out.
struct PinsUntil: ServerTrustPolicy {
  let end: Date
  let pins: PublicKeyPins
  /// Receives each decision that is a reason to act. It must not block.
  let report: @Sendable (PublicKeyPins.Decision) -> Void

  func trusts(_ chain: [Data], of host: String) -> Bool {
    let decision = pins.decision(about: chain, of: host, at: Date())
    switch decision {
    case .accepted(_, isBackup: false), .notPinned: return true
    case .accepted(_, isBackup: true):
      report(decision)
      return true
    case .refused:
      report(decision)
      return Date() > end
    }
  }
}

@Suite struct PinningSnippets {
  @Test func pinsEndAndRefusalsAreReported() throws {
    let configuration = ClientConfiguration.shop
    let pins = try PublicKeyPins([
      PinnedHost(
        "api.example.com", keys: ["sha256/7HIpactkIAq2Y49orFOOQKurWxmmSFZhBCoQYcRhJ3Y="],
        backupKeys: ["sha256/YLh1dUR9y6Kja30RrAn7JKnbQG/uEtLMkBgFF2Fuihg="])
    ])
    let client = GraphQLClient(configuration, transport: URLSessionTransport(trustPolicy: pins))
    _ = client

    let reported = Shared<[PublicKeyPins.Decision]>([])
    func policy(until end: Date) -> PinsUntil {
      PinsUntil(end: end, pins: pins) { decision in reported.withLock { $0.append(decision) } }
    }
    #expect(!policy(until: .distantFuture).trusts([], of: "api.example.com"))
    #expect(policy(until: .distantPast).trusts([], of: "api.example.com"))
    #expect(policy(until: .distantFuture).trusts([], of: "other.example.com"))
    #expect(
      reported.current == [.refused(.noCertificate), .refused(.noCertificate)])
    #if DEBUG
      let transport = URLSessionTransport()
    #else
      let transport = URLSessionTransport(trustPolicy: pins)
    #endif
    _ = transport
  }
}

// MARK: Traces

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
  private let token: Secret = "t0ken"

  @Sendable private func record(_ span: CallSpan) { spans.withLock { $0.append(span) } }
  @Sendable private func capture(_ report: String) { reports.withLock { $0.append(report) } }

  private func callShop(
    _ transport: some Transport, retry: RetryPolicy = RetryPolicy(baseDelay: .milliseconds(1))
  ) async throws {
    let configuration = ClientConfiguration(endpoint: MockTransport.endpoint, retry: retry)
    let client = GraphQLClient(
      configuration, transport: transport, interceptors: [Tracing { span in record(span) }])
    let user = client.authenticated(by: Credential(scheme: "Bearer", token: token))
    let shop = HorizonClient(
      ReportingClient(base: user) { error in capture("\(error)") })
    try await Tracing.$traceID.withValue(Tracing.identifier(bytes: 16)) {
      _ = try await shop.socialLinks()
    }
  }

  /// The server is overloaded once, and refuses the operation afterwards.
  @Test func spansHaveOneTraceAndTheFailureIsReportedOnce() async throws {
    let headers = Shared<[String]>([])
    let server = InMemoryTransport { request in
      headers.withLock { $0.append(request.headers["traceparent"] ?? "") }
      return .json(
        #"{"errors": [{"message": "ada@example.com is unknown"}]}"#,
        status: headers.current.count == 1 ? 503 : 200)
    }
    await #expect(throws: RequestError.self) { try await callShop(server) }
    let ended = spans.current
    #expect(ended.map { $0.attributes["http.response.status_code"] } == ["503", "200"])
    #expect(ended.map { $0.attributes["http.request.resend_count"] } == ["0", "1"])
    #expect(Set(ended.map(\.traceID)).count == 1 && Set(ended.map(\.spanID)).count == 2)
    #expect(ended.allSatisfy { $0.duration > .zero })
    #expect(headers.current == ended.map { "00-\($0.traceID)-\($0.spanID)-01" })
    for header in headers.current {
      #expect(header.wholeMatch(of: /00-[0-9a-f]{32}-[0-9a-f]{16}-01/) != nil)
    }
    #expect(reports.current == ["SocialLinks: the server reports an error"])
    #expect(!ended.flatMap(\.attributes.values).contains { $0.contains("ada@example.com") })
  }

  @Test func failedAttemptHasItsReasonWithoutTheRequest() async throws {
    await #expect(throws: RequestError.self) { try await callShop(.offline, retry: .never) }
    #expect(
      spans.current.map { $0.attributes["error.type"] } == [
        "SocialLinks: the server cannot be reached; nothing was sent"
      ])
    #expect(reports.current.isEmpty)
  }
}
