// Compiles the code of AuthGenWebLogin, PreludeAuth and PreludeAuthSocial, and runs it where no user has to
// log in.

import AuthGenHorizon
import AuthGenOpenID
import AuthGenOry
import AuthGenPinning
import AuthGenRuntime
import AuthGenSessions
import AuthGenWebLogin
import Foundation
import OpenIDAPI
import PreludeAuth
import PreludeAuthSocial
import Testing

@Suite(.timeLimit(.minutes(5))) struct WebLoginSnippets {
  private let browser = HeadlessWebAuthenticationSession { _, _ in nil }
  private let store = InMemoryStore()

  private func logIn(_ configuration: ClientConfiguration) async throws {
    let redirectURI = try RedirectURI("com.example.shop:/callback")
    let login = OpenIDLogin(
      provider: try .auth0(domain: "example.eu.auth0.com"), clientID: "YOUR_CLIENT_ID",
      store: PlatformStore.make(service: "com.example.shop", account: "auth0"), browser: browser)
    let loggedIn = try await login.logIn(
      LoginOptions(
        redirectURI: try RedirectURI("com.example.shop:/callback"),
        scopes: ["openid", "profile", "email", "offline_access"],
        audience: "https://api.example.com"))
    print(loggedIn.claims?.name ?? "?")

    let api = GraphQLClient(configuration).authenticated(by: login.sessions)
    _ = api
    guard let key = login.key else { return }
    let orders = GraphQLClient(configuration, transport: DPoPTransport(key: key))
      .authenticated(by: login.sessions)
    _ = orders

    try? await login.logOutOfBrowser(returnTo: redirectURI)
    await login.logOut()
  }

  private struct Roles: Decodable {}

  /// An app on a TV or a command line.
  private func logInOnAnotherDevice(_ login: OpenIDLogin) async throws {
    let code = try await login.requestDeviceCode(scopes: ["openid", "offline_access"])
    print("Open \(code.page), and enter \(code.userCode).")
    let user = try await login.finish(code)
    _ = user
  }

  /// An app with a login at Auth0 in several steps.
  private struct Steps {
    let login: OpenIDLogin

    func ask() async -> String { "123456" }
    func askAgain() {}
    func show(_ user: OpenIDLogin.LoggedIn) {}
    func show(_ text: String) {}
    func showOnce(_ barcode: Secret?, _ recoveryCodes: [Secret]) {}
    func choose(
      _ authenticators: [SecondFactor.Authenticator]
    ) async -> SecondFactor.Authenticator? {
      authenticators.first
    }

    func logIn() async throws {
      let sent = try await login.sendCode(to: .email("ada@example.com"))
      do throws(WebLoginError) {
        show(try await login.finish(sent, code: Secret(await ask())))
      } catch {
        switch error.reason {
        case .secondFactor(let factor): show(try await prove(factor))
        case .wrongCode: askAgain()
        default: show(error.localizedDescription)
        }
      }
    }

    func prove(_ factor: SecondFactor) async throws -> OpenIDLogin.LoggedIn {
      let authenticators = try await login.authenticators(for: factor)
      if let chosen = await choose(authenticators) {
        return try await finish(login.challenge(chosen, for: factor))
      }
      let added = try await login.add(.authenticatorApp, for: factor)
      showOnce(added.barcode, added.recoveryCodes)
      return try await finish(added.challenge)
    }

    func finish(_ challenge: SecondFactor.Challenge) async throws -> OpenIDLogin.LoggedIn {
      switch challenge {
      case .code(let challenge): try await login.finish(challenge, code: Secret(await ask()))
      case .approval(let challenge): try await login.finish(challenge)
      }
    }
  }

  private func readClaims(_ login: OpenIDLogin) async throws {
    let user = try await login.userInfo()
    let city = user.all["address", "locality"]?.string
    let roles = user.all.decoded(as: Roles.self)
    _ = (city, roles)
  }

  private func discover() async throws {
    let provider = try await OpenIDProvider.discover(
      issuer: "https://login.microsoftonline.com/organizations/v2.0", acceptsUnlistedClients: true,
      tenants: .only(["72f988bf-86f1-41af-91ab-2d7cd011db47"]))
    _ = provider
  }

  /// An app that opens the page itself.
  private func logIn(
    to provider: OpenIDProvider, _ configuration: ClientConfiguration, _ redirectURI: RedirectURI,
    _ link: URL, _ open: (URL) -> Void
  ) async throws {
    let login = OpenIDLogin(
      provider: provider, clientID: "YOUR_CLIENT_ID", store: store, browser: browser)
    let attempt = try await login.begin(LoginOptions(redirectURI: redirectURI))
    open(attempt.page)
    // Where the app is opened by a link, also after a restart:
    try await login.resume(with: link)

    let billing = GraphQLClient(configuration)
      .authenticated(by: login.tokens(audience: "https://billing.example.com", scopes: ["read"]))
    _ = billing
  }

  /// What SwiftUI has for links, on all platforms.
  private struct ContentView {
    @discardableResult
    func onOpenURL(perform action: @escaping (URL) -> Void) -> Self { self }
    @discardableResult
    func task(_ action: @escaping @Sendable () async -> Void) -> Self { self }
  }

  /// An app with several logins.
  private func continueLogins(
    openID: OpenIDLogin, shop: SocialLogin, prelude: PreludeAuthClient
  ) {
    @Sendable func show(_ result: FinalizeOAuthLoginResult) async {}
    @Sendable func show(_ error: any Error) async {}
    @Sendable func showPage(of link: URL) async {}

    let links = LoginLinks()
      .adding(openID)
      .adding(shop)
      .adding(prelude) { result in await show(result) }

    ContentView()
      .onOpenURL { link in
        Task {
          do {
            if try await !links.open(link) { await showPage(of: link) }
          } catch {
            await show(error)
          }
        }
      }
      .task {
        await shop.resume()
        if let result = await prelude.resume() { await show(result) }
      }
  }

  @Test func pinsAreValid() throws {
    let endpoint = try #require(URL(string: "https://api.example.com/graphql"))
    let configuration = ClientConfiguration(endpoint: endpoint)
    let pins = try PublicKeyPins([
      PinnedHost(
        "api.example.com", keys: ["sha256/7HIpactkIAq2Y49orFOOQKurWxmmSFZhBCoQYcRhJ3Y="],
        backupKeys: ["sha256/YLh1dUR9y6Kja30RrAn7JKnbQG/uEtLMkBgFF2Fuihg="])
    ])
    let client = GraphQLClient(configuration, transport: URLSessionTransport(trustPolicy: pins))
    _ = client
  }

  @Test func cancelledAuth0LoginThrows() async throws {
    let endpoint = try #require(URL(string: "https://api.example"))
    let error = await #expect(throws: WebLoginError.self) {
      try await logIn(ClientConfiguration(endpoint: endpoint))
    }
    guard case .cancelled = error?.reason else {
      Issue.record("\(error as Any)")
      return
    }
  }

  @Test func loginUsesItsTransportAndItsClock() async throws {
    let provider = try OpenIDProvider.auth0(domain: "example.eu.auth0.com")
    let time = Date(timeIntervalSince1970: 1_800_000_000)
    let transport = InMemoryTransport { _ in
      let tokens = #"{"access_token": "s3cret", "token_type": "Bearer", "expires_in": 60}"#
      return HTTPResponse(
        status: 200, headers: ["Content-Type": "application/json"], body: Data(tokens.utf8))
    }
    let browser = HeadlessWebAuthenticationSession { page, redirectURI in
      let state = URLComponents(url: page, resolvingAgainstBaseURL: false)?.queryItems?
        .first { $0.name == "state" }?.value
      return URL(string: "\(redirectURI)?code=code-1&state=\(state ?? "")")
    }
    let login = OpenIDLogin(
      provider: provider, clientID: "YOUR_CLIENT_ID", store: InMemoryStore(), browser: browser,
      environment: LoginEnvironment(transport: transport, now: { time }))
    let loggedIn = try await login.logIn(
      LoginOptions(redirectURI: try RedirectURI("com.example.shop:/callback"), scopes: ["read"]))
    #expect(loggedIn.session.expiresAt == time.addingTimeInterval(60))
  }

  private func logIn(at project: URL, _ redirectURI: RedirectURI) async throws -> OrySession {
    func choose(_ providers: [OryProvider]) async throws -> OryProvider {
      try #require(providers.first)
    }

    let login = OryLogin(
      configuration: ClientConfiguration(endpoint: project), store: store, browser: browser)
    let form = try await login.form(for: .login, redirectURI: redirectURI)
    let provider = try await choose(form.providers)
    let session = try await login.submit(form, with: provider.id)
    return session
  }

  @Test func oryRejectsPlainHTTP() async throws {
    let project = try #require(URL(string: "http://project.example"))
    let redirectURI = try RedirectURI("https://shop.example/callback")
    await #expect(throws: OryLoginError.self) { try await logIn(at: project, redirectURI) }
  }

  private func logIn(_ redirectURI: URL) async throws {
    func show(_ userID: String) {}
    func ask(forCodeSentTo email: String, _ challenge: OAuthEmailChallenge) {}

    let client = try PreludeAuthClient(endpoint: .custom("https://APP.session.prelude.dev"))
    let result = try await client.loginWithOAuth(
      OAuthLoginOptions(provider: .google, redirectURI: redirectURI))
    switch result {
    case .loggedIn(let user): show(user.profile.userID)
    case .otpRequired(let challenge, let email): ask(forCodeSentTo: email, challenge)
    }

    if case .otpRequired(let challenge, let email)? = await client.resume() {
      ask(forCodeSentTo: email, challenge)
    }
  }

  private func logInAlone(
    _ present: (URL) async throws -> String
  ) async throws -> FinalizeOAuthLoginResult {
    let client = try PreludeAuthClient(endpoint: .custom("https://APP.session.prelude.dev"))
    let context = try await client.initiateOAuthLogin(
      InitiateOAuthLoginOptions(provider: .google, redirectURI: "myapp://oauth-callback"))
    let challengeToken = try await present(context.authorizationURL)
    let result = try await client.finalizeOAuthLogin(context, challengeToken: challengeToken)
    return result
  }

  #if !canImport(CryptoKit)
    /// On systems without key storage, an app must provide its own.
    @Test func preludeRejectsALoginWithoutAKey() async throws {
      let error = await #expect(throws: PreludeAuthError.self) {
        try await logInAlone { _ in "" }
      }
      guard case .missingKey = error else {
        Issue.record("\(error as Any)")
        return
      }
    }
  #endif

  @Test func preludeRejectsAWebRedirectURI() async throws {
    let redirectURI = try #require(URL(string: "https://shop.example/callback"))
    let error = await #expect(throws: PreludeAuthError.self) {
      try await logIn(redirectURI)
    }
    guard case .invalidConfiguration = error else {
      Issue.record("\(error as Any)")
      return
    }
  }
}
