// Fuzzes whole logins: the servers' responses in each of their steps.

import AuthGenHorizon
import AuthGenOpenID
import AuthGenOry
import AuthGenRuntime
import AuthGenSessions
import AuthGenWebLogin
import Foundation
import HorizonAPI
import OpenIDAPI
import PreludeAuth

extension Target {
  // MARK: Horizon

  /// The answers of a person to a form, as JSON, and up to three responses.
  static func logInWithHorizon(_ input: [UInt8]) {
    let parts = parts(input, 4)
    let input = (try? JSONDecoder().decode([String: String].self, from: Data(parts[0]))) ?? [:]
    let providers = Array(
      #"{"data":{"socialLoginProviders":[{"code":"google","name":"Google","__typename":"P"}]}}"#
        .utf8)
    let client = client("https://horizon.example", ScriptedResponses([providers] + parts[1...]))
    complete {
      let sessions = SessionManager<CustomerSession>(store: InMemoryStore())
      let login = SocialLogin(
        client: client, sessions: sessions,
        validation: FormValidation { CalendarDate(year: 2026, month: 11, day: 24) })
      await attempt { try await login.signIn(with: .google(accessToken: Secret("s3cret"))) }
      for _ in 0..<4 { await step(login, input) }
      switch await login.state {
      case .exchanging: require(false, "a call has no response")
      case .signedIn(let signedIn):
        require(await sessions.state.session == signedIn.session, "a session is not stored")
      case .failed(let failure): requireRedacted(failure.reason)
      default: break
      }
      await CustomerAccount(client: client, sessions: sessions).logOut()
      require(await sessions.state.session == nil, "a session is left")
    }
  }

  /// What a person does in a state.
  private static func step(_ login: SocialLogin, _ input: [String: String]) async {
    switch await login.state {
    case .missingInformation(let information):
      var answers = information.answers
      for (name, answer) in input {
        answers[name] = answer
        answers[confirmationOf: name] = answer
      }
      let visible = information.form.visibleFields(for: answers).map(\.name)
      for problem in FormValidation().problems(in: answers, to: information.form) {
        require(visible.contains(problem.fieldName), "a hidden field has a problem")
      }
      await attempt { try await login.submit(answers) }
    case .linkPending(let link) where link.canRequestEmail && link.emailsSent == 0:
      await attempt { try await login.requestVerificationEmail() }
    case .linkPending(let link) where link.canLogIn:
      await attempt { try await login.logIn(username: "ada", password: Secret("s3cret")) }
    case .linkPending:
      await attempt { try await login.redeem(verificationToken: Secret("s3cret")) }
    case .confirmingAccount: await attempt { try await login.confirmAccount() }
    case .failed(let failure):
      await attempt {
        if failure.canRetry { try await login.retry() } else { try await login.goBack() }
      }
    case .choosingProvider, .exchanging, .signedIn: break
    }
  }

  // MARK: OpenID Connect

  /// A provider's metadata, its keys, the response with the tokens, and the header and the claims of its ID
  /// token, which takes the place of `ID_TOKEN`.
  static func logInWithOpenID(_ input: [UInt8]) {
    let parts = parts(input, 5)
    let idToken = Secret("\(encoded(parts[3])).\(encoded(parts[4])).\(encoded(parts[0]))")
    let tokens = String(decoding: parts[2], as: UTF8.self)
      .replacingOccurrences(of: "ID_TOKEN", with: idToken.reveal())
    complete {
      guard let provider = await provider(parts[0]) else { return }
      await checkIDToken(idToken, keys: parts[1], claims: Data(parts[4]))
      await logIn(to: provider, scopes: ["openid"], keys: parts[1], tokens)
      await logIn(to: provider, scopes: ["email"], keys: parts[1], tokens)
    }
  }

  private static let issuer = "https://login.example"

  private static func provider(_ metadata: [UInt8]) async -> OpenIDProvider? {
    if let found = await attempt({
      try await OpenIDProvider.discover(issuer: issuer, transport: ScriptedResponses([metadata]))
    }) {
      for endpoint in [found.authorizationEndpoint, found.tokenEndpoint, found.keySetEndpoint] {
        require(
          endpoint.absoluteString.lowercased().hasPrefix("https://")
            || ["127.0.0.1", "::1", "localhost"].contains(endpoint.host()),
          "an endpoint is \(endpoint)")
      }
      return found
    }
    let endpoint = url("https://login.example/oauth")
    return try? OpenIDProvider(
      issuer: issuer, authorizationEndpoint: endpoint, tokenEndpoint: endpoint,
      keySetEndpoint: endpoint)
  }

  private static func logIn(
    to provider: OpenIDProvider, scopes: [String], keys: [UInt8], _ tokens: String
  ) async {
    let responses = [Array(tokens.utf8), keys, Array(tokens.utf8), keys]
    let login = OpenIDLogin(
      provider: provider, clientID: "client-1", redirectURI: try RedirectURI("shop:/callback"),
      store: InMemoryStore(),
      browser: HeadlessWebAuthenticationSession { _, _ in nil },
      environment: .fixed(ScriptedResponses(responses)))
    let loggedIn = await attempt {
      let attempt = try await login.begin(LoginOptions(scopes: scopes))
      return try await login.finish(
        attempt,
        callback: url("shop:/callback").adding([
          (name: "state", value: FixedRandomSource.secret), (name: "code", value: "s3cret"),
          (name: "iss", value: issuer),
        ]) ?? attempt.page)
    }
    guard let loggedIn else { return }
    require(loggedIn.claims == nil, "a token without a valid signature is accepted")
    await attempt { try await login.sessions.refreshedSession() }
    await attempt { try await login.userInfo() }
    _ = await login.logoutPage()
    await login.logOut()
    require(await login.sessions.state.session == nil, "a session is left")
  }

  /// A token without a valid signature is refused. If its signature were valid, it would be accepted only
  /// with the right claims.
  private static func checkIDToken(_ token: Secret, keys: [UInt8], claims: Data) async {
    let keySet = OpenIDClient(client("https://login.example", ScriptedResponses([keys])))
    let validator = IDTokenValidator(
      issuer: issuer, clientID: "client-1",
      keys: SigningKeys { () async throws(RequestError) in
        try await keySet.jsonWebKeySet().jsonWebKeySet.keys
      }, now: { now })
    var expectation = IDTokenValidator.Expectation(nonce: Secret("nonce-1"))
    expectation.maximumAge = .seconds(300)
    expectation.organization = "org_1"
    let accepted = await attempt { try await validator.claims(of: token, expectation) }
    require(accepted == nil, "a token without a valid signature is accepted")
    guard let parsed = JSONWebToken(token),
      let read = await attempt({ try validator.claims(ofVerified: parsed, expectation) })
    else { return }
    requireRedacted(read)
    let all = try? JSONSerialization.jsonObject(with: claims) as? [String: Any]
    require(
      all?["iss"] as? String == issuer && all?["nonce"] as? String == "nonce-1"
        && all?["org_id"] as? String == "org_1"
        && (all?["aud"] as? String == "client-1"
          || (all?["aud"] as? [String])?.contains("client-1") == true),
      "wrong claims are accepted")
    let times = ["iat", "exp", "auth_time"].map { all?[$0] as? Double ?? .nan }
    let seconds = now.timeIntervalSince1970
    require(
      times[0] <= seconds + 60 && times[1] >= seconds - 60 && times[2] >= seconds - 360,
      "wrong times are accepted")
  }

  // MARK: Ory

  /// A letter for the kind of flow; the responses with the flow, to its submission, to the exchange, and with
  /// the session.
  static func logInWithOry(_ input: [UInt8]) {
    guard let letter = input.first else { return }
    let kind: OryFlowKind = letter == UInt8(ascii: "r") ? .registration : .login
    let responses = parts(Array(input.dropFirst()), 4)
    complete {
      await logIn(kind, ScriptedResponses(responses)) { login, form in
        let attempt = try await login.begin(form, with: form.providers.first?.id ?? "google")
        requireRedacted(attempt)
        return try await login.finish(
          attempt,
          callback: url("shop:/callback").adding([
            (name: "state", value: FixedRandomSource.secret), (name: "code", value: "s3cret"),
          ]) ?? attempt.page)
      }
      await logIn(kind, ScriptedResponses([responses[0], responses[2], responses[3]])) {
        login, form in
        try await login.submit(form, with: "google", idToken: Secret("s3cret"))
      }
      await logIn(kind, ScriptedResponses(responses)) { login, form in
        let traits = form.traits(["traits.email": .string("s3cret")])
        let sent =
          switch kind {
          case .login: try await login.sendCode(form, to: "s3cret")
          case .registration: try await login.sendCode(form, traits: traits)
          }
        requireRedacted(sent)
        return try await login.submit(sent, code: Secret("s3cret"))
      }
    }
  }

  private static func logIn(
    _ kind: OryFlowKind, _ responses: ScriptedResponses,
    _ submit: (OryLogin, OryForm) async throws -> OrySession
  ) async {
    let login = OryLogin(
      configuration: ClientConfiguration(endpoint: url("https://ory.example"), retry: .never),
      store: InMemoryStore(), browser: HeadlessWebAuthenticationSession { _, _ in nil },
      environment: .fixed(responses))
    let session = await attempt {
      let form = try await login.form(for: kind, redirectURI: RedirectURI("shop:/callback"))
      requireRedacted(form)
      return try await submit(login, form)
    }
    guard let session else { return }
    requireRedacted(session)
    await attempt { try await login.whoAmI() }
    await login.logOut()
    require(await login.sessions.state.session == nil, "a session is left")
  }

  // MARK: Prelude

  /// The claims of the challenge token and of the access token, which takes the place of `TOKEN`; the
  /// responses to the start, and to up to three later calls.
  static func logInWithPrelude(_ input: [UInt8]) {
    let parts = parts(input, 5)
    let token = "eyJhbGciOiJub25lIn0.\(encoded(parts[0])).s3cret"
    let responses = parts[1...].map { part in
      Array(
        String(decoding: part, as: UTF8.self).replacingOccurrences(of: "TOKEN", with: token).utf8)
    }
    complete {
      let client = try? PreludeAuthClient(
        endpoint: .custom("https://prelude.example"), key: FixedKey(),
        browser: HeadlessWebAuthenticationSession { _, _ in nil }, store: InMemoryStore(),
        pendingStore: InMemoryStore(), deviceStore: InMemoryStore(),
        environment: .fixed(ScriptedResponses(responses)))
      guard let client else { return }
      await attempt {
        let login = try await client.initiateOAuthLogin(
          .init(provider: .google, redirectURI: "shop:/callback"))
        requireRedacted(login)
        let callback = url("shop:/callback").adding([(name: "challenge_token", value: token)])
        let result = try await client.finalizeOAuthLogin(
          login, callback: callback ?? login.authorizationURL)
        guard case .otpRequired(let challenge, _) = result else { return }
        _ = try await client.checkOAuthEmailOTP("123456", resuming: challenge)
      }
      await attempt { try await client.sessions.refreshedSession() }
      await client.logOut()
      require(await client.sessions.state.session == nil, "a session is left")
    }
  }
}
