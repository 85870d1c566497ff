// Compiles the code of the logins' pages, and runs it where no user has to log in.

import AuthGenHorizon
import AuthGenHorizonScalars
import AuthGenHorizonUI
import AuthGenOpenID
import AuthGenOry
import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import AuthGenTesting
import AuthGenWebLogin
import Foundation
import HorizonAPI
import OpenIDAPI
import PreludeAuth
import PreludeAuthSocial
import Testing

@Suite struct OpenIDSnippets {
  private let browser = HeadlessWebAuthenticationSession.closed

  private func logIn(_ configuration: ClientConfiguration) async throws {
    let redirectURI = try RedirectURI.app
    let login = OpenIDLogin(
      provider: try .auth0(domain: "example.eu.auth0.com"), clientID: "YOUR_CLIENT_ID",
      redirectURI: try RedirectURI("com.example.shop:/callback"),
      store: PlatformStore.make(service: "com.example.shop", account: "auth0"), browser: browser)
    let loggedIn = try await login.logIn(
      LoginOptions(
        scopes: ["openid", "profile", "email", "offline_access"],
        audience: "https://api.example.com"))
    print(loggedIn.claims?.name ?? "?")

    let api = GraphQLClient(configuration).authenticated(by: login.sessions)
    guard let key = login.key else { return }
    let orders = GraphQLClient(configuration, transport: DPoPTransport(key: key))
      .authenticated(by: login.sessions)
    _ = (api, orders)

    try? await login.logOutOfBrowser(returnTo: redirectURI)
    await login.logOut()
  }

  /// Compiled only: an app opens pages itself, or runs on a TV or a command line.
  private func logIn(
    _ login: OpenIDLogin, _ configuration: ClientConfiguration, _ link: URL, _ open: (URL) -> Void
  ) async throws {
    let attempt = try await login.begin()
    open(attempt.page)
    // Where the app is opened by a link, also after a restart:
    try await login.resume(with: link)

    let billing = GraphQLClient(configuration)
      .authenticated(by: login.tokens(audience: "https://billing.example.com", scopes: ["read"]))

    let code = try await login.requestDeviceCode(scopes: ["openid", "offline_access"])
    print("Open \(code.page), and enter \(code.userCode).")
    let user = try await login.finish(code)
    _ = (billing, user)
  }

  private struct Roles: Decodable {}

  /// Compiled only.
  private func readClaims(_ login: OpenIDLogin) async throws {
    let user = try await login.userInfo()
    let city = user.all["address", "locality"]?.string
    let roles = user.all.decoded(as: Roles.self)

    let provider = try await OpenIDProvider.discover(
      issuer: "https://login.microsoftonline.com/organizations/v2.0", acceptsUnlistedClients: true,
      tenants: .only(["72f988bf-86f1-41af-91ab-2d7cd011db47"]))
    _ = (city, roles, provider)
  }

  /// Compiled only.
  private func registerPasskey(_ login: OpenIDLogin) async throws -> PasskeyRegistration {
    let user = PasskeyUser(email: "ada@example.com", name: "Ada Lovelace")
    let challenge = try await login.passkeyChallenge(registering: user)
    let request = try PasskeyRegistration(options: challenge.options)
    return request
  }

  @Test func cancelledAuth0LoginThrows() async throws {
    let error = await #expect(throws: WebLoginError.self) { try await logIn(.shop) }
    #expect("\(try #require(error).reason)" == "cancelled")
  }

  @Test func loginUsesItsTransportAndItsClock() async throws {
    let provider = try OpenIDProvider.auth0(domain: "example.eu.auth0.com")
    let redirectURI = try RedirectURI.app
    let time = Date(timeIntervalSince1970: 1_800_000_000)
    let transport = InMemoryTransport.json { _ in
      #"{"access_token": "s3cret", "token_type": "Bearer", "expires_in": 60}"#
    }
    let browser = HeadlessWebAuthenticationSession { page, redirectURI in
      let state = URLComponents(url: page, resolvingAgainstBaseURL: false)?.queryItems?
        .first { $0.name == "state" }?.value
      return URL(string: "\(redirectURI)?code=code-1&state=\(state ?? "")")
    }
    let login = OpenIDLogin(
      provider: provider, clientID: "YOUR_CLIENT_ID", redirectURI: redirectURI,
      store: InMemoryStore(), browser: browser,
      environment: LoginEnvironment(transport: transport, now: { time }))
    let loggedIn = try await login.logIn(LoginOptions(scopes: ["read"]))
    #expect(loggedIn.session.expiresAt == time.addingTimeInterval(60))
  }
}

/// Compiled only: a login at Auth0 in several steps.
private struct Auth0Steps {
  let login: OpenIDLogin
  let ask: () async -> String
  let askAgain: () -> Void
  let showOnce: (_ barcode: Secret?, _ recoveryCodes: [Secret]) -> Void
  let choose: ([SecondFactor.Authenticator]) async -> SecondFactor.Authenticator?

  func show(_ value: some Sendable) {}

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

/// Compiled only: an app with several logins.
private struct SeveralLogins {
  /// What SwiftUI has for links, on all platforms.
  private struct ContentView {
    @discardableResult
    func onOpenURL(perform action: @escaping (URL) -> Void) -> Self { self }
    @discardableResult
    func task(_ action: @escaping @Sendable () async -> Void) -> Self { self }
  }

  func show(_ value: some Sendable) async {}
  func showPage(of link: URL) async {}

  func continueLogins(openID: OpenIDLogin, shop: SocialLogin, prelude: PreludeAuthClient) {
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
}

@Suite struct HorizonSnippets {
  private let shown = Shared<[String]>([])
  private let form = LoginForm(
    identifier: "F", title: "Complete Your Profile", type: .accountCreation,
    fields: [
      .init(
        name: "email", label: "Email Address", required: true, type: .email, confirmable: false,
        disabled: false, validators: [], renderConditions: [])
    ])

  private func show(_ messages: String?...) { shown.withLock { $0 += messages.compactMap(\.self) } }
  private func show(_ messages: [String]) { shown.withLock { $0 += messages } }
  private func show(_ form: LoginForm, _ answers: FormAnswers) { show(form.title) }
  private func show(
    _ title: String, _ problem: String?, _ messages: [String], _ progress: String?
  ) { show([title, problem, progress].compactMap(\.self) + messages) }
  private func showButtons(for providers: [SocialLoginState.LoginProvider]) { show("buttons") }
  private func showProgress() { show("progress") }
  private func offerEmail(to address: String?) { show("email") }
  private func ask(about customer: CustomerSession.Customer?) { show("account") }
  private func welcome(_ customer: SocialLoginState.SignedIn) { show("welcome") }
  private func explain(_ resolution: SocialLoginFailure.Resolution) { show("\(resolution)") }

  @Test func socialLoginRuns() async throws {
    let transport = MockTransport { Issue.record($0) }
    transport.respond(
      to: GetSocialProvidersQuery.self,
      with: try .data(
        .init(socialLoginProviders: [
          .init(code: "google", name: "Google", colour: "#4285F4", iconUrl: "/google.svg")
        ])))
    transport.respond(
      to: ExchangeSocialTokenMutation.self,
      with: try .data(
        .sample { data in
          data.appSocialLogin?.authenticationResponse.error = .invalidData
          data.appSocialLogin?.form = form
        }))
    transport.respond(
      to: SubmitMissingInformationMutation.self,
      with: try .data(.sample { $0.socialLogin?.authenticationResponse.error = nil }))
    transport.respond(to: SocialLinksQuery.self, with: try .data(.sample()))
    transport.respond(to: LogoutMutation.self, with: try .data(.sample()))
    let client = GraphQLClient(transport)
    let store = InMemoryStore()
    let tokenOfGooglesSDK = "ya29.a0AfH6SMBx"

    let sessions = SessionManager<CustomerSession>(store: store)
    let login = SocialLogin(client: client, sessions: sessions)
    let state = try await login.signIn(with: .google(accessToken: Secret(tokenOfGooglesSDK)))

    switch state {
    case .choosingProvider(let providers): showButtons(for: providers ?? [])
    case .exchanging: showProgress()
    case .missingInformation(let information): show(information.form, information.answers)
    case .linkPending(let link): offerEmail(to: link.identity.email)
    case .confirmingAccount(let confirmation): ask(about: confirmation.customer)
    case .signedIn(let customer): welcome(customer)
    case .failed(let failure): explain(failure.resolution)
    }
    #expect(shown.current == ["Complete Your Profile"])

    guard case .missingInformation(let information) = state else { return }
    var answers = information.answers
    answers["email"] = "john@example.com"
    let next = try await login.submit(answers)
    guard case .signedIn(let customer) = next else {
      Issue.record("\(next)")
      return
    }
    #expect(customer.isNewCustomer)

    let account = CustomerAccount(client: client, sessions: sessions)
    for link in try await account.socialLinks() {
      print(link.socialLoginProvider?.name ?? "?", link.username ?? "?")
    }
    await account.logOut()
    #expect(store.read() == nil && transport.unusedResponses.isEmpty)
  }

  /// Compiled only: the links of the site's emails open the app.
  private func app(
    _ client: GraphQLClient, _ sessions: SessionManager<CustomerSession>
  ) throws -> SocialLogin {
    let shop = SocialLogin(
      client: client, sessions: sessions,
      verificationLink: VerificationLink(
        try RedirectURI("https://shop.example/approve"), tokenParameter: "token"))
    return shop
  }

  @Test func screenShowsAState() {
    let state = SocialLoginState.missingInformation(.init(form: form, socialLoginToken: "r3try"))

    let screen = SocialLoginScreen(state)
    show(screen.title, screen.problem, screen.messages, screen.progress)
    switch screen.content {
    case .providers(let buttons): show(buttons.map(\.title))
    case .form(let form): show(form.fields.map(\.title))
    case .passwordLogin(let login): show([login.usernameField.title, login.passwordField.title])
    case .none: break
    }
    show(screen.steps.map(\.title))

    #expect(
      shown.current == [
        "Complete Your Profile", "Email Address (required)", "Choose another way to sign in",
      ])
  }

  @Test func stylesAreComputed() {
    let button = ProviderButton(
      .init(code: "google", name: "Google", colour: "#4285F4", iconUrl: ""))
    let style = button.style(on: Colour(red: 255, green: 255, blue: 255))
    #expect(style.text == Colour(red: 0, green: 0, blue: 0))
    #expect(style.border == nil)
  }

  private func logIn(_ shop: ShopClient<GraphQLClient>) async {
    do {
      _ = try await shop.getSocialProviders()
    } catch {
      show(error.localizedDescription, error.recoverySuggestion ?? "")
    }
  }

  private func logIn(_ login: OpenIDLogin, _ options: LoginOptions) async {
    do {
      _ = try await login.logIn(options)
    } catch {
      switch error.reason {
      case .cancelled: break
      default: show(error.localizedDescription, error.recoverySuggestion ?? "")
      }
    }
  }

  @Test func userReadsASentenceAndASuggestionButNothingAfterACancelledLogin() async throws {
    let login = OpenIDLogin(
      provider: try .auth0(domain: "example.eu.auth0.com"), clientID: "YOUR_CLIENT_ID",
      redirectURI: try .app, store: InMemoryStore(), browser: .closed)
    await logIn(login, LoginOptions())
    #expect(shown.current.isEmpty)
    await logIn(ShopClient(GraphQLClient(.offline)))
    #expect(
      shown.current == [
        "The server cannot be reached.", "Check the internet connection, and try again.",
      ])
  }
}

@Suite struct OrySnippets {
  private let store = InMemoryStore()
  private let browser = HeadlessWebAuthenticationSession.closed
  private let address = "ada@example.com"

  private func choose(_ providers: [OryProvider]) async throws -> OryProvider {
    try #require(providers.first)
  }
  private func answers(_ form: OryForm) async -> JSON.Object { [:] }
  private func code(_ form: OrySecondFactorForm? = nil) async -> Secret { "123456" }

  private func logIn(at project: URL, _ redirectURI: RedirectURI) async throws -> OrySession {
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

  /// Compiled only.
  private func logIn(by login: OryLogin) async throws -> OrySession {
    let form = try await login.form(for: .login, redirectURI: nil)
    let sent = try await login.sendCode(form, to: address)
    let session = try await login.submit(sent, code: await code())
    return session
  }

  /// Compiled only.
  private func register(with login: OryLogin) async throws {
    var form = try await login.form(for: .registration, redirectURI: nil)
    while true {
      do {
        let traits = form.traits(await answers(form))
        let sent = try await login.sendCode(form, traits: traits)
        try await login.submit(sent, code: await code())
        return
      } catch {
        // The same fields, with the server's messages.
        guard case .incomplete(let next) = error.reason else { throw error }
        form = next
      }
    }
  }

  /// Compiled only.
  private func requireSecondFactor(of login: OryLogin) async throws {
    do {
      _ = try await login.whoAmI()
    } catch {
      guard case .secondFactorRequired = error.reason else { throw error }
      let form = try await login.secondFactorForm()
      let session = try await login.submit(form, totpCode: await code(form))
      _ = session.assuranceLevel  // .aal2
    }
  }
}

@Suite struct PreludeSnippets {
  private func show(_ userID: String) {}
  private func ask(forCodeSentTo email: String, _ challenge: OAuthEmailChallenge) {}

  private func logIn(_ redirectURI: URL) async throws {
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

  private func logIn(
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
      let error = await #expect(throws: PreludeAuthError.self) { try await logIn { _ in "" } }
      guard case .missingKey? = error else { throw try #require(error) }
    }
  #endif

  @Test func preludeRejectsAWebRedirectURI() async throws {
    let redirectURI = try #require(URL(string: "https://shop.example/callback"))
    let error = await #expect(throws: PreludeAuthError.self) { try await logIn(redirectURI) }
    guard case .invalidConfiguration? = error else { throw try #require(error) }
  }
}

#if canImport(SwiftUI) && !os(tvOS) && !os(watchOS)
  import AuthenticationServices
  import SwiftUI

  /// Compiled only.
  @available(macOS 13.3, iOS 16.4, *)
  @MainActor
  private struct PasskeySnippets {
    let authorizationController: AuthorizationController
    let show: (OpenIDLogin.LoggedIn) -> Void
    let send: (Secret) async throws -> Void

    func logIn(with login: OpenIDLogin) async throws {
      let challenge = try await login.passkeyChallenge()
      let request = try PasskeySignIn(options: challenge.options)
      let result = try await authorizationController.performRequest(request.systemRequest)
      guard case .passkeyAssertion(let assertion) = result else { return }
      show(try await login.finish(challenge, passkey: try PasskeyAnswer(assertion)))
    }

    func logIn(with options: JSON) async throws {
      let request = try PasskeySignIn(options: options)
      let result = try await authorizationController.performRequest(request.systemRequest)
      guard case .passkeyAssertion(let assertion) = result else { return }
      let answer = try PasskeyAnswer(assertion)
      try await send(answer.json)
    }

    func logIn(with login: OryLogin, _ form: OryForm) async throws {
      guard let options = form.passkeyOptions else { return }
      let request = try PasskeySignIn(options: options)
      let result = try await authorizationController.performRequest(request.systemRequest)
      guard case .passkeyAssertion(let assertion) = result else { return }
      try await login.submit(form, passkey: try PasskeyAnswer(assertion))
    }

    func register(with login: OryLogin, _ address: String) async throws {
      let form = try await login.form(for: .registration, redirectURI: nil)
      let traits = form.traits(["traits.email": .string(address)])
      let next = form.hasSecondStep ? try await login.secondStep(of: form, traits: traits) : form
      guard let options = next.passkeyOptions else { return }
      let request = try PasskeyRegistration(options: options, userName: address)
      let result = try await authorizationController.performRequest(request.systemRequest)
      guard case .passkeyRegistration(let registration) = result else { return }
      try await login.submit(next, passkey: try PasskeyAnswer(registration), traits: traits)
    }
  }
#endif
