// Tests logins at Auth0 that continue with a second factor. The responses are those of Auth0's reference, and
// of the recordings in github.com/auth0/go-auth0 (test/data/recordings/authentication).

import AuthGenLoginTestSupport
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

  private func codeChallenge(
    _ kind: SecondFactor.Kind, _ pretend: PretendLogin, _ factor: SecondFactor
  ) async throws -> SecondFactor.CodeChallenge {
    let challenge = try await challenge(kind, pretend, factor)
    return try #require(challenge.code)
  }

  // MARK: Codes

  @Test(
    arguments: [
      (
        SecondFactor.Kind.authenticatorApp,
        ["grant_type": "http://auth0.com/oauth/grant-type/mfa-otp", "otp": "123456"]
      ),
      (
        .recoveryCode,
        [
          "grant_type": "http://auth0.com/oauth/grant-type/mfa-recovery-code",
          "recovery_code": "123456",
        ]
      ),
      (
        .sms,
        [
          "grant_type": "http://auth0.com/oauth/grant-type/mfa-oob", "oob_code": "oob-s3cret",
          "binding_code": "123456",
        ]
      ),
      (
        .email,
        [
          "grant_type": "http://auth0.com/oauth/grant-type/mfa-oob", "oob_code": "oob-s3cret",
          "binding_code": "123456",
        ]
      ),
    ])
  func codeCompletesTheLogin(_ kind: SecondFactor.Kind, _ parameters: [String: String]) async throws
  {
    let pretend = try await PretendLogin()
    let factor = try await factor(pretend)
    #expect(factor.requirements?.challenge?.map(\.type) == ["otp"])
    let challenge = try await codeChallenge(kind, pretend, factor)
    await pretend.grant()
    let user = try await pretend.login.finish(challenge, code: "123456")
    #expect(
      await pretend.server.lastBody("/oauth/token")
        == parameters.merging(["client_id": PretendServer.clientID, "mfa_token": Self.mfaToken]) {
          $1
        })
    #expect(user.claims?.subject == "user-1" && user.storeError == nil)
    #expect(await pretend.login.sessions.state.session == user.session)
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
    let challenge = try await codeChallenge(.sms, pretend, try await factor(pretend))
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
    #expect(await pretend.login.sessions.state.session == nil)
    await pretend.grant()
    #expect(
      try await pretend.login.finish(challenge, code: "123456").claims?.subject == "user-1")
  }

  // MARK: Notifications

  @Test func approvalIsAwaitedAtTheServersPace() async throws {
    let waits = Shared<[Double]>([])
    let pretend = try await PretendLogin(waits: waits)
    let challenge = try #require(
      try await challenge(.push, pretend, try await factor(pretend)).approval)
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
    let challenge = try #require(
      try await challenge(.push, pretend, try await factor(pretend)).approval)
    try await pretend.server.respond(
      to: "/oauth/token", status: 400,
      ["error": code, "error_description": "MFA Authorization rejected."])
    let declined = await reasonOfFailure { try await pretend.login.finish(challenge) }
    guard case .denied(let why) = declined else {
      Issue.record("\(declined as Any)")
      return
    }
    #expect(why.code == .accessDenied)
  }

  @Test func waitForAnApprovalEnds() async throws {
    let waits = Shared<[Double]>([])
    let pretend = try await PretendLogin(waits: waits)
    let challenge = try #require(
      try await challenge(.push, pretend, try await factor(pretend)).approval)
    try await pretend.server.respond(
      to: "/oauth/token", status: 400, ["error": "authorization_pending"])
    await expectFailure("noSuchAttempt") { try await pretend.login.finish(challenge) }
    #expect(waits.withLock { $0.reduce(0, +) }.rounded() == 600)
  }

  // MARK: New authenticators

  @Test(arguments: [
    (
      SecondFactor.NewAuthenticator.authenticatorApp,
      #"{"authenticator_types":["otp"],"client_id":"client-1"}"#
    ),
    (
      .sms(phoneNumber: "+442071838750"),
      #"{"authenticator_types":["oob"],"client_id":"client-1","oob_channels":["sms"],"#
        + #""phone_number":"+442071838750"}"#
    ),
    (
      .voice(phoneNumber: "+442071838750"),
      #"{"authenticator_types":["oob"],"client_id":"client-1","oob_channels":["voice"],"#
        + #""phone_number":"+442071838750"}"#
    ),
    (
      .email("ada@example.com"),
      #"{"authenticator_types":["oob"],"client_id":"client-1","email":"ada@example.com","#
        + #""oob_channels":["email"]}"#
    ),
    (
      .push,
      #"{"authenticator_types":["oob"],"client_id":"client-1","oob_channels":["auth0"]}"#
    ),
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
    let members = try JSONSerialization.jsonObject(with: sent.body ?? Data())
    let sorted = try JSONSerialization.data(withJSONObject: members, options: [.sortedKeys])
    #expect(String(decoding: sorted, as: UTF8.self) == body)
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

  /// A login with a page requires the same of the tokens after the second step.
  @Test func optionsOfTheLoginApplyToTheSecondStep() async throws {
    for organization in ["org_2", "org_1"] {
      let pretend = try await PretendLogin()
      var options = try pretend.options()
      options.organization = "org_1"
      let attempt = try await pretend.login.begin(options)
      let nonce = PretendLogin.parameters(of: attempt.page)["nonce"]
      try await pretend.server.respond(to: "/oauth/token", status: 403, Self.required)
      let callback = try attempt.redirect()
      let first = await reasonOfFailure {
        try await pretend.login.finish(attempt, callback: callback)
      }
      let factor = try #require(first?.secondFactor)
      let challenge = try await codeChallenge(.authenticatorApp, pretend, factor)
      await pretend.grant(idToken: ["org_id": organization], nonce: { nonce })
      if organization == "org_1" {
        #expect(try await pretend.login.finish(challenge, code: "123456").warning == nil)
      } else {
        let refused = await reasonOfFailure {
          try await pretend.login.finish(challenge, code: "123456")
        }
        #expect(refused?.idTokenError == .wrongOrganization)
      }
    }
  }

  /// Auth0 may require a factor of a session, too.
  @Test func refreshThatNeedsASecondFactorContinuesWithTheSameUser() async throws {
    // The session has its user, also if the granted scopes lack `openid`.
    for (subject, scope) in [("user-2", "openid"), ("user-2", "profile"), ("user-1", "openid")] {
      let pretend = try await PretendLogin()
      await pretend.grant(["scope": scope])
      let earlier = try await pretend.login.logIn(exchanging: .idToken("subject-1")).session
      #expect(await pretend.login.requiredSecondFactor() == nil)
      try await pretend.server.respond(to: "/oauth/token", status: 403, Self.required)
      _ = try? await pretend.login.sessions.refreshedSession()
      let login = await pretend.login.sessions.currentLogin
      let factor = try #require(await pretend.login.requiredSecondFactor())
      let challenge = try await codeChallenge(.authenticatorApp, pretend, factor)
      await pretend.grant(
        ["access_token": "access-2", "refresh_token": "refresh-2", "scope": scope],
        idToken: ["sub": subject])
      if subject == "user-1" {
        let user = try await pretend.login.finish(challenge, code: "123456")
        #expect(user.session.accessToken == "access-2" && user.session.scopes == earlier.scopes)
        #expect(await pretend.login.requiredSecondFactor() == nil)
        // It is the same login: its streams continue, and Auth0 may revoke all its tokens together.
        #expect(await pretend.login.sessions.currentLogin == login)
        await pretend.login.sessions.settle()
        #expect(await pretend.server.count("/oauth/revoke") == 0)
      } else {
        let refused = await reasonOfFailure {
          try await pretend.login.finish(challenge, code: "123456")
        }
        #expect(refused?.idTokenError == .wrongSubject)
        #expect(await pretend.login.sessions.state.session == earlier)
      }
    }
  }

  @Test(arguments: [true, false])
  func secondStepReplacesNoLaterLogin(isLogin: Bool) async throws {
    let pretend = try await PretendLogin()
    await pretend.grant()
    _ = try await pretend.login.logIn(exchanging: .idToken("subject-1"))
    try await pretend.server.respond(to: "/oauth/token", status: 403, Self.required)
    _ = try? await pretend.login.sessions.refreshedSession()
    let factor = try #require(await pretend.login.requiredSecondFactor())
    let challenge = try await codeChallenge(.authenticatorApp, pretend, factor)
    var later: OpenIDSession?
    if isLogin {
      await pretend.grant(["refresh_token": "refresh-2"], idToken: ["sub": "user-2"])
      later = try await pretend.login.logIn(exchanging: .idToken("subject-2")).session
    } else {
      try await pretend.login.sessions.signOut()
    }
    await pretend.grant([
      "access_token": "access-3", "refresh_token": "refresh-3",
      "recovery_code": "recovery-s3cret",
    ])
    let error = await #expect(throws: WebLoginError.self) {
      try await pretend.login.finish(challenge, code: "123456")
    }
    guard case .noSuchAttempt = error?.reason else {
      Issue.record("\(error as Any)")
      return
    }
    #expect(error?.recoveryCode == "recovery-s3cret")
    #expect(await pretend.login.sessions.state.session == later)
    try await wait { await pretend.server.lastBody("/oauth/revoke")["token"] == "refresh-3" }
  }

  @Test func recoveryCodeIsKeptIfTheTokensAreRefused() async throws {
    let pretend = try await PretendLogin()
    let challenge = try await codeChallenge(.recoveryCode, pretend, try await factor(pretend))
    await pretend.grant(["recovery_code": "recovery-s3cret"], idToken: ["aud": "another"])
    let error = await #expect(throws: WebLoginError.self) {
      try await pretend.login.finish(challenge, code: "M67LWV6ZJGNDUGH43BADW46N")
    }
    #expect(error?.recoveryCode == "recovery-s3cret")
    #expect(!String(reflecting: error).contains("s3cret"))
  }

  @Test func clientSecretIsInEachRequest() async throws {
    let pretend = try await PretendLogin(secret: "known-to-all") { $0.secretPlacement = .body }
    let challenge = try await codeChallenge(.sms, pretend, try await factor(pretend))
    await pretend.grant()
    _ = try await pretend.login.finish(challenge, code: "123456")
    for path in ["/mfa/challenge", "/oauth/token"] {
      #expect(await pretend.server.lastBody(path)["client_secret"] == "known-to-all")
    }
  }

  // MARK: The end of a login

  /// Status 401, as in github.com/auth0/Auth0.swift (Auth0Tests/AuthenticationErrorSpec.swift).
  @Test func loginThatTookTooLongIsOver() async throws {
    let pretend = try await PretendLogin(waits: Shared([]))
    let factor = try await factor(pretend)
    let code = try await challenge(.sms, pretend, factor)
    let push = try await challenge(.push, pretend, factor)
    let authenticator = try await authenticator(.sms, pretend, factor)
    for path in ["/oauth/token", "/mfa/authenticators", "/mfa/challenge", "/mfa/associate"] {
      try await pretend.server.respond(
        to: path, status: 401,
        ["error": "expired_token", "error_description": "mfa_token is expired"])
    }
    let login = pretend.login
    let reasons = [
      await reasonOfFailure { try await login.authenticators(for: factor) },
      await reasonOfFailure { try await login.challenge(authenticator, for: factor) },
      await reasonOfFailure { try await login.add(.push, for: factor) },
      await reasonOfFailure { try await login.finish(try #require(code.code), code: "123456") },
      await reasonOfFailure { try await login.finish(try #require(push.approval)) },
    ]
    #expect(reasons.map { $0.map { "\($0)" } } == Array(repeating: "noSuchAttempt", count: 5))
  }

  @Test func tokenGoesToNoOtherServer() async throws {
    let pretend = try await PretendLogin()
    let factor = try await factor(pretend)
    let code = try await codeChallenge(.sms, pretend, factor)
    let push = try #require(try await challenge(.push, pretend, factor).approval)
    let authenticator = try await authenticator(.sms, pretend, factor)
    let other = try await PretendLogin.atAnotherServer()
    let login = other.login
    let reasons = [
      await reasonOfFailure { try await login.authenticators(for: factor) },
      await reasonOfFailure { try await login.challenge(authenticator, for: factor) },
      await reasonOfFailure { try await login.add(.push, for: factor) },
      await reasonOfFailure { try await login.finish(code, code: "123456") },
      await reasonOfFailure { try await login.finish(push) },
    ]
    #expect(reasons.map { $0.map { "\($0)" } } == Array(repeating: "noSuchAttempt", count: 5))
    #expect(await other.server.requests.isEmpty)
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
