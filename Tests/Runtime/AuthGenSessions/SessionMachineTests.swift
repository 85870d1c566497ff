// Tests the session machine with tables of events.

import AuthGenRuntime
import Foundation
import Testing

@testable import AuthGenSessions

@Suite struct SessionMachineTests {
  typealias Machine = NumberedMachine

  private static let ada = Machine.Login(session: NumberedSession(login: 1, refresh: 1), id: UUID())
  private static let bob = Machine.Login(session: NumberedSession(login: 2, refresh: 1), id: UUID())
  private static let machineID = UUID()
  /// A step that begins while Ada is signed in.
  private static let asAda = LoginStart(
    machine: machineID, changes: 0, login: ada.id, isKnown: true)
  private static let newer = NumberedSession(login: 1, refresh: 2)
  private static let lost = CredentialUnavailable("connection lost")

  /// The names of the effects of events, with the responses of the store and the server among the events.
  private static func effects(_ events: [Machine.Event]) -> [String] {
    var machine = Machine(.init(), id: machineID)
    return events.flatMap { event in
      machine.receive(
        event, at: .init(date: Date(timeIntervalSinceReferenceDate: 0), uptime: .zero)
      )
      .map(\.name)
    }
  }

  /// A signed-in machine whose refresh has the server's attention.
  private static let refreshing: [Machine.Event] = [
    .stateRequested, .read(.success(ada)),
    .sessionRequested(1, .refreshed(after: nil), of: .since(asAda)), .turn(.success(())),
    .read(.success(ada)),
  ]
  private static let refreshingEffects = [
    "read", "publish signed in", "take turn", "read", "refresh",
  ]

  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let events: [Machine.Event]
    let effects: [String]

    init(_ testDescription: String, _ events: [Machine.Event], _ effects: [String]) {
      self.testDescription = testDescription
      self.events = events
      self.effects = effects
    }
  }

  @Test(arguments: [
    Row(
      "the refresh succeeds", [.refreshed(.session(newer)), .written(.success(true))],
      ["write over session", "end turn", "resume a1.2", "publish signed in"]),
    Row(
      "the store is full",
      [.refreshed(.session(newer)), .written(.failure(StoreError(.noSpace)))],
      ["write over session", "end turn", "resume failure", "publish signed in"]),
    Row(
      "another process was first",
      [.refreshed(.session(newer)), .written(.success(false)), .read(.success(bob))],
      [
        "write over session", "read", "end turn", "resume nil", "revoke r1.2", "publish signed in",
      ]),
    Row(
      "the user logs out first",
      [
        .loggedOut(since: asAda), .read(.success(ada)), .written(.success(true)),
        .refreshed(.session(newer)),
        .read(.success(nil)),
      ],
      [
        "read", "write nil over login", "resume nil", "publish signed out: logged out", "read",
        "end turn",
        "revoke r1.2",
      ]),
    Row(
      "another user logs in first",
      [
        .loggedIn(bob, since: asAda, revokes: true), .read(.success(ada)), .written(.success(true)),
        .refreshed(.session(newer)),
      ],
      [
        "read", "write over login", "resume nil", "revoke r1.1", "publish signed in", "end turn",
        "revoke r1.2",
      ]),
    Row(
      "the server ends the session", [.refreshed(.ended(.ended)), .written(.success(true))],
      [
        "write nil over session", "end turn", "resume nil",
        "publish signed out: the server ended the session",
      ]),
    Row(
      "the server ends a session that another process has renewed",
      [
        .refreshed(.ended(.ended)), .written(.success(false)),
        .read(.success(Machine.Login(session: newer, id: ada.id))),
      ],
      ["write nil over session", "read", "end turn", "resume a1.2", "publish signed in"]),
    Row(
      "another user logs in first, and the first one's refresh needs a login",
      [
        .loggedIn(bob, since: asAda, revokes: true), .read(.success(ada)), .written(.success(true)),
        .refreshed(
          .unavailable(
            CredentialUnavailable("", reason: .needsLogin(ServerRefusal(code: "login_required"))))),
        .stateRequested,
      ],
      [
        "read", "write over login", "resume nil", "revoke r1.1", "publish signed in", "end turn",
      ]),
    Row("the server is down", [.refreshed(.unavailable(lost))], ["end turn", "resume failure"]),
    Row(
      "the user has to log in again",
      [
        .refreshed(
          .unavailable(
            CredentialUnavailable("", reason: .needsLogin(ServerRefusal(code: "login_required")))))
      ],
      [
        "end turn", "resume failure",
        "publish signed in, and needs a new login: login_required",
      ]),
    Row(
      "a call for another API waits for its turn",
      [
        .sessionRequested(2, .changed(other), of: .since(asAda)), .refreshed(.session(newer)),
        .written(.success(true)),
      ],
      [
        "write over session", "end turn", "resume a1.2", "take turn", "publish signed in",
      ]),
    Row(
      "the calling task is cancelled",
      [.callCancelled(1), .refreshed(.session(newer)), .written(.success(true))],
      ["write over session", "end turn", "publish signed in"]),
  ])
  func refreshHasItsEffects(_ row: Row) {
    #expect(Self.effects(Self.refreshing + row.events) == Self.refreshingEffects + row.effects)
  }

  private static let other = SessionChange<NumberedSession>(
    id: "api", isMade: { _ in false }, make: { $0 })

  @Test(
    arguments: [
      ("ada", "bob", false), ("ada", "ada", true), (nil, "bob", true), ("ada", nil, true),
    ] as [(String?, String?, Bool)])
  func refreshKeepsTheUser(before: String?, after: String?, isKept: Bool) throws {
    struct Named: StoredSession {
      let token: Secret
      let userIdentity: String?
      var credential: Credential { Credential(scheme: "Bearer", token: token) }
      var refreshToken: Secret? { token }
    }
    typealias Machine = SessionMachine<Named>
    var machine = Machine(.init())
    let login = Machine.Login(session: Named(token: "1", userIdentity: before), id: UUID())
    let newer = Named(token: "2", userIdentity: after)
    for event: Machine.Event in [
      .sessionRequested(1, .refreshed(after: nil), of: .since(machine.loginStart)),
      .read(.success(login)), .turn(.success(())), .read(.success(login)),
      .refreshed(.session(newer)), .written(.success(true)),
    ] {
      _ = machine.receive(
        event, at: .init(date: Date(timeIntervalSinceReferenceDate: 0), uptime: .zero))
    }
    if isKept {
      #expect(machine.state == .signedIn(newer))
    } else {
      guard case .signedOut(.untrusted(let why)) = machine.state else {
        Issue.record("\(machine.state)")
        return
      }
      #expect(why.description.contains("another user"))
    }
  }

  /// The user is at the login page while a refresh of the session before fails.
  @Test(arguments: [SignOutReason.ended, .untrusted(TrustFailure("a test"))], [false, true])
  func loginReplacesASessionThatHasEndedMeanwhile(reason: SignOutReason, logsOut: Bool) {
    var machine = Machine(.init(), id: Self.machineID)
    func receive(_ events: Machine.Event...) {
      for event in events {
        _ = machine.receive(
          event, at: .init(date: Date(timeIntervalSinceReferenceDate: 0), uptime: .zero))
      }
    }
    for event in Self.refreshing { receive(event) }
    let start = machine.loginStart
    receive(.refreshed(.ended(reason)), .written(.success(true)))
    #expect(machine.state == .signedOut(reason))
    if logsOut { receive(.loggedOut(since: start), .read(.success(nil)), .written(.success(true))) }
    receive(
      .loggedIn(Self.bob, since: start, revokes: true), .read(.success(nil)),
      .written(.success(true)))
    #expect(machine.login == (logsOut ? nil : Self.bob))
  }

  /// The device's clock is a day ahead, and then right again.
  @Test func wrongClockEndsNoSession() throws {
    struct Plain: StoredSession {
      var expiresAt: Date?
      var credential: Credential { Credential(scheme: "Bearer", token: "t") }
    }
    var machine = SessionMachine<Plain>(.init())
    let start = Date(timeIntervalSinceReferenceDate: 0)
    let login = SessionMachine<Plain>.Login(
      session: Plain(expiresAt: start.addingTimeInterval(3_600)), id: UUID())
    for date in [start, start.addingTimeInterval(86_400), start] {
      var effects = machine.receive(
        .sessionRequested(1, .valid, of: .since(machine.loginStart)),
        at: .init(date: date, uptime: .zero))
      if case .read? = effects.last {
        effects = machine.receive(.read(.success(login)), at: .init(date: date, uptime: .zero))
      }
      guard case .resume(1, .success(login))? = effects.last(where: { $0.isResumption }) else {
        Issue.record("\(effects)")
        return
      }
    }
    #expect(machine.session == login.session)
  }

  /// A thousand calls in ten minutes, one after the other, while the server is down.
  @Test func refreshesPauseWhileTheServerIsDown() throws {
    var world = SessionWorld()
    try world.logIn(0, lasts: -10)
    world.isDown = true
    var requests = 0
    for _ in 0..<1_000 {
      try world.ask(.valid, 0)
      try world.grantTurn(0)
      if world.processes[0].request != nil { requests += 1 }
      try world.serve(0)
      try world.deliver(0)
      #expect(world.processes[0].calls.isEmpty)
      world.uptime += .milliseconds(600)
    }
    // After 0, 1, 2, 4, 8, 16, 32 and 60 seconds, and then each minute.
    #expect((12...20).contains(requests), "\(requests)")
    world.isDown = false
    world.uptime += .seconds(60)
    try world.ask(.valid, 0)
    try world.grantTurn(0)
    try world.serve(0)
    try world.deliver(0)
    #expect(world.processes[0].machine.session?.refresh == 2)
  }

  @Test(arguments: [
    (1, nil, 0), (2, nil, 1), (3, nil, 2), (9, nil, 60), (1, 30, 30), (1, 900, 300),
  ])
  func pauseGrowsAndIsBounded(failures count: Int, retryAfter: Int?, seconds: Int) {
    var failures = RefreshFailures()
    let error = CredentialUnavailable("", retryAfter: retryAfter.map { .seconds($0) })
    for _ in 0..<count { failures.add(error, at: .seconds(100)) }
    #expect(failures.resumesAt == .seconds(100 + seconds))
  }
}

@Suite struct LoginIdentifierTests {
  /// The first is of RFC 9562, appendix A.6.
  @Test(arguments: [
    ("017F22E2-79B0-7CC3-98C4-DC0C0C07398F", 1_645_557_742), (UUID().uuidString, nil),
    (UUID(createdAt: Date(timeIntervalSince1970: 1_796_000_000)).uuidString, 1_796_000_000),
    (UUID(createdAt: .distantPast).uuidString, 0),
    (UUID(createdAt: Date(timeIntervalSince1970: .infinity)).uuidString, 281_474_976_710),
  ])
  func identifierHasItsTime(_ text: String, _ seconds: Int?) throws {
    #expect(
      try #require(UUID(uuidString: text)).createdAt.map { Int($0.timeIntervalSince1970) }
        == seconds)
  }
}

extension SessionStorage.Replaceable {
  fileprivate var name: String {
    switch self {
    case .before: "before"
    case .login: "login"
    case .session: "session"
    }
  }
}

extension NumberedMachine.Effect {
  /// The effect without identifiers.
  fileprivate var name: String {
    switch self {
    case .read: "read"
    case .write(let login, let replaced):
      "write \(login == nil ? "nil " : "")over \(replaced.name)"
    case .remove: "remove"
    case .takeTurn: "take turn"
    case .refresh: "refresh"
    case .endTurn: "end turn"
    case .revoke(let session): "revoke \(session.refreshToken?.reveal() ?? "")"
    case .publish(let state): "publish \(state)"
    case .resume(_, .success(let login)):
      "resume \(login?.session.credential.token.reveal() ?? "nil")"
    case .resume(_, .failure): "resume failure"
    }
  }
}

extension SessionMachine.Effect {
  fileprivate var isResumption: Bool { if case .resume = self { true } else { false } }
}
