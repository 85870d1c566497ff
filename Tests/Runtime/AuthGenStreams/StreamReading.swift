// What the tests of streams share: clients, sources of credentials, and a reader.

import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import ConstructsFixture
import Foundation
import Testing

@testable import AuthGenStreams

extension StreamPolicy {
  /// A policy without a limit of silence.
  static func patient(attempts: Int = 10, healthyTime: Duration? = nil) -> StreamPolicy {
    var policy = StreamPolicy(
      retry: RetryPolicy(maximumAttempts: attempts), silenceLimit: .seconds(600))
    if let healthyTime { policy.healthyTime = healthyTime }
    return policy
  }
}

/// A client without a session.
func streamingClient(
  _ transport: any Transport, over streams: SubscriptionTransport = .http,
  policy: StreamPolicy = .patient(), interceptors: [any Interceptor] = [],
  signer: (any RequestSigner)? = nil, endpoint: String = "https://api.example.com/graphql",
  clock: any Clock<Duration> = InstantClock()
) -> StreamingClient<GraphQLClient> {
  let configuration = ClientConfiguration(endpoint: url(endpoint), headers: ["X-App": "Shop"])
  return GraphQLClient(
    configuration, transport: transport, interceptors: interceptors, signer: signer, clock: clock
  ).streaming(over: streams, policy: policy)
}

/// A client with a session or a credential.
func streamingClient(
  _ transport: any Transport, by source: any CredentialSource,
  over streams: SubscriptionTransport = .http, policy: StreamPolicy = .patient(),
  headers: HTTPHeaders = ["X-App": "Shop"], timeout: Duration = .seconds(30),
  clock: any Clock<Duration> = InstantClock()
) -> StreamingClient<AuthenticatedGraphQLClient> {
  let configuration = ClientConfiguration(
    endpoint: url("https://api.example.com/graphql"), headers: headers, timeout: timeout)
  return GraphQLClient(configuration, transport: transport, clock: clock)
    .authenticated(by: source).streaming(over: streams, policy: policy)
}

/// A client whose streams use a WebSocket.
func streamingClient(
  _ server: ScriptedSockets, _ endpoint: String = "wss://api.example.com/graphql",
  by source: any CredentialSource = Credential(scheme: "Bearer", token: "t"),
  policy: StreamPolicy = .patient(), headers: HTTPHeaders = ["X-App": "Shop"],
  timeout: Duration = .seconds(30), clock: any Clock<Duration> = InstantClock()
) -> StreamingClient<AuthenticatedGraphQLClient> {
  let socket = SubscriptionSocket(endpoint: url(endpoint), transport: server)
  return streamingClient(
    InMemoryTransport { _ in HTTPResponse(status: 500) }, by: source, over: .webSocket(socket),
    policy: policy, headers: headers, timeout: timeout, clock: clock)
}

func url(_ text: String) -> URL { URL(string: text) ?? URL(filePath: "/invalid") }

// MARK: Reading

/// The texts of all events, and "complete" or the reason why the stream failed.
func received<Data: ResponseObject>(
  from stream: ResponseStream<Data>, _ each: (StreamEvent<Data>) async throws -> Void = { _ in }
) async -> [String] {
  var texts: [String] = []
  do {
    for try await event in stream {
      texts.append(event.text)
      try await each(event)
    }
    return texts + ["complete"]
  } catch {
    return texts + [(error as? StreamError)?.reason.text ?? "\(error)"]
  }
}

/// The events of a subscription to ticks.
func receivedTicks(
  of client: some SubscriptionExecutor,
  _ each: (StreamEvent<TicksSubscription.Data>) async throws -> Void = { _ in }
) async -> [String] {
  await received(from: client.events(of: TicksSubscription()), each)
}

extension StreamEvent {
  var text: String {
    guard case .response = self else { return "reconnected" }
    switch data {
    case let data as TicksSubscription.Data: return "\(data.ticks.count)"
    case let data as MessagesSubscription.Data:
      if case .person(let person) = data.messages.concrete { return person.name }
    case let data as LateNodeQuery.Data:
      guard case .person(let person)? = data.node?.concrete else { return "no person" }
      return person.deferredPart.value?.name ?? "pending"
    case nil: return "errors: \(errors.map(\.message).joined())"
    default: break
    }
    return "data"
  }
}

extension StreamError.Reason {
  var text: String {
    switch self {
    case .sessionEnded(let end): "session ended: \(end)"
    case .closed(let code): "closed \(code)"
    case .invalidMessage: "invalid message"
    case .tooManyUnread(let limit): "too many unread, limit \(limit)"
    case .webSocketsUnsupported: "WebSockets unsupported"
    case .request(.graphQL(let errors)): "GraphQL: \(errors.map(\.message).joined())"
    case .request(.httpStatus(let failure)): "status \(failure.status)"
    case .request(.decoding): "decoding"
    case .request(.notSent(.noSession)): "no session"
    case .request(.notSent(.insecureEndpoint)): "insecure endpoint"
    case .request(.notSent(.invalidHeader)): "invalid header"
    case .request(.transport(let error)):
      switch error.reason {
      case .connectionLost: "connection lost"
      case .timedOut: "timed out"
      default: "transport"
      }
    case .request: "another reason"
    }
  }
}

// MARK: Credentials

typealias CredentialReport = @Sendable (CredentialChange) -> Void

/// A session whose credential has another number after each refusal.
final class NumberedSource: CredentialSource {
  let refusals: [RefusalRule]
  let state: Shared<(number: Int, replacements: Int, ended: Int)>
  private let changesEachTime: Bool
  private let observed: @Sendable (Credential, @escaping CredentialReport) -> Void

  /// - Parameters:
  ///   - changesEachTime: whether each request for a credential gets another one.
  ///   - observed: what each observation reports at once.
  init(
    _ refusals: RefusalRule..., changesEachTime: Bool = false,
    observed: @escaping @Sendable (Credential, @escaping CredentialReport) -> Void = { _, _ in }
  ) {
    self.refusals = refusals
    self.changesEachTime = changesEachTime
    self.observed = observed
    state = Shared((changesEachTime ? 0 : 1, 0, 0))
  }

  func credential() async -> Credential? {
    let number = state.withLock { state in
      if changesEachTime { state.number += 1 }
      return state.number
    }
    return Credential(scheme: "Bearer", token: Secret("t\(number)"))
  }

  func credential(insteadOf refused: Credential) async -> Credential? {
    state.withLock { ($0.number, $0.replacements) = ($0.number + 1, $0.replacements + 1) }
    return await credential()
  }

  /// Waits until the source has replaced its credential so often.
  func replaces(_ count: Int) async throws {
    try await wait { state.replacements >= count }
    #expect(state.replacements == count)
  }

  func sessionHasEnded(_ credential: Credential) async { state.withLock { $0.ended += 1 } }

  func observe(
    _ credential: Credential, _ report: @escaping CredentialReport
  ) async -> CredentialObservation? {
    observed(credential, report)
    return nil
  }
}

/// The source of a session, with other rules, and a count of its observations.
struct WatchedSource: CredentialSource {
  let manager: SessionManager<RotatingSession>
  var refusals: [RefusalRule] = [.status(401)]
  let observations = Shared(0)

  func credential() async throws(CredentialUnavailable) -> Credential? {
    try await manager.credential()
  }

  func credential(
    insteadOf refused: Credential
  ) async throws(CredentialUnavailable) -> Credential? {
    try await manager.credential(insteadOf: refused)
  }

  func sessionHasEnded(_ credential: Credential) async {
    await manager.sessionHasEnded(credential)
  }

  func observe(
    _ credential: Credential, _ report: @escaping CredentialReport
  ) async -> CredentialObservation? {
    defer { observations.withLock { $0 += 1 } }
    return await manager.observe(credential, report)
  }
}

extension RotatingServer {
  nonisolated func signedIn() async throws -> SessionManager<RotatingSession> {
    let manager = manager(InMemoryStore())
    try await manager.logIn { RotatingSession(1) }
    return manager
  }
}

/// A clock that a test puts forward, and that records waits between attempts and ends them at once. Deadlines
/// are longer, and expire in their time.
final class SkippingClock: Clock {
  private let state = Shared<(skipped: Duration, waits: [Duration])>((.zero, []))

  var now: ContinuousClock.Instant { ContinuousClock.now + state.withLock { $0.skipped } }
  var minimumResolution: Duration { .zero }
  var waits: [Duration] { state.withLock { $0.waits } }

  func skip(_ duration: Duration) { state.withLock { $0.skipped += duration } }

  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
    let wait = deadline - now
    guard wait > .seconds(25) else { return state.withLock { $0.waits.append(wait) } }
    try await ContinuousClock().sleep(for: wait)
  }
}
