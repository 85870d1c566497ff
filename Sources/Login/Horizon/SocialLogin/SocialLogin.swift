// Runs a social login: makes the calls that the flow requests, and stores the session.

public import AuthGenRuntime
public import AuthGenSessions
public import AuthGenWebLogin
public import Foundation
import HorizonAPI

/// A login with Google, Facebook, Apple or another provider of the site, from the choice of a
/// provider to a session. It includes forms, pending links and retries.
///
/// ```swift
/// let login = SocialLogin(client: client, sessions: sessions)
/// switch try await login.signIn(with: .google(accessToken: token)) {
/// case .signedIn(let customer): welcome(customer)
/// case .missingInformation(let information): show(information.form)
/// case .linkPending(let link): offerEmail(to: link.identity.email)
/// case .failed(let failure): explain(failure.resolution)
/// default: break
/// }
/// ```
///
/// Each action returns the state that it leads to. It throws ``IllegalTransition`` if the current state does
/// not allow it. A failed call leads to the state `failed`. No login is repeated automatically.
///
/// A form, with its answers so far, and a pending link outlive the app if there is a store for them: call
/// ``resume()`` when the app starts, and ``resume(with:)`` with the link of an email.
public actor SocialLogin: ResumableLogin {
  private let client: GraphQLClient
  private let sessions: SessionManager<CustomerSession>
  private let identities: KnownIdentities
  private let verificationLink: VerificationLink?
  private var memory: SocialLoginMemory
  private let executor = StoreExecutor()
  private let subscribers: Subscribers<SocialLoginState>
  private var flow: SocialLoginFlow
  /// The login under which this one began.
  private var start: LoginStart?
  /// Counts actions, so that stale responses are ignored.
  private var generation = 0
  /// The login whose steps are not stored any more, because of a logout or another login.
  private var forgotten: LoginStart?
  /// The number of the action that confirms an account, while it stores the session.
  private var confirming: Int?
  /// The last credential that was used to sign in.
  private var credential: ProviderCredential?
  /// The last token of an email that the server has accepted.
  private var redeemed: Secret?

  /// The stores block until their medium responds, so this actor does not run on Swift's threads.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// Creates a login in the state `choosingProvider`.
  ///
  /// - Parameters:
  ///   - client: calls the site's endpoint.
  ///   - sessions: keeps the session of a successful login.
  ///   - identityStore: keeps the names and addresses that Apple sends only once, until a login
  ///     succeeds. Default: in memory. Use another store to keep them between runs.
  ///   - pendingStore: keeps the form or the pending link at which the login waits, for ``resume()``. It must
  ///     be another store than that of `sessions`. Default: the companion of that store. Without one, and with
  ///     an `InMemoryStore`, the login ends with the app.
  ///   - verificationLink: the link in the site's emails, for ``resume(with:)``. Default: nil, for an app
  ///     that its emails do not open.
  ///   - formLocation: the screen that shows the form, for the record of a consent to marketing.
  ///     Default: "social-login".
  ///   - validation: checks answers before they are sent.
  ///   - now: the current time, for logins that expire. Default: the system's clock.
  public init(
    client: GraphQLClient, sessions: SessionManager<CustomerSession>,
    identityStore: any SecretStore = InMemoryStore(), pendingStore: (any SecretStore)? = nil,
    verificationLink: VerificationLink? = nil, formLocation: String = "social-login",
    validation: FormValidation = FormValidation(), now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.client = client
    self.sessions = sessions
    identities = KnownIdentities(store: identityStore)
    self.verificationLink = verificationLink
    memory = SocialLoginMemory(
      pendingStore ?? sessions.store.companion("pending"),
      server: client.caller.configuration.endpoint.absoluteString, now: now)
    flow = SocialLoginFlow(formLocation: formLocation, validation: validation)
    subscribers = Subscribers(flow.state)
    let states = sessions.states
    Task { [weak self] in
      var former: CustomerSession?
      for await state in states {
        guard let self else { return }
        if case .unavailable = state { continue }
        if let former, state.session?.isOfCustomer(of: former) != true { await self.forgetStep() }
        former = state.session
      }
    }
  }

  public var state: SocialLoginState { flow.state }

  /// The current state and each later one.
  public nonisolated var states: AsyncStream<SocialLoginState> { subscribers.add() }

  /// Fetches the site's providers, in the order of their buttons.
  @discardableResult
  public func listProviders() async throws(IllegalTransition) -> SocialLoginState {
    try await perform(.listProviders)
  }

  /// Logs in with a provider's credential. If the site has not enabled the provider, the login
  /// fails without a call. A session that the login replaces is ended on the server (best effort).
  @discardableResult
  public func signIn(
    with credential: ProviderCredential
  ) async throws(IllegalTransition) -> SocialLoginState {
    try await signIn(with: credential, since: await sessions.loginStart)
  }

  /// The login under which a customer begins who chooses a provider now.
  package var loginStart: LoginStart {
    get async { await sessions.loginStart }
  }

  /// Logs in with a provider's credential as ``signIn(with:)`` does.
  ///
  /// - Parameter start: the login under which the customer began, before the provider's page.
  @discardableResult
  package func signIn(
    with credential: ProviderCredential, since start: LoginStart
  ) async throws(IllegalTransition) -> SocialLoginState {
    let known = credential.knowing(identities.identity(of: credential))
    identities.keep(known)
    return try await perform(.signIn(known), since: start)
  }

  /// Keeps the answers so far, also for the next run of the app, except passwords. Sends nothing.
  @discardableResult
  public func update(_ answers: FormAnswers) async throws(IllegalTransition) -> SocialLoginState {
    try await perform(.update(answers))
  }

  /// Checks the answers to the form, and sends them if there are no problems.
  @discardableResult
  public func submit(_ answers: FormAnswers) async throws(IllegalTransition) -> SocialLoginState {
    try await perform(.submit(answers))
  }

  /// Requests an email to the account's owner, or another one. Its token approves the link.
  @discardableResult
  public func requestVerificationEmail() async throws(IllegalTransition) -> SocialLoginState {
    try await perform(.requestVerificationEmail)
  }

  /// Redeems the token from an email's link, which approves a pending link.
  ///
  /// Logs in if the token is for the account of the pending link, and no other customer is signed in.
  /// Otherwise the state is ``SocialLoginState/confirmingAccount(_:)``: the link may come from another
  /// person, who wants the customer to use that person's account.
  @discardableResult
  public func redeem(
    verificationToken: Secret
  ) async throws(IllegalTransition) -> SocialLoginState {
    try await perform(.redeem(verificationToken: verificationToken))
  }

  /// Continues the login that an earlier run of the app has left at a form or a pending link. Call it when
  /// the app starts, before ``listProviders()``.
  ///
  /// - Returns: the current state. It is unchanged if no login is stored, if the stored login has expired, if
  ///   a customer has signed in or out since it began, or if another login is in progress.
  @discardableResult
  public func resume() async -> SocialLoginState {
    let start = await sessions.loginStart
    if flow.canResume, start.isKnown { resume(memory.resume(since: start), since: start) }
    return state
  }

  private func resume(_ step: PendingSocialLogin.Step?, since start: LoginStart) {
    guard let step else { return }
    self.start = start
    generation += 1
    flow = flow.resuming(step)
    subscribers.send(state)
  }

  /// A logout, or the login of another customer, ends the stored step of the former customer.
  private func forgetStep() {
    forgotten = start
    memory.endAll()
  }

  /// Continues with the link of an email, which may have started the app again: continues the login that
  /// waits for it, and redeems the link's token as ``redeem(verificationToken:)`` does. For a link without a
  /// pending login, use that function.
  ///
  /// - Throws: ``IllegalTransition`` if no pending link waits for an email, if it is another link than
  ///   `verificationLink`, or if its token was redeemed before. Nothing is sent then.
  @discardableResult
  public func resume(with link: URL) async throws(IllegalTransition) -> SocialLoginState {
    guard let token = verificationToken(of: link) else {
      throw IllegalTransition(state: state.name, action: "resume")
    }
    let start = await sessions.loginStart
    if flow.canResume { resume(memory.resumeLink(), since: start) }
    return try await perform(.redeem(verificationToken: token), since: start)
  }

  public func match(of link: URL) -> LinkMatch {
    verificationToken(of: link) == nil ? .none : .address
  }

  /// Returns the token of a link for which this login waits.
  private func verificationToken(of link: URL) -> Secret? {
    guard let token = verificationLink?.token(of: link), token != redeemed,
      flow.awaitsLink || flow.canResume && memory.hasLink
    else { return nil }
    return token
  }

  /// Logs in to the account that the customer has confirmed. The session that it replaces is ended, on the
  /// server too (best effort). Fails if a customer has signed in or out since the app was asked to redeem the
  /// token: the customer has confirmed the end of one session, and of no other.
  @discardableResult
  public func confirmAccount() async throws(IllegalTransition) -> SocialLoginState {
    try await perform(.confirmAccount)
  }

  /// Logs in to the account of the pending link, and approves the link.
  @discardableResult
  public func logIn(
    username: String, password: Secret
  ) async throws(IllegalTransition) -> SocialLoginState {
    try await perform(.logIn(username: username, password: password))
  }

  /// Repeats the call that failed.
  ///
  /// - Parameter captcha: the response to one of the captchas that the server offered.
  @discardableResult
  public func retry(
    captcha: CaptchaResponse? = nil
  ) async throws(IllegalTransition) -> SocialLoginState {
    try await perform(.retry, captcha)
  }

  /// Goes back. If only a call failed, returns to the state before it, with the same answers. If
  /// the login failed, returns to the choice of a provider. In the state `confirmingAccount`,
  /// declines the account, ends its session, and returns to the pending link or the choice of a
  /// provider. A customer who was signed in stays signed in.
  @discardableResult
  public func goBack() async throws(IllegalTransition) -> SocialLoginState {
    try await perform(.goBack)
  }

  /// Discards the login and returns to the choice of a provider. Does not wait for a call under
  /// way. If that call still logs the customer in, the new session is ended.
  @discardableResult
  public func startOver() async -> SocialLoginState {
    // Every state allows it.
    (try? await perform(.startOver)) ?? state
  }

  /// What the login keeps of the customer besides the session: the names and addresses that Apple sends
  /// once, and the login in progress, also that of an earlier run. For `SessionManager.deleteAccount`.
  public nonisolated var localData: [LocalData] {
    [
      .store(identities.store, named: "names and addresses from Apple"),
      LocalData("login in progress") { try await self.erase() },
    ]
  }

  private func erase() async throws {
    // The next user may have begun a login since.
    if let start, !start.hasLogin, await sessions.isLatest(start) {
      credential.map(identities.keep)
      return try memory.eraseOthers()
    }
    await startOver()
    credential = nil
    try memory.eraseAll()
  }

  private func perform(
    _ action: SocialLoginAction, _ captcha: CaptchaResponse? = nil, since begun: LoginStart? = nil
  ) async throws(IllegalTransition) -> SocialLoginState {
    // A form continues the login that it belongs to.
    var start = begun ?? (action.continuesLogin ? start : nil)
    if start == nil, action != .startOver { start = await sessions.loginStart }
    // While a confirmation stores its session, the state still allows other actions, but only
    // starting over is legal.
    if confirming == generation, action != .startOver {
      throw IllegalTransition(state: state.name, action: action.name)
    }
    var next = try flow.performing(action)
    if !action.continuesLogin {
      credential = if case .signIn(let credential) = action { credential } else { nil }
    }
    if action == .startOver { memory.endAll() }
    self.start = start
    generation += 1
    let own = generation
    var captcha = captcha
    var stored: (session: CustomerSession, error: StoreError?)?
    // The sessions to end: the one that is replaced, and one that is declined. A confirmation that
    // this action interrupts ends its session itself.
    var over = [next.session == nil && confirming == nil ? flow.unconfirmedSession : nil]
    confirming = action == .confirmAccount ? own : nil
    while true {
      // Store the session before the state changes. An approval is a call by a customer who is
      // already logged in.
      if own == generation, let start, let session = next.session, session != stored?.session {
        let replacement = await sessions.replaceSession(with: session, since: start)
        over.append(replacement.over)
        if replacement.isLoggedIn {
          stored = (session, replacement.error)
        } else {
          next = replacement.error.map(next.notStored) ?? next.superseded()
        }
      }
      next = next.signedIn(storeError: stored?.error)
      guard own == generation else {
        // Another action has ended this one.
        over.append(next.session ?? next.unconfirmedSession)
        stored = nil
        break
      }
      if case .signedIn = next.state { credential.map(identities.forget) }
      flow = next
      if start == nil || start != forgotten { memory.keep(state, since: start) }
      subscribers.send(state)
      guard case .exchanging(let exchange) = next.state else { break }
      let response = await exchange.call.response(
        from: client, options: CallOptions(captcha: captcha))
      captcha = nil
      let current = await sessions.state
      next = try next.receiving(response, current: current)
      if case .redeem(let token) = exchange.call, next.isAccepted { redeemed = token }
    }
    if confirming == own { confirming = nil }
    let result = state
    for session in over where session?.token != stored?.session.token { await discard(session) }
    return result
  }

  /// Ends a session that is no longer needed. Does not wait for the server.
  private func discard(_ session: CustomerSession?) async {
    guard let session else { return }
    await sessions.removeSession(ifCurrent: session)
    // Best effort: there is no caller to receive an error.
    Task { [client] in try? await client.logOut(session.credential) }
  }
}
