// Tests logins that need a second step: which responses ask for it, and whom it signs in.

@_spi(Generated) import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5))) struct SecondStepTests {
  private struct Outcome: ResponseObject {
    let token: Secret?
    let challenge: Secret?

    init(fields: inout FieldReader) {
      token = fields.optionalValue("token")
      challenge = fields.optionalValue("challenge")
    }

    func encode(into fields: FieldWriter) {}

    var session: TestSession? { token.map { TestSession($0.reveal()) } }
  }

  private struct LogIn: TwoStepLogInOperation {
    static let definition = OperationDefinition(
      .mutation, "LogIn", document: "mutation LogIn { token challenge }")
    typealias Data = Outcome
    static let stepExtension = ["mfa", "token"]

    func encode(into fields: FieldWriter) {}

    static func session(
      of data: Data, _ response: TokenResponse, after former: TestSession?
    ) -> TestSession? { data.session }

    static func stepToken(of data: Data) -> Secret? { data.challenge }
  }

  private struct Verify: SecondStepOperation {
    static let definition = OperationDefinition(
      .mutation, "Verify",
      document: "mutation Verify($challenge: String, $code: String) { token challenge }")
    typealias Data = Outcome
    static let stepEnds: [RefusalRule] = [.status(410), .extensions("code", in: ["EXPIRED"])]

    var challenge: Secret?
    let code: String

    func encode(into fields: FieldWriter) {
      fields.optionalValue("challenge", challenge)
      fields.value("code", code)
    }

    static func session(
      of data: Data, _ response: TokenResponse, after former: TestSession?
    ) -> TestSession? { data.session }

    static func stepToken(of data: Data) -> Secret? { data.challenge }
  }

  private typealias Manager = SessionManager<TestSession>
  private typealias Step = SecondStep<TestSession>

  private let store = InMemoryStore()
  private let revoked = Shared<[String]>([])
  private let requests = Shared<[HTTPRequest]>([])
  private let manager: Manager

  init() {
    manager = Manager(
      store: store,
      revoke: { [revoked] session in revoked.withLock { $0.append(session.token.reveal()) } })
  }

  /// A server that answers the first request with the first response, and so on.
  private func client(
    _ responses: String..., status: Int = 200,
    before: @escaping @Sendable () async -> Void = {}
  ) throws -> GraphQLClient {
    try scriptedClient(
      InMemoryTransport { [requests] request in
        let number = requests.withLock {
          $0.append(request)
          return $0.count
        }
        if number > 1 { await before() }
        return .json(
          responses[min(number, responses.count) - 1], status: number == 1 ? 200 : status)
      })
  }

  private static let asks = #"{"data": {"token": null, "challenge": "s3cret"}}"#
  private static let grants = #"{"data": {"token": "new", "challenge": null}}"#
  private static let declines = #"{"data": {"token": null, "challenge": null}}"#
  private static func error(_ extensions: String) -> String {
    #"{"data": null, "errors": [{"message": "no", "extensions": \#(extensions)}]}"#
  }

  private func step(_ client: GraphQLClient) async throws -> Step {
    guard case .secondStep(let step, _) = try await manager.logIn(LogIn(), with: client) else {
      throw Missing()
    }
    return step
  }

  private struct Missing: Error {}

  /// What follows from a step: "signedIn", "secondStep", "declined", or the name of the reason why it fails.
  private func outcome(_ step: Step) async -> String {
    do throws(SecondStepError) {
      return name(try await step.finish { Verify(challenge: $0, code: "123456") })
    } catch {
      if case .request(let error) = error.reason, case .graphQL = error.reason { return "GraphQL" }
      return String("\(error.reason)".prefix { $0 != "(" })
    }
  }

  private func name(_ result: TwoStepLogInResult<TestSession, Outcome>) -> String {
    switch result {
    case .signedIn(_, storeError: nil): "signedIn"
    case .signedIn: "not stored"
    case .secondStep: "secondStep"
    case .declined: "declined"
    }
  }

  private var lastBody: String? {
    requests.withLock { $0.last?.body.map { String(decoding: $0, as: UTF8.self) } }
  }

  // MARK: The login

  @Test func stepSignsTheUserIn() async throws {
    let step = try await step(client(Self.asks, Self.grants))
    #expect(await manager.state == .signedOut(.noSession) && store.read() == nil)
    let result = try await step.finish { Verify(challenge: $0, code: "123456") }
    guard case .signedIn(TestSession("new"), storeError: nil) = result else {
      Issue.record("\(result)")
      return
    }
    #expect(await manager.state.session == TestSession("new"))
    #expect(await Manager(store: store).state.session == TestSession("new"))
    #expect(lastBody?.contains(#""challenge":"s3cret""#) == true)
    #expect(requests.withLock { $0.last?.headers["Authorization"] } == nil)
  }

  /// The server may use one field for both tokens of a login.
  @Test func responseThatAsksForAStepCreatesNoSession() async throws {
    let both = #"{"data": {"token": "weak", "challenge": "s3cret"}}"#
    _ = try await step(client(both))
    #expect(await manager.state.session == nil && store.read() == nil)
  }

  @Test(arguments: [
    (grants, "signedIn"), (declines, "declined"),
    (#"{"data": {"token": null, "challenge": ""}}"#, "declined"),
  ]) func loginWithoutAStepSignsInOrIsDeclined(response: String, expected: String) async throws {
    let result = try await manager.logIn(LogIn(), with: client(response))
    #expect(name(result) == expected)
    #expect(
      await manager.state.session == (expected == "signedIn" ? TestSession("new") : nil))
  }

  @Test func errorCanAskForTheStep() async throws {
    let asks = Self.error(#"{"code": "MFA", "methods": ["totp"], "mfa": {"token": "s3cret"}}"#)
    let client = try client(asks, Self.grants)
    guard case .secondStep(let step, nil) = try await manager.logIn(LogIn(), with: client) else {
      Issue.record("expected a step")
      return
    }
    #expect(step.errors.first?.code == "MFA")
    #expect(await outcome(step) == "signedIn")
    let other = try self.client(Self.error(#"{"code": "OTHER"}"#))
    await #expect(throws: RequestError.self) { try await manager.logIn(LogIn(), with: other) }
  }

  @Test func tokenCanBeTheCredential() async throws {
    let step = try await step(client(Self.asks, Self.grants))
    _ = try await step.finish(credential: { TestSession($0.reveal()).credential }) { _ in
      Verify(code: "1")
    }
    #expect(requests.withLock { $0.last?.headers["Authorization"] } == "Opaque s3cret")
    #expect(await manager.state.session == TestSession("new"))
  }

  @Test func stepCanFollowAStep() async throws {
    let again = Self.asks.replacingOccurrences(of: "s3cret", with: "third")
    let first = try await step(client(Self.asks, again, Self.grants))
    let next = try await first.finish { Verify(challenge: $0, code: "123456") }
    guard case .secondStep(let second, _) = next else { throw Missing() }
    #expect(await outcome(second) == "signedIn")
    #expect(lastBody?.contains("third") == true)
  }

  // MARK: Failures

  @Test func stepCanBeRepeatedAfterAWrongCode() async throws {
    let step = try await step(
      client(Self.asks, Self.declines, Self.error(#"{"code": "WRONG"}"#), Self.grants))
    #expect(await outcome(step) == "declined")
    #expect(await outcome(step) == "GraphQL")
    #expect(await manager.state.session == nil)
    #expect(await outcome(step) == "signedIn")
    #expect(await manager.state.session == TestSession("new"))
  }

  @Test(arguments: [(410, ""), (200, SecondStepTests.error(#"{"code": "EXPIRED"}"#))])
  func endOfTheLoginIsAnErrorOfItsOwn(status: Int, response: String) async throws {
    let body = status == 200 ? response : "gone"
    let step = try await step(client(Self.asks, body, status: status))
    #expect(await outcome(step) == "expired")
    #expect(await manager.state.session == nil)
  }

  @Test func stepIsSentOnce() async throws {
    let step = try await step(client(Self.asks, "", status: 503))
    #expect(await outcome(step) == "request")
    #expect(requests.withLock { $0.count } == 2)
  }

  // MARK: Other logins

  @Test func stepIsUsedUpByItsSession() async throws {
    let step = try await step(client(Self.asks, Self.grants))
    #expect(await outcome(step) == "signedIn")
    #expect(await outcome(step) == "otherLogIn")
    #expect(requests.withLock { $0.count } == 2)
  }

  /// `Elsewhere` is another process with the same store.
  enum Change: CaseIterable { case login, logout, loginElsewhere, logoutElsewhere }

  /// The change comes before the request, or while it is under way.
  @Test(
    arguments: Change.allCases,
    [(true, true), (true, false), (false, true), (false, false)])
  func stepEndsWithAnotherLoginOrALogout(
    _ change: Change, _ time: (isBefore: Bool, whileSignedIn: Bool)
  ) async throws {
    let isElsewhere = [.loginElsewhere, .logoutElsewhere].contains(change)
    let logsIn = [.login, .loginElsewhere].contains(change)
    let (user, other) = (isElsewhere ? Manager(store: store) : manager, TestSession("other"))
    let makeChange = { @Sendable in
      if logsIn { _ = try? await user.logIn { other } } else { _ = try? await user.signOut() }
    }
    if time.whileSignedIn { try await manager.logIn { TestSession("old") } }
    let step = try await step(
      client(Self.asks, Self.grants, before: { if !time.isBefore { await makeChange() } }))
    if time.isBefore { await makeChange() }
    let outcome = await outcome(step)
    await manager.settle()
    let session = await manager.state.session
    guard change != .logoutElsewhere || time.whileSignedIn else {
      #expect(outcome == "signedIn" && session == TestSession("new"))
      return
    }
    #expect(outcome == "otherLogIn" && session == (logsIn ? other : nil))
    // The token is not sent after the change. A process uses its session without reading the store.
    let isSent = !time.isBefore || (isElsewhere && time.whileSignedIn)
    #expect(requests.withLock { $0.count } == (isSent ? 2 : 1))
    #expect(revoked.withLock { $0.contains("new") } == isSent)
  }

  @Test(arguments: [true, false])
  func stepReplacesTheSessionThatItBeganWith(hasEnded: Bool) async throws {
    try await manager.logIn { TestSession("old") }
    let step = try await step(client(Self.asks, Self.grants))
    if hasEnded { await manager.sessionHasEnded(TestSession("old").credential) }
    #expect(await manager.state.session == (hasEnded ? nil : TestSession("old")))
    #expect(await outcome(step) == "signedIn")
    #expect(await manager.state.session == TestSession("new"))
    await manager.settle()
    #expect(revoked.withLock { $0 } == (hasEnded ? [] : ["old"]))
  }

  @Test func secondTapSendsNothing() async throws {
    let gate = Gate()
    let step = try await step(client(Self.asks, Self.grants, before: { await gate.pass() }))
    let first = Task { await outcome(step) }
    await gate.holdsACaller()
    #expect(await outcome(step) == "inProgress")
    gate.open()
    #expect(await first.value == "signedIn")
    #expect(requests.withLock { $0.count } == 2)
  }

  @Test func printedStepShowsNothing() async throws {
    let result = try await manager.logIn(LogIn(), with: client(Self.asks))
    guard case .secondStep(let step, _) = result else {
      Issue.record("expected a step")
      return
    }
    for value in [result, step] as [Any] {
      var dumped = ""
      dump(value, to: &dumped)
      for text in ["\(value)", String(reflecting: value), dumped] {
        #expect(!text.contains("s3cret"), "\(text)")
      }
    }
  }
}
