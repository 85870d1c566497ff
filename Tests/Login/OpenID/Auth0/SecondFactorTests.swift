// Tests logins at Auth0 that continue with a second factor. The responses are those of Auth0's reference, and
// of the recordings in github.com/auth0/go-auth0 (test/data/recordings/authentication).

import AuthGenOpenID
import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import AuthGenWebLogin
import Foundation
import OpenIDAPI
import Testing

struct SecondFactorTests {
  private static let mfaToken = "mfa-s3cret"
  private static let required: [String: any Sendable] = [
    "error": "mfa_required", "error_description": "Multifactor authentication required",
    "mfa_token": mfaToken, "mfa_requirements": ["challenge": [["type": "otp"]]],
  ]

  /// A login with a correct first factor.
  private func factor(_ pretend: PretendLogin) async throws -> SecondFactor {
    try await pretend.server.respond(to: "/oauth/token", status: 403, Self.required)
    let first = await reasonOfFailure {
      try await pretend.login.logIn(exchanging: .idToken("first-s3cret"))
    }
    return try #require(first?.secondFactor)
  }

  private func authenticator(
    _ kind: SecondFactor.Kind, _ pretend: PretendLogin, _ factor: SecondFactor
  ) async throws -> SecondFactor.Authenticator {
    try await respondWithAuthenticators(pretend)
    let all = try await pretend.login.authenticators(for: factor)
    return try #require(all.first { $0.kind == kind })
  }

  /// The example of "List authenticators", with the kinds of other pages.
  private func respondWithAuthenticators(_ pretend: PretendLogin) async throws {
    let list = """
      [{"id":"recovery-code|dev_DsvzGfZw2Fg5N3rI","authenticator_type":"recovery-code","active":true},
       {"id":"sms|dev_gB342kcL2K22S4yB","authenticator_type":"oob","oob_channel":"sms",
        "name":"+X XXXX1234","active":true},
       {"id":"sms|dev_other","authenticator_type":"oob","oob_channel":"sms","name":"+X XXXX9999",
        "active":false},
       {"id":"push|dev_433sJ7Mcwj9P794y","authenticator_type":"oob","oob_channel":"auth0",
        "name":"John's Device","active":true},
       {"id":"email|dev_hdkmORJuqOmjRRQU","authenticator_type":"oob","oob_channel":"email",
        "name":"****@exam*******","active":true},
       {"id":"webauthn|dev_1","authenticator_type":"webauthn-roaming","active":true},
       {"id":"totp|dev_LJaKaN5O3tjRFOw2","authenticator_type":"otp","active":true}]
      """
    await pretend.server.respond(to: "/mfa/authenticators") { _ in
      PretendServer.response(200, Data(list.utf8))
    }
  }

  private func challenge(
    _ kind: SecondFactor.Kind, _ pretend: PretendLogin, _ factor: SecondFactor
  ) async throws -> SecondFactor.Challenge {
    var response = ["challenge_type": "oob", "oob_code": "oob-s3cret"]
    if kind != .push { response["binding_method"] = "prompt" }
    try await pretend.server.respond(to: "/mfa/challenge", response)
    return try await pretend.login.challenge(
      try await authenticator(kind, pretend, factor), for: factor)
  }

  /// Begins the proof of a login's second factor by a code.
  private func codeChallenge(
    _ kind: SecondFactor.Kind, _ pretend: PretendLogin, _ given: SecondFactor? = nil
  ) async throws -> SecondFactor.CodeChallenge {
    let factor = if let given { given } else { try await factor(pretend) }
    return try #require(try await challenge(kind, pretend, factor).code)
  }

  /// Begins the proof by a notification.
  private func approvalChallenge(
    _ pretend: PretendLogin
  ) async throws -> SecondFactor.ApprovalChallenge {
    try #require(try await challenge(.push, pretend, try await factor(pretend)).approval)
  }

  // MARK: Codes

  private static let message = ["oob_code": "oob-s3cret", "binding_code": "123456"]

  @Test(
    arguments: [
      (SecondFactor.Kind.authenticatorApp, "mfa-otp", ["otp": "123456"]),
      (.recoveryCode, "mfa-recovery-code", ["recovery_code": "123456"]),
      (.sms, "mfa-oob", message), (.email, "mfa-oob", message),
    ])
  func codeCompletesTheLogin(
    _ kind: SecondFactor.Kind, _ grantType: String, _ parameters: [String: String]
  ) async throws {
    let pretend = try await PretendLogin()
    let factor = try await factor(pretend)
    #expect(factor.requirements?.challenge?.map(\.type) == ["otp"])
    let challenge = try await codeChallenge(kind, pretend, factor)
    await pretend.grant()
    let user = try await pretend.login.finish(challenge, code: "123456")
    let expected = [
      "grant_type": "http://auth0.com/oauth/grant-type/\(grantType)",
      "client_id": PretendServer.clientID, "mfa_token": Self.mfaToken,
    ].merging(parameters) { $1 }
    #expect(await pretend.server.lastBody("/oauth/token") == expected)
    #expect(user.claims?.subject == "user-1" && user.storeError == nil)
    #expect(await pretend.session == user.session)
    #expect(try await pretend.login.sessions.refreshedSession()?.subject == "user-1")
    let isSent = kind == .sms || kind == .email
    #expect(await pretend.server.count("/mfa/challenge") == (isSent ? 1 : 0))
  }

  @Test func challengeIsRequestedForTheAuthenticator() async throws {
    let pretend = try await PretendLogin()
    _ = try await challenge(.sms, pretend, try await factor(pretend))
    #expect(
      await pretend.server.lastBody("/mfa/challenge") == [
        "client_id": PretendServer.clientID, "mfa_token": Self.mfaToken, "challenge_type": "oob",
        "authenticator_id": "sms|dev_gB342kcL2K22S4yB",
      ])
    let list = await pretend.server.requests.last { $0.url.path == "/mfa/authenticators" }
    #expect(list?.method == .get && list?.headers["Authorization"] == "Bearer \(Self.mfaToken)")
  }

  @Test func onlyAuthenticatorsThatCanBeProvenAreListed() async throws {
    let pretend = try await PretendLogin()
    let factor = try await factor(pretend)
    try await respondWithAuthenticators(pretend)
    let all = try await pretend.login.authenticators(for: factor)
    #expect(all.map(\.kind) == [.recoveryCode, .sms, .push, .email, .authenticatorApp])
    #expect(all.map(\.name) == [nil, "+X XXXX1234", "John's Device", "****@exam*******", nil])
  }

  @Test func wrongCodeKeepsTheLogin() async throws {
    let pretend = try await PretendLogin()
    let challenge = try await codeChallenge(.sms, pretend)
    try await pretend.server.respond(
      to: "/oauth/token", status: 403,
      ["error": "invalid_grant", "error_description": "Invalid binding_code."])
    let wrong = await reasonOfFailure { try await pretend.login.finish(challenge, code: "000000") }
    guard case .wrongCode(let why) = wrong else {
      Issue.record("\(wrong as Any)")
      return
    }
    #expect(why.message == "Invalid binding_code.")
    let shown = WebLoginError(.wrongCode(why))
    #expect(shown.localizedDescription == "The code was not accepted.")
    #expect(shown.failureReason == "It is wrong, too old, or was already used.")
    #expect(shown.recoverySuggestion == "Check the code, or request another one.")
    #expect(await pretend.session == nil)
    await pretend.grant()
    #expect(
      try await pretend.login.finish(challenge, code: "123456").claims?.subject == "user-1")
  }

  // MARK: Notifications

  @Test func approvalIsAwaitedAtTheServersPace() async throws {
    let waits = Shared<[Double]>([])
    let pretend = try await PretendLogin(waits: waits)
    let challenge = try await approvalChallenge(pretend)
    await pretend.grant()
    let granted = await pretend.server.handler(for: "/oauth/token")
    let rest = Shared(["authorization_pending", "slow_down", "authorization_pending"])
    let times = Shared<[Double]>([])
    await pretend.server.respond(to: "/oauth/token") { request throws(TransportError) in
      times.withLock { $0.append(waits.withLock { $0.reduce(0, +) }.rounded()) }
      guard let next = rest.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else {
        return try await granted?(request) ?? PretendServer.response(404)
      }
      return PretendServer.response(400, Data(#"{"error":"\#(next)"}"#.utf8))
    }
    let user = try await pretend.login.finish(challenge)
    #expect(user.claims?.subject == "user-1")
    #expect(times.withLock { $0 } == [5, 10, 20, 30])
    #expect(
      await pretend.server.lastBody("/oauth/token") == [
        "grant_type": "http://auth0.com/oauth/grant-type/mfa-oob", "oob_code": "oob-s3cret",
        "client_id": PretendServer.clientID, "mfa_token": Self.mfaToken,
      ])
  }

  /// The documentation has one code, and a recording of Auth0's the other one.
  @Test(arguments: ["invalid_grant", "access_denied"])
  func declinedNotificationEndsTheLogin(_ code: String) async throws {
    let pretend = try await PretendLogin(waits: Shared([]))
    let challenge = try await approvalChallenge(pretend)
    try await pretend.server.respond(
      to: "/oauth/token", status: 400,
      ["error": code, "error_description": "MFA Authorization rejected."])
    let declined = await reasonOfFailure { try await pretend.login.finish(challenge) }
    #expect(declined?.denial?.code == .accessDenied)
  }

  @Test func waitForAnApprovalEnds() async throws {
    let waits = Shared<[Double]>([])
    let pretend = try await PretendLogin(waits: waits)
    let challenge = try await approvalChallenge(pretend)
    try await pretend.server.respond(
      to: "/oauth/token", status: 400, ["error": "authorization_pending"])
    await expectFailure("noSuchAttempt") { try await pretend.login.finish(challenge) }
    #expect(waits.withLock { $0.reduce(0, +) }.rounded() == 600)
  }

  // MARK: New authenticators

  @Test(arguments: [
    (SecondFactor.NewAuthenticator.authenticatorApp, #""authenticator_types": ["otp"]"#),
    (
      .sms(phoneNumber: "+442071838750"),
      #""authenticator_types": ["oob"], "oob_channels": ["sms"], "phone_number": "+442071838750""#
    ),
    (
      .voice(phoneNumber: "+442071838750"),
      #""authenticator_types": ["oob"], "oob_channels": ["voice"], "phone_number": "+442071838750""#
    ),
    (
      .email("ada@example.com"),
      #""authenticator_types": ["oob"], "oob_channels": ["email"], "email": "ada@example.com""#
    ),
    (.push, #""authenticator_types": ["oob"], "oob_channels": ["auth0"]"#),
  ])
  func newAuthenticatorIsSetUpAndProven(
    _ new: SecondFactor.NewAuthenticator, _ body: String
  ) async throws {
    let pretend = try await PretendLogin(waits: Shared([]))
    let factor = try await factor(pretend)
    let isApp = new == .authenticatorApp
    var response: [String: any Sendable] = [
      "authenticator_type": isApp ? "otp" : "oob",
      "recovery_codes": ["ALKE6EJZ4853BJYLM2DM2WU7"],
    ]
    if isApp { response["secret"] = "HJ6XM2DNERXDAVCUONGWKRTCMNTU6VDF" }
    if isApp || new == .push { response["barcode_uri"] = "otpauth://totp/tenant:user?secret=HJ6X" }
    if !isApp { response["oob_code"] = "oob-s3cret" }
    if !isApp && new != .push { response["binding_method"] = "prompt" }
    try await pretend.server.respond(to: "/mfa/associate", response)
    let added = try await pretend.login.add(new, for: factor)
    let sent = try #require(await pretend.server.requests.last)
    #expect(sent.headers["Authorization"] == "Bearer \(Self.mfaToken)")
    #expect(
      sent.body.flatMap { JSON($0) } == JSON(Data(#"{"client_id": "client-1", \#(body)}"#.utf8)))
    #expect(added.recoveryCodes.map { $0.reveal() } == ["ALKE6EJZ4853BJYLM2DM2WU7"])
    #expect((added.key != nil) == isApp && (added.barcode != nil) == (isApp || new == .push))
    await pretend.grant()
    let user =
      switch added.challenge {
      case .code(let challenge): try await pretend.login.finish(challenge, code: "123456")
      case .approval(let challenge): try await pretend.login.finish(challenge)
      }
    #expect(user.session.subject == "user-1" && (added.challenge.approval != nil) == (new == .push))
  }

  @Test func refusedAuthenticatorKeepsTheLogin() async throws {
    let pretend = try await PretendLogin()
    let factor = try await factor(pretend)
    try await pretend.server.respond(
      to: "/mfa/associate", status: 403,
      ["error": "access_denied", "error_description": "User is already enrolled."])
    let refused = await reasonOfFailure { try await pretend.login.add(.push, for: factor) }
    #expect(refused?.refusal == .accessDenied)
    _ = try await codeChallenge(.authenticatorApp, pretend, factor)
  }

  // MARK: The same checks as without a second factor

  /// Auth0 may require a factor of a session, too.
  // The session has its user, also if the granted scopes lack `openid`.
  @Test(arguments: [("user-2", "openid"), ("user-2", "profile"), ("user-1", "openid")])
  func refreshThatNeedsASecondFactorContinuesWithTheSameUser(
    subject: String, scope: String
  ) async throws {
    let pretend = try await PretendLogin()
    let (earlier, challenge) = try await challengeOfASession(pretend, ["scope": scope])
    let login = await pretend.login.sessions.currentLogin
    await pretend.grant(
      ["access_token": "access-2", "refresh_token": "refresh-2", "scope": scope],
      idToken: ["sub": subject])
    guard subject == "user-1" else {
      await expectFailure("idToken(\(IDTokenError.wrongSubject)") {
        try await pretend.login.finish(challenge, code: "123456")
      }
      #expect(await pretend.session == earlier)
      return
    }
    let user = try await pretend.login.finish(challenge, code: "123456")
    #expect(user.session.accessToken == "access-2" && user.session.scopes == earlier.scopes)
    #expect(await pretend.login.requiredSecondFactor() == nil)
    // It is the same login: its streams continue, and Auth0 may revoke all its tokens together.
    #expect(await pretend.login.sessions.currentLogin == login)
    await pretend.login.sessions.settle()
    #expect(await pretend.server.count("/oauth/revoke") == 0)
  }

  /// A session whose refresh needs a second factor, and the begun proof of it.
  private func challengeOfASession(
    _ pretend: PretendLogin, _ tokens: [String: any Sendable] = [:]
  ) async throws -> (OpenIDSession, SecondFactor.CodeChallenge) {
    await pretend.grant(tokens)
    let session = try await pretend.login.logIn(exchanging: .idToken("subject-1")).session
    #expect(await pretend.login.requiredSecondFactor() == nil)
    try await pretend.server.respond(to: "/oauth/token", status: 403, Self.required)
    _ = try? await pretend.login.sessions.refreshedSession()
    let factor = try #require(await pretend.login.requiredSecondFactor())
    return (session, try await codeChallenge(.authenticatorApp, pretend, factor))
  }

  @Test(arguments: [true, false])
  func secondStepReplacesNoLaterLogin(isLogin: Bool) async throws {
    let pretend = try await PretendLogin()
    let (_, challenge) = try await challengeOfASession(pretend)
    var later: OpenIDSession?
    if isLogin {
      await pretend.grant(["refresh_token": "refresh-2"], idToken: ["sub": "user-2"])
      later = try await pretend.login.logIn(exchanging: .idToken("subject-2")).session
    } else {
      try await pretend.login.sessions.signOut()
    }
    let before = await pretend.server.requests.count
    await expectFailure("noSuchAttempt") {
      try await pretend.login.finish(challenge, code: "123456")
    }
    #expect(await pretend.server.requests.count == before)
    #expect(await pretend.session == later)
  }

  @Test func recoveryCodeIsKeptIfTheTokensAreRefused() async throws {
    let pretend = try await PretendLogin()
    let challenge = try await codeChallenge(.recoveryCode, pretend)
    await pretend.grant(["recovery_code": "recovery-s3cret"], idToken: ["aud": "another"])
    let error = await #expect(throws: WebLoginError.self) {
      try await pretend.login.finish(challenge, code: "M67LWV6ZJGNDUGH43BADW46N")
    }
    #expect(error?.recoveryCode == "recovery-s3cret")
    #expect(!String(reflecting: error).contains("s3cret"))
  }

  @Test func clientSecretIsInEachRequest() async throws {
    let pretend = try await PretendLogin(secret: "known-to-all") { $0.secretPlacement = .body }
    let challenge = try await codeChallenge(.sms, pretend)
    await pretend.grant()
    _ = try await pretend.login.finish(challenge, code: "123456")
    for path in ["/mfa/challenge", "/oauth/token"] {
      #expect(await pretend.server.lastBody(path)["client_secret"] == "known-to-all")
    }
  }

  // MARK: The end of a login

  /// Expects each step of a login at a server to fail without an effect on its state.
  private func expectOver(
    _ login: OpenIDLogin, _ begun: PretendLogin, refuse: () async throws -> Void = {}
  ) async throws {
    let factor = try await factor(begun)
    let code = try await codeChallenge(.sms, begun, factor)
    let push = try #require(try await challenge(.push, begun, factor).approval)
    let authenticator = try await authenticator(.sms, begun, factor)
    try await refuse()
    await expectFailure("noSuchAttempt") { try await login.authenticators(for: factor) }
    await expectFailure("noSuchAttempt") { try await login.challenge(authenticator, for: factor) }
    await expectFailure("noSuchAttempt") { try await login.add(.push, for: factor) }
    await expectFailure("noSuchAttempt") { try await login.finish(code, code: "123456") }
    await expectFailure("noSuchAttempt") { try await login.finish(push) }
  }

  /// Status 401, as in github.com/auth0/Auth0.swift (Auth0Tests/AuthenticationErrorSpec.swift).
  @Test func loginThatTookTooLongIsOver() async throws {
    let pretend = try await PretendLogin(waits: Shared([]))
    try await expectOver(pretend.login, pretend) {
      for path in ["/oauth/token", "/mfa/authenticators", "/mfa/challenge", "/mfa/associate"] {
        try await pretend.server.respond(
          to: path, status: 401,
          ["error": "expired_token", "error_description": "mfa_token is expired"])
      }
    }
  }

  @Test func tokenGoesToNoOtherServerOrClient() async throws {
    for other in try await PretendLogin.elsewhere() {
      try await expectOver(other.login, try await PretendLogin())
      #expect(await other.server.requests.isEmpty)
    }
  }

  /// Another provider's error with this code is an ordinary refusal.
  @Test func errorWithoutATokenIsARefusal() async throws {
    let pretend = try await PretendLogin()
    try await pretend.server.respond(to: "/oauth/token", status: 403, ["error": "mfa_required"])
    let refused = await reasonOfFailure {
      try await pretend.login.logIn(exchanging: .idToken("first-s3cret"))
    }
    #expect(refused?.refusal == .mfaRequired)
  }

  @Test func nothingOfASecondFactorIsPrinted() async throws {
    let pretend = try await PretendLogin()
    let factor = try await factor(pretend)
    try await pretend.server.respond(
      to: "/mfa/associate",
      [
        "authenticator_type": "oob", "secret": "key-s3cret", "barcode_uri": "bar-s3cret",
        "recovery_codes": ["recovery-s3cret"], "oob_code": "oob-s3cret",
      ])
    let added = try await pretend.login.add(.sms(phoneNumber: "+44-s3cret"), for: factor)
    let code = try await codeChallenge(.sms, pretend, factor)
    await pretend.grant(["recovery_code": "recovery-s3cret"])
    let values: [Any] = [
      factor, WebLoginError(.secondFactor(factor)), added, added.challenge, code,
      try await authenticator(.sms, pretend, factor),
      SecondFactor.NewAuthenticator.sms(phoneNumber: "+44-s3cret"),
      try await pretend.login.finish(code, code: "code-s3cret"),
    ]
    for value in values {
      for text in shapes(of: value) {
        #expect(!text.contains("s3cret") && !text.contains("XXXX1234"), "\(text)")
      }
    }
  }
}

extension SecondFactor.Challenge {
  var code: SecondFactor.CodeChallenge? {
    if case .code(let challenge) = self { challenge } else { nil }
  }

  var approval: SecondFactor.ApprovalChallenge? {
    if case .approval(let challenge) = self { challenge } else { nil }
  }
}
