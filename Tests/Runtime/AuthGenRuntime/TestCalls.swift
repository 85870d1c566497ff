// What the tests of calls share: clients of servers in memory, sources of credentials, and errors in short.

import AuthGenRuntime
import AuthGenTestSupport
import Foundation
import Testing

// MARK: Servers

/// A client whose server gives these responses in turn, and repeats the last one.
func scriptedClient(
  _ responses: [HTTPResponse], log: RequestLog = RequestLog(),
  endpoint: String = "https://api.example.com/shop/en/graphql",
  interceptors: [any Interceptor] = [], signer: (any RequestSigner)? = nil,
  _ configure: (inout ClientConfiguration) -> Void = { _ in }
) throws -> GraphQLClient {
  let transport = InMemoryTransport { request in
    let number = log.add(request)
    return responses[min(number, responses.count) - 1]
  }
  return try scriptedClient(
    transport, endpoint: endpoint, interceptors: interceptors, signer: signer, configure)
}

func scriptedClient(
  _ transport: any Transport, endpoint: String = "https://api.example.com/shop/en/graphql",
  interceptors: [any Interceptor] = [], signer: (any RequestSigner)? = nil,
  clock: any Clock<Duration> = InstantClock(),
  _ configure: (inout ClientConfiguration) -> Void = { _ in }
) throws -> GraphQLClient {
  var configuration = ClientConfiguration(endpoint: try #require(URL(string: endpoint)))
  configure(&configuration)
  return GraphQLClient(
    configuration, transport: transport, interceptors: interceptors, signer: signer, clock: clock)
}

extension HTTPResponse {
  static func json(
    _ body: String, status: Int = 200, type: String = "application/json",
    headers: HTTPHeaders = [:]
  ) -> HTTPResponse {
    var headers = headers
    headers["Content-Type"] = type
    return HTTPResponse(status: status, headers: headers, body: Data(body.utf8))
  }
}

extension HTTPRequest {
  /// The body as text.
  var text: String { String(decoding: body ?? Data(), as: UTF8.self) }
  /// The body, if it is JSON.
  var json: JSON? { body.flatMap { try? JSONDecoder().decode(JSON.self, from: $0) } }
}

/// Records the requests in order.
struct RequestLog: Sendable {
  private let all = Shared<[HTTPRequest]>([])

  var requests: [HTTPRequest] { all.withLock { $0 } }

  /// - Returns: the number of the request, from 1.
  @discardableResult
  func add(_ request: HTTPRequest) -> Int {
    all.withLock { all in
      all.append(request)
      return all.count
    }
  }
}

/// A counter that servers and tests share.
struct Counter: Sendable {
  private let count = Shared(0)

  var value: Int { count.withLock { $0 } }

  func increment() { count.withLock { $0 += 1 } }
}

/// A clock that ends waits between attempts at once. Deadlines, which are long, never expire.
struct InstantClock: Clock {
  var now: ContinuousClock.Instant { ContinuousClock.now }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
    guard deadline - now > .seconds(25) else { return }
    try await ContinuousClock().sleep(until: deadline, tolerance: tolerance)
  }
}

// MARK: Interceptors

/// Changes requests, or does something for each.
struct Change: Interceptor {
  private let change: @Sendable (inout HTTPRequest, CallContext) throws -> Void

  init(_ change: @escaping @Sendable (inout HTTPRequest, CallContext) throws -> Void) {
    self.change = change
  }

  func intercept(
    _ request: HTTPRequest, _ call: CallContext, next: Next
  ) async throws -> HTTPResponse {
    var request = request
    try change(&request, call)
    return try await next(request)
  }

  /// Sends requests to another server.
  static let diversion = Change { request, _ in
    request.url = URL(string: "https://elsewhere.example.com/graphql") ?? request.url
  }
}

// MARK: Credentials

/// A source of credentials whose answers a test determines. It counts what clients ask and tell it.
final class ScriptedSource: CredentialSource {
  typealias Answer = @Sendable () async throws(CredentialUnavailable) -> Credential?

  static let first = Credential(scheme: "Bearer", token: "1")
  static let second = Credential(scheme: "Bearer", token: "2")

  let refusals: [RefusalRule]
  let replaced = Counter()
  let ended = Counter()
  private let now: Answer
  private let next: Answer
  private let later: Answer?

  /// - Parameters:
  ///   - now: the credential of the first attempt.
  ///   - next: the credential after a refusal.
  ///   - later: the credential after a temporary failure. Default: that of `now`.
  init(
    _ refusals: [RefusalRule] = [.status(401)],
    now: @escaping Answer = { ScriptedSource.first },
    next: @escaping Answer = { ScriptedSource.second }, later: Answer? = nil
  ) {
    (self.refusals, self.now, self.next, self.later) = (refusals, now, next, later)
  }

  func credential() async throws(CredentialUnavailable) -> Credential? { try await now() }

  func credential(
    after earlier: Credential
  ) async throws(CredentialUnavailable) -> Credential? { try await (later ?? now)() }

  func credential(
    insteadOf refused: Credential
  ) async throws(CredentialUnavailable) -> Credential? {
    replaced.increment()
    return try await next()
  }

  func sessionHasEnded(_ credential: Credential) async { ended.increment() }
}

// MARK: Errors

/// The error of a call; nil if it has none.
func failure<Value>(_ call: () async throws -> Value) async -> RequestError? {
  do {
    _ = try await call()
    return nil
  } catch {
    return error as? RequestError
  }
}

extension RequestError {
  /// The reason in short.
  var short: String {
    switch reason {
    case .notSent(.credentialUnavailable(let why)): "no credential: \(why)"
    case .notSent(let why): "not sent: \(why)"
    case .transport(let error): "\(error.reason)"
    case .httpStatus(let failure): "status \(failure.status) \(failure.mediaType ?? "-")"
    case .service(let failure): "service \(failure.http.status)"
    case .graphQL(let errors): "GraphQL: \(errors.map(\.message).joined(separator: ", "))"
    case .unknownDocument: "unknown document"
    case .decoding(let error): (error.path + ["\(error.reason)"]).joined(separator: " ")
    case .cancelled: "cancelled"
    case .superseded: "superseded"
    case .interceptor(let error): "\(type(of: error))"
    }
  }

  var decodingError: ResponseDecodingError? {
    if case .decoding(let error) = reason { error } else { nil }
  }

  var unavailable: CredentialUnavailable? {
    if case .notSent(.credentialUnavailable(let why)) = reason { why } else { nil }
  }

  var httpFailure: HTTPFailure? {
    if case .httpStatus(let failure) = reason { failure } else { nil }
  }
}

/// All printed forms of a value.
func printedForms(of value: Any) -> String {
  var text = "\(value) \(String(reflecting: value)) "
  dump(value, to: &text)
  return text
}
