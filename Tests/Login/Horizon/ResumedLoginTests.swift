// Tests social logins that the system has ended at a form or a pending link.

import AuthGenHorizon
import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import AuthGenTesting
import AuthGenWebLogin
import Foundation
import HorizonAPI
import Testing

@Suite(.timeLimit(.minutes(5))) struct ResumedLoginTests {
  private let store = InMemoryStore()
  private let time = Shared(Date(timeIntervalSince1970: 1_800_000_000))
  private let calls = Shared<[String]>([])
  /// Acts before the response to a provider's token.
  private let meanwhile = Shared<(@Sendable () async -> Void)?>(nil)

  private let google = ProviderCredential.google(accessToken: "a")

  private static let success =
    #"{"appSocialLogin": {"authenticationResponse": {"token": "t", "customer": {"id": "1"}}}}"#
  private static let providers = #"""
    {"socialLoginProviders": [{"code": "google", "name": "G", "colour": "#000", "iconUrl": "/"}]}
    """#
  private static let form = #"""
    {"appSocialLogin": {"authenticationResponse": {"error": "INVALID_DATA"},
      "socialLoginToken": "r3try", "socialIdentity": {"fullName": "John Doe"},
      "form": {"identifier": "F", "title": "Profile", "type": "ACCOUNT_CREATION", "fields": [
        {"name": "email", "label": "Email", "required": true, "type": "EMAIL", "confirmable": true,
          "disabled": false, "validators": [], "renderConditions": []},
        {"name": "password", "label": "Password", "required": false, "type": "PASSWORD",
          "confirmable": false, "disabled": false, "validators": [], "renderConditions": []}
      ]}}}
    """#
  private static let pending = #"""
    {"appSocialLogin": {"authenticationResponse": {"error": "SOCIAL_LINK_PENDING"},
      "socialLinkId": "link-1", "socialLoginToken": "l1nk",
      "socialIdentity": {"email": "ada@example.com"}}}
    """#

  private static func session(_ field: String, email: String = "ada@example.com") -> String {
    #"{"\#(field)": {"token": "t0ken", "customer": {"id": "1", "email": "\#(email)"}}}"#
  }

  /// A run of the app. All runs have the same store.
  private func run(
    exchange: String = "{}", redeem: String = Self.session("loginAndApproveSocialLink"),
    site: String = "https://shop.example/graphql", store: (any SecretStore)? = nil,
    sessionStore: any SecretStore = InMemoryStore()
  ) throws -> SocialLogin {
    let responses = [
      "GetSocialProviders": Self.providers, "ExchangeSocialToken": exchange,
      "LoginAndApproveSocialLink": redeem, "Logout": #"{"logout": true}"#,
      "SubmitMissingInformation":
        #"{"socialLogin": {"authenticationResponse": {"token": "t0ken", "customer": {"id": "1"}}}}"#,
      "RequestSocialLinkVerificationEmail":
        #"{"requestSocialLinkVerificationEmail": {"socialAuthenticationToken": "l1nk-2"}}"#,
    ]
    let transport = MockTransport.flow(responses.mapValues { Data(#"{"data": \#($0)}"#.utf8) }) {
      [calls, meanwhile] name, _ in
      calls.withLock { $0.append(name) }
      if name == "ExchangeSocialToken" { await meanwhile.withLock { $0 }?() }
    }
    let endpoint = try #require(URL(string: site))
    let sessions = SessionManager<CustomerSession>(store: sessionStore)
    let login = SocialLogin(
      client: GraphQLClient(ClientConfiguration(endpoint: endpoint), transport: transport),
      sessions: sessions,
      pendingStore: sessionStore is CompanionStore ? nil : store ?? self.store,
      verificationLink: VerificationLink(
        try RedirectURI("https://shop.example/approve"), tokenParameter: "token"),
      now: { [time] in time.withLock { $0 } })
    managers.withLock { $0[ObjectIdentifier(login)] = sessions }
    return login
  }

  /// The manager of each login's session.
  private let managers = Shared<[ObjectIdentifier: SessionManager<CustomerSession>]>([:])

  private func sessions(of login: SocialLogin) throws -> SessionManager<CustomerSession> {
    try #require(managers.withLock { $0[ObjectIdentifier(login)] })
  }

  private func link(_ text: String = "https://shop.example/approve?token=t1") throws -> URL {
    try #require(URL(string: text))
  }

  // MARK: The form

  @Test func formOutlivesTheAppWithItsAnswers() async throws {
    let first = try run(exchange: Self.form)
    var answers = try #require(try await first.signIn(with: google).information).answers
    answers["email"] = "john@example.com"
    answers["password"] = "hunter2"
    try await first.update(answers)
    #expect(calls.withLock { $0 } == ["GetSocialProviders", "ExchangeSocialToken"])

    let restarted = try run()
    let resumed = try #require(await restarted.resume().information)
    #expect(resumed.form.title == "Profile" && resumed.identity.fullName == "John Doe")
    #expect(resumed.answers["email"] == "john@example.com")
    var complete = resumed.answers
    complete[confirmationOf: "email"] = "john@example.com"
    #expect(try await restarted.submit(complete).customer != nil)
    #expect(store.read() == nil)
  }

  @Test func passwordIsNotStored() async throws {
    let first = try run(exchange: Self.form)
    var answers = try #require(try await first.signIn(with: google).information).answers
    answers["password"] = "hunter2"
    answers[confirmationOf: "password"] = "hunter2"
    try await first.update(answers)
    #expect(try #require(await first.state.information).answers["password"] == "hunter2")
    let stored = try logins(in: try #require(store.read()))
    #expect(stored.contains("r3try") && !stored.contains("hunter2"))
    let resumed = try #require(try await run().resume().information)
    #expect(resumed.answers["password"] == nil)
  }

  /// The stored logins, as JSON.
  private func logins(in content: Data) throws -> String {
    let entries = try JSONDecoder().decode(JSON.self, from: content).array ?? []
    let logins = entries.compactMap { $0["login"]?.string.flatMap { Data(base64Encoded: $0) } }
    return logins.map { String(decoding: $0, as: UTF8.self) }.joined()
  }

  @Test func answersThatWereSentOutliveTheApp() async throws {
    let first = try run(exchange: Self.form)
    var answers = try #require(try await first.signIn(with: google).information).answers
    answers["email"] = "not an address"
    let refused = try #require(try await first.submit(answers).information)
    #expect(refused.problems.map(\.reason) == [.notConfirmed, .invalidEmail])
    let resumed = try #require(try await run().resume().information)
    #expect(resumed.problems == refused.problems && resumed.answers == refused.answers)
  }

  // MARK: The pending link

  @Test func linkOfAnEmailStartsTheAppAndLogsIn() async throws {
    let first = try run(exchange: Self.pending)
    try await first.signIn(with: google)
    try await first.requestVerificationEmail()
    time.withLock { $0 += 12 * 3600 }

    let restarted = try run()
    #expect(try await LoginLinks().adding(restarted).open(try link()))
    #expect(await restarted.state.isApproved)
    #expect(store.read() == nil)
    // The system may deliver a link twice.
    let before = calls.withLock { $0.count }
    #expect(try await LoginLinks().adding(restarted).open(try link()) == false)
    await #expect(throws: IllegalTransition.self) { try await restarted.resume(with: try link()) }
    #expect(calls.withLock { $0.count } == before)
  }

  @Test func nextEmailNeedsTheTokenOfTheLastOne() async throws {
    let first = try run(exchange: Self.pending)
    try await first.signIn(with: google)
    try await first.requestVerificationEmail()
    let resumed = try #require(try await run().resume().link)
    #expect(resumed.emailsSent == 1 && resumed.identity.email == "ada@example.com")
    #expect(try logins(in: try #require(store.read())).contains("l1nk-2"))
  }

  /// The link may come from another person.
  @Test func linkForAnotherAccountIsConfirmedAlsoAfterARestart() async throws {
    try await run(exchange: Self.pending).signIn(with: google)
    let restarted = try run(
      redeem: Self.session("loginAndApproveSocialLink", email: "eve@example.com"))
    let account = try #require(try await restarted.resume(with: try link()).confirmation)
    #expect(account.customer?.email == "eve@example.com")
    #expect(try await restarted.goBack().link != nil)
    // The token of the declined account is not sent again.
    #expect(try await LoginLinks().adding(restarted).open(try link()) == false)
    #expect(calls.withLock { $0.count { $0 == "LoginAndApproveSocialLink" } } == 1)
  }

  /// Another customer has signed in since, for example with a password.
  @Test(arguments: [true, false])
  func linkOfAnEmailEndsTheSessionOfAnotherCustomerOnlyAfterAConfirmation(
    isRestarted: Bool
  ) async throws {
    let sessionStore = InMemoryStore()
    let first = try run(exchange: Self.pending, sessionStore: sessionStore)
    try await first.signIn(with: google)
    let other = CustomerSession(token: "0ther", customer: .init(id: "3", email: "c@example.com"))
    try await sessions(of: first).logIn { other }
    let login = isRestarted ? try run(sessionStore: sessionStore) : first
    if isRestarted { #expect(await login.resume().isChoosing) }
    #expect(try await LoginLinks().adding(login).open(try link()))
    let account = try #require(await login.state.confirmation)
    #expect(account.customer?.id == "1" && account.replaced == other)
    #expect(try await sessions(of: login).state.session == other)
    #expect(try await login.confirmAccount().isApproved)
  }

  /// Any app or page can open a link of the app.
  @Test func linkWithoutAPendingLinkSendsNothing() async throws {
    let fresh = try run()
    let form = try run(exchange: Self.form)
    try await form.signIn(with: google)
    let restarted = try run()
    let signedIn = try run(exchange: Self.success, store: InMemoryStore())
    try await signedIn.signIn(with: google)
    let before = calls.withLock { $0.count }
    for login in [fresh, form, restarted, signedIn] {
      let name = "\(await login.state)".prefix { $0 != "(" }
      #expect(try await LoginLinks().adding(login).open(try link()) == false)
      await #expect(throws: IllegalTransition.self) { try await login.resume(with: try link()) }
      #expect("\(await login.state)".hasPrefix(name))
    }
    #expect(calls.withLock { $0.count } == before)
    // A form of an earlier run stays.
    #expect(await restarted.resume().information?.form.title == "Profile")
  }

  @Test(arguments: [
    "https://shop.example/approve", "https://shop.example/approve?token=",
    "https://shop.example/approve?token=t1&token=t2", "https://shop.example/approve/?token=t1",
    "http://shop.example/approve?token=t1", "https://shop.example.evil/approve?token=t1",
    "https://shop.example/approve?token=t1#x", "shop:/approve?token=t1",
  ])
  func otherLinkSendsNothing(_ text: String) async throws {
    try await run(exchange: Self.pending).signIn(with: google)
    let restarted = try run()
    let before = calls.withLock { $0.count }
    #expect(try await LoginLinks().adding(restarted).open(try link(text)) == false)
    await #expect(throws: IllegalTransition.self) {
      try await restarted.resume(with: try link(text))
    }
    #expect(await restarted.state.isChoosing && calls.withLock { $0.count } == before)
  }

  // MARK: Another customer

  /// Another customer signs in before the form comes. A session may lack its customer.
  @Test(arguments: [true, false])
  func formOfAnotherCustomerIsNotResumed(hasCustomer: Bool) async throws {
    let sessionStore = InMemoryStore()
    let first = try run(exchange: Self.form, sessionStore: sessionStore)
    let sessions = try sessions(of: first)
    if !hasCustomer { try await sessions.logIn { CustomerSession(token: "a", customer: nil) } }
    let ben = CustomerSession(token: "b", customer: hasCustomer ? .init(id: "2") : nil)
    meanwhile.withLock { $0 = { _ = try? await sessions.logIn { ben } } }
    try await first.signIn(with: google)
    #expect(try await run(sessionStore: sessionStore).resume().isChoosing)
    #expect(store.read() == nil)
  }

  /// A customer adds a provider to the account.
  @Test func formOfTheCurrentCustomerIsResumed() async throws {
    let sessionStore = InMemoryStore()
    let first = try run(exchange: Self.form, sessionStore: sessionStore)
    try await sessions(of: first).logIn { CustomerSession(token: "b", customer: .init(id: "2")) }
    try await first.signIn(with: google)
    let restarted = try run(sessionStore: sessionStore)
    #expect(await restarted.resume().information?.form.title == "Profile")
  }

  /// Another customer signs in before the resumed form is sent.
  @Test func resumedFormReplacesNoLaterLogin() async throws {
    try await run(exchange: Self.form).signIn(with: google)
    let restarted = try run()
    let information = try #require(await restarted.resume().information)
    let ben = CustomerSession(token: "b", customer: .init(id: "2"))
    try await sessions(of: restarted).logIn { ben }
    var answers = information.answers
    answers["email"] = "john@example.com"
    answers[confirmationOf: "email"] = "john@example.com"
    let failure = try #require(try await restarted.submit(answers).failure)
    #expect(failure.resolution == .authenticateAgain)
    #expect(try await sessions(of: restarted).state.session == ben)
  }

  @Test(arguments: [true, false], [true, false])
  func loginThatWaitsEndsWithTheCustomersSession(isLogout: Bool, hasCustomer: Bool) async throws {
    for exchange in [Self.form, Self.pending] {
      let first = try run(exchange: exchange)
      let sessions = try sessions(of: first)
      try await first.signIn(with: google)
      let customer = { @Sendable in hasCustomer ? CustomerSession.Customer(id: $0) : nil }
      try await sessions.logIn { CustomerSession(token: "b", customer: customer("2")) }
      #expect(store.read() != nil)
      if isLogout {
        try await sessions.signOut()
      } else {
        try await sessions.logIn { CustomerSession(token: "c", customer: customer("3")) }
      }
      try await wait { store.read() == nil }
      #expect(try await run().resume().isChoosing)
      // It has observed the session until here.
      _ = await first.state
    }
  }

  // MARK: The store

  /// The session's store has a companion for the pending login.
  @Test func loginIsStoredBesideTheSession() async throws {
    let store = CompanionStore()
    try await run(exchange: Self.pending, sessionStore: store)
      .signIn(with: google)
    #expect(store.pending.read() != nil && store.read() == nil)
    #expect(try await run(sessionStore: store).resume().link != nil)
  }

  // MARK: The end

  @Test func loginThatHasExpiredIsNotResumed() async throws {
    for (exchange, hours) in [(Self.form, 1.0), (Self.pending, 24.0)] {
      try await run(exchange: exchange).signIn(with: google)
      time.withLock { $0 += hours * 3600 - 1 }
      #expect(try await !run().resume().isChoosing)
      time.withLock { $0 += 1 }
      #expect(try await run().resume().isChoosing && store.read() == nil)
    }
  }

  @Test func loginOfAnotherSiteIsNotResumed() async throws {
    for exchange in [Self.form, Self.pending] {
      try await run(exchange: exchange).signIn(with: google)
      let other = try run(site: "https://other.example/graphql")
      #expect(await other.resume().isChoosing && store.read() != nil)
    }
  }

  @Test func truncatedStoreIsNotResumed() async throws {
    try await run(exchange: Self.form).signIn(with: google)
    let content = try #require(store.read())
    for length in stride(from: 0, to: content.count, by: 50) {
      let login = try run(store: InMemoryStore(content.prefix(length)))
      #expect(await login.resume().isChoosing)
    }
  }

  @Test func loginThatStartsOverOrSucceedsIsNotResumed() async throws {
    for exchange in [Self.form, Self.pending] {
      try await run(exchange: exchange).signIn(with: google)
      #expect(store.read() != nil)
      // Also in a run that has not resumed it.
      try await run().startOver()
      #expect(store.read() == nil)
      try await run(exchange: exchange).signIn(with: google)
      try await run(exchange: Self.success).signIn(with: google)
      #expect(store.read() == nil)
    }
  }

  /// An app may list the providers before it knows of the link.
  @Test func listOfProvidersKeepsTheStoredLogin() async throws {
    try await run(exchange: Self.pending).signIn(with: google)
    let restarted = try run()
    try await restarted.listProviders()
    #expect(await restarted.resume().link != nil)
  }

  @Test func loginUnderWayIsNotReplaced() async throws {
    try await run(exchange: Self.pending).signIn(with: google)
    let other = try run(exchange: Self.form)
    try await other.signIn(with: google)
    #expect(await other.resume().information?.form.title == "Profile")
    // It has replaced the stored one.
    #expect(try await run().resume().information?.form.title == "Profile")
  }
}
