// Tests running social logins: what is stored, what is published, and what a view receives.

import AuthGenHorizon
import AuthGenRuntime
import AuthGenTestSupport
import AuthGenTesting
import Foundation
import HorizonAPI
import Observation
import Testing

@testable import AuthGenSessions

@Suite(.timeLimit(.minutes(5))) struct SocialLoginTests {
  /// A login whose server sends the same data for each operation. The test can act before each response.
  private func login(
    _ responses: [String: String], store: any SecretStore = InMemoryStore(),
    identityStore: any SecretStore = InMemoryStore(),
    meanwhile: @escaping @Sendable (String, HTTPRequest) async throws(TransportError) -> Void = {
      (_: String, _: HTTPRequest) in
    }
  ) throws -> (SocialLogin, SessionManager<CustomerSession>) {
    let usual = ["Logout": #"{"logout": true}"#, "GetSocialProviders": providers]
    let responses = responses.merging(usual) { given, _ in given }
    let transport = MockTransport.flow(
      responses.mapValues { Data(#"{"data": \#($0)}"#.utf8) }, meanwhile: meanwhile)
    let client = GraphQLClient(
      ClientConfiguration(endpoint: MockTransport.endpoint), transport: transport)
    let sessions = SessionManager<CustomerSession>(store: store)
    return (SocialLogin(client: client, sessions: sessions, identityStore: identityStore), sessions)
  }

  private let google = ProviderCredential.google(accessToken: "a")
  private let providers = #"""
    {"socialLoginProviders": [{"code": "google", "name": "G", "colour": "#000", "iconUrl": "/"}]}
    """#
  private let pending = #"""
    {"appSocialLogin": {"authenticationResponse": {"error": "SOCIAL_LINK_PENDING"},
      "socialLinkId": "link-1"}}
    """#
  private let success = #"""
    {"appSocialLogin": {"authenticationResponse": {"token": "t0ken", "customer": {"id": "1"}}}}
    """#

  @Test func everyStateIsPublishedInOrder() async throws {
    let (login, _) = try login(["ExchangeSocialToken": success])
    var states = login.states.makeAsyncIterator()
    #expect(await states.next()?.isFresh == true)
    try await login.signIn(with: google)
    guard case .exchanging(let listing) = await states.next(),
      case .listProviders = listing.call, case .exchanging(let exchange) = await states.next(),
      case .exchangeToken = exchange.call, case .signedIn = await states.next()
    else {
      Issue.record("expected listProviders, exchangeToken, signedIn")
      return
    }
  }

  @Test func sessionIsStoredBeforeTheStateIsPublished() async throws {
    let store = InMemoryStore()
    let (login, _) = try login(
      ["ExchangeSocialToken": success], store: store)
    let states = login.states
    let stored = Task {
      for await state in states {
        if case .signedIn = state { return store.read() != nil }
      }
      return false
    }
    try await login.signIn(with: google)
    #expect(await stored.value)
  }

  @Test func failingStoreLeavesTheCustomerSignedIn() async throws {
    let store = FaultyStore([.write: .unavailable, .remove: .unavailable])
    let (login, sessions) = try login(["ExchangeSocialToken": success], store: store)
    let signedIn = try #require(try await login.signIn(with: google).customer)
    #expect(signedIn.storeError?.reason == .unavailable)
    #expect(try await sessions.credential()?.token == "t0ken")
  }

  @Test func unapprovedLinkLeavesTheCustomerSignedIn() async throws {
    let (login, sessions) = try login([
      "ExchangeSocialToken": pending,
      "Login": #"{"login": {"token": "t0ken"}}"#, "ApproveSocialLink": "null",
    ])
    try await login.signIn(with: google)
    let customer = try await login.logIn(username: "u", password: "p").customer
    guard case .failed(let error) = customer?.linkApproval else {
      Issue.record("\(await login.state)")
      return
    }
    #expect(error.operationName == "ApproveSocialLink")
    #expect(try await sessions.credential()?.token == "t0ken")
  }

  /// The token, or all data, cannot be read.
  @Test(arguments: [
    (
      #"""
      {"appSocialLogin": {"authenticationResponse": {"token": null}}}, "errors": [{
        "message": "no", "path": ["appSocialLogin", "authenticationResponse", "token"]
      }], "extensions": {}
      """#, "graphQL", SocialLoginFailure.Resolution.retry
    ), (#"{"appSocialLogin": null}"#, "decoding", .contactSupport),
  ])
  func responseWithoutATokenIsAFailure(
    exchange: String, reason: String, resolution: SocialLoginFailure.Resolution
  ) async throws {
    let (login, _) = try login(["ExchangeSocialToken": exchange])
    let failure = try #require(try await login.signIn(with: google).failure)
    guard case .request(let error) = failure.reason else {
      Issue.record("\(failure)")
      return
    }
    #expect("\(error.reason)".hasPrefix(reason) && failure.resolution == resolution)
  }

  // MARK: Concurrent actions

  @Test func logoutDuringLinkApprovalIsNotUndone() async throws {
    let shared = Shared<SessionManager<CustomerSession>?>(nil)
    let (login, sessions) = try login([
      "Login": #"{"login": {"token": "t0ken"}}"#,
      "ExchangeSocialToken": pending, "ApproveSocialLink": #"{"approveSocialLink": true}"#,
    ]) { name, _ in
      if name == "ApproveSocialLink" { _ = try? await shared.withLock { $0 }?.signOut() }
    }
    shared.withLock { $0 = sessions }
    try await login.signIn(with: google)
    try await login.logIn(username: "u", password: "p")
    #expect(await sessions.state == .signedOut(.loggedOut))
  }

  /// Another login, a logout or the removal of the account comes while the provider's token is exchanged, or
  /// while a form is shown.
  @Test(arguments: ["login", "logout", "removal"], [true, false])
  func lateLoginIsNotUsed(event: String, hasForm: Bool) async throws {
    let shared = Shared<SessionManager<CustomerSession>?>(nil)
    let loggedOut = Shared<[String?]>([])
    let ben = CustomerSession(token: "ben", customer: .init(id: "2"))
    let change = { @Sendable in
      guard let sessions = shared.withLock({ $0 }) else { return }
      if event == "removal" { await sessions.refuseLogins(true) }
      _ = event == "login" ? try? await sessions.logIn { ben } : try? await sessions.signOut()
    }
    let (login, sessions) = try login([
      "ExchangeSocialToken": hasForm ? form : success,
      "SubmitMissingInformation":
        #"{"socialLogin": {"authenticationResponse": {"token": "t0ken"}}}"#,
    ]) { name, request in
      if name == "Logout" { loggedOut.withLock { $0.append(request.headers["Authorization"]) } }
      if name == "ExchangeSocialToken", !hasForm { await change() }
    }
    shared.withLock { $0 = sessions }
    var state = try await login.signIn(with: google)
    if hasForm {
      await change()
      state = try await login.submit(FormAnswers(["fullName": "Ada"]))
    }
    let failure = try #require(state.failure)
    #expect("\(failure.reason)".hasPrefix(event == "removal" ? "notStored" : "request"))
    #expect(failure.resolution == .authenticateAgain && !failure.canRetry)
    #expect(await sessions.state.session == (event == "login" ? ben : nil))
    try await wait { loggedOut.withLock { $0 } == ["Opaque t0ken"] }
  }

  /// One after the other, because a slow store blocks a thread of the pool.
  @Test(
    .serialized,
    arguments: [
      "before the response", "while the session is stored", "while a confirmed session is stored",
    ])
  func cancelledLoginIsLoggedOutAgain(moment: String) async throws {
    let shared = Shared<SocialLogin?>(nil)
    let loggedOut = Shared<[String?]>([])
    let startOver = { @Sendable in _ = await shared.withLock { $0 }?.startOver() }
    let store = SlowStore(isSlow: moment != "before the response")
    let (login, sessions) = try login(
      [
        "ExchangeSocialToken": success,
        "LoginAndApproveSocialLink": #"{"loginAndApproveSocialLink": {"token": "t0ken"}}"#,
      ], store: store
    ) { name, request in
      if name == "ExchangeSocialToken", moment == "before the response" { await startOver() }
      if name == "Logout" { loggedOut.withLock { $0.append(request.headers["Authorization"]) } }
    }
    shared.withLock { $0 = login }
    let isConfirmed = moment == "while a confirmed session is stored"
    if isConfirmed { try await login.redeem(verificationToken: "v") }
    async let state =
      isConfirmed ? login.confirmAccount() : login.signIn(with: google)
    if moment != "before the response" {
      try await wait { store.isWriting.withLock { $0 } }
      if isConfirmed {
        await #expect(throws: IllegalTransition.self) { try await login.goBack() }
      }
      await startOver()
      store.mayContinue.withLock { $0 = true }
    }
    #expect(try await state.isChoosing)
    #expect(await sessions.state.session == nil)
    #expect(store.content.read() == nil)
    try await wait { !loggedOut.withLock { $0.isEmpty } }
    #expect(loggedOut.withLock { $0 } == ["Opaque t0ken"])
  }

  // MARK: Links in emails

  /// Returns the state after an email's link, with the sessions that were ended on the server.
  private func redeemed(
    then act: @Sendable (SocialLogin, SessionManager<CustomerSession>) async throws -> Void
  ) async throws -> (SessionManager<CustomerSession>, ended: [String?]) {
    let ended = Shared<[String?]>([])
    let (login, sessions) = try login([
      "LoginAndApproveSocialLink":
        #"{"loginAndApproveSocialLink": {"token": "evil", "customer": {"id": "7"}}}"#
    ]) { name, request in
      if name == "Logout" { ended.withLock { $0.append(request.headers["Authorization"]) } }
    }
    try await sessions.logIn { CustomerSession(token: "own", customer: .init(id: "1")) }
    let confirmation = try #require(try await login.redeem(verificationToken: "v").confirmation)
    #expect(confirmation.customer?.id == "7" && confirmation.replaced?.customer?.id == "1")
    #expect(try await sessions.credential()?.token == "own")
    try await act(login, sessions)
    // The login does not wait for the server.
    try await wait { !ended.withLock { $0.isEmpty } }
    return (sessions, ended.withLock { $0 })
  }

  @Test func linkReplacesASessionOnlyAfterConfirmation() async throws {
    for action in ["goBack", "startOver", "confirmAccount"] {
      let (sessions, ended) = try await redeemed { login, sessions in
        if action == "confirmAccount" {
          // Another customer has logged in since, whose session it does not name.
          try await sessions.logIn { CustomerSession(token: "own", customer: .init(id: "2")) }
          #expect(try await login.confirmAccount().failure?.resolution == .authenticateAgain)
        } else {
          _ = action == "goBack" ? try await login.goBack() : await login.startOver()
        }
        await #expect(throws: IllegalTransition.self) { try await login.confirmAccount() }
      }
      #expect(try await sessions.credential()?.token == "own")
      #expect(ended == ["Opaque evil"])
    }
  }

  @Test func twoTapsOnTheConfirmationAreOneLogin() async throws {
    let (sessions, ended) = try await redeemed { login, _ in
      async let one = login.confirmAccount()
      async let other = login.confirmAccount()
      var refused = 0
      do { _ = try await one } catch { refused += 1 }
      do { _ = try await other } catch { refused += 1 }
      #expect(refused == 1)
    }
    #expect(try await sessions.credential()?.token == "evil")
    #expect(ended == ["Opaque own"])
  }

  @Test func captchaIsForTheFailedCallOnly() async throws {
    let sent = Shared<[String]>([])
    let (login, _) = try login([
      "ExchangeSocialToken": success
    ]) { name, request throws(TransportError) in
      let captcha = request.headers["X-Captcha-Response"]
      sent.withLock { $0.append("\(name) \(captcha ?? "-")") }
      if name == "GetSocialProviders", captcha == nil {
        throw TransportError(.other(code: 1), wasSent: false)
      }
    }
    try await login.signIn(with: google)
    try await login.retry(captcha: CaptchaResponse(type: "V2_VISIBLE", response: "once"))
    #expect(
      sent.withLock { $0 } == [
        "GetSocialProviders -", "GetSocialProviders once", "ExchangeSocialToken -",
      ])
  }

  // MARK: Apple

  /// `{"sub": "ada"}`; the other one is Grace's.
  private let ada: Secret = "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiAiYWRhIn0.eA"
  private let grace: Secret = "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiAiZ3JhY2UifQ.eA"
  private let apple = #"""
    {"socialLoginProviders": [{"code": "apple", "name": "A", "colour": "#000", "iconUrl": "/"}]}
    """#
  private let form = #"""
    {"appSocialLogin": {"authenticationResponse": {"error": "INVALID_DATA"},
      "socialLoginToken": "r", "form": {"identifier": "F", "type": "ACCOUNT_CREATION",
        "fields": [{"name": "fullName", "required": true, "confirmable": false, "disabled": false,
          "validators": [], "renderConditions": []}]}}}
    """#

  @Test func appleProfileIsKeptIfTheFirstCallFails() async throws {
    let isOffline = Shared(true)
    let (login, _) = try login(["GetSocialProviders": apple, "ExchangeSocialToken": form]) {
      (_, _) throws(TransportError) in
      if isOffline.withLock({ $0 }) { throw TransportError(.cancelled, wasSent: false) }
    }
    try await login.signIn(with: .apple(identityToken: ada, fullName: "Ada King"))
    await login.startOver()
    isOffline.withLock { $0 = false }
    let information = try #require(
      try await login.signIn(with: .apple(identityToken: ada)).information)
    #expect(information.answers["fullName"] == "Ada King")
  }

  @Test func loginRemovesTheKeptProfileOfItsUserOnly() async throws {
    let identities = InMemoryStore()
    let incomplete = try login(
      ["GetSocialProviders": apple, "ExchangeSocialToken": form], identityStore: identities
    ).0
    try await incomplete.signIn(with: .apple(identityToken: ada, fullName: "Ada King"))
    await incomplete.startOver()
    try await incomplete.signIn(with: .apple(identityToken: grace, fullName: "Grace Hopper"))
    let complete = try login(
      ["GetSocialProviders": apple, "ExchangeSocialToken": success], identityStore: identities
    ).0
    try await complete.signIn(with: .apple(identityToken: grace))
    let kept = try JSONDecoder().decode(
      [String: SocialIdentity].self, from: try #require(identities.read()))
    #expect(kept == ["apple:ada": SocialIdentity(fullName: "Ada King")])
    try await complete.signIn(with: .apple(identityToken: ada))
    #expect(identities.read() == nil)
  }

  // MARK: Views

  @MainActor @Test func viewReceivesTheStateChange() async throws {
    let (login, _) = try login(["ExchangeSocialToken": success])
    let model = SocialLoginModel(login)
    #expect(model.state.isFresh)
    try await model.login.signIn(with: google)
    try await wait { model.state.customer != nil }
  }

  /// Views on iOS 16 observe the model with Combine, which only Apple platforms have.
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  @MainActor @Test func observedStateNotifiesItsObserver() async throws {
    let (login, _) = try login([:])
    let model = SocialLoginModel(login)
    let changes = Shared(0)
    withObservationTracking {
      _ = model.state
    } onChange: {
      changes.withLock { $0 += 1 }
    }
    try await login.listProviders()
    try await wait { changes.withLock { $0 } == 1 }
  }

  @MainActor @Test func unusedModelIsReleased() async throws {
    let (login, _) = try login([:])
    weak var model: SocialLoginModel?
    do {
      let held = SocialLoginModel(login)
      model = held
      await login.startOver()
    }
    while model != nil { await login.startOver() }
  }
}

/// A store whose writing waits for permission if it is slow.
private struct SlowStore: SecretStore {
  let isSlow: Bool
  let content = InMemoryStore()
  let isWriting = Shared(false)
  let mayContinue = Shared(false)

  func read() throws(StoreError) -> Data? { content.read() }

  func write(_ data: Data) throws(StoreError) {
    isWriting.withLock { $0 = true }
    // At most 20 seconds.
    for _ in 0..<20_000 where isSlow && !mayContinue.withLock({ $0 }) { usleep(1_000) }
    content.write(data)
  }

  func remove() throws(StoreError) { content.remove() }
}
