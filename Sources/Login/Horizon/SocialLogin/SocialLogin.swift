// Runs a social login: makes the calls that the flow asks for, and stores what they lead to.

import AuthGenRuntime
import AuthGenSessions
import HorizonAPI

/// A login with Google, Facebook, Apple or another provider of the site, from the choice of a provider
/// to a session, with all detours.
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
/// Each action gives the state that it leads to, and throws ``IllegalTransition`` where the present
/// state does not allow it; a call that fails leads to a state too. No login is repeated by itself.
public actor SocialLogin {
  private let client: GraphQLClient
  private let sessions: SessionManager<CustomerSession>
  private let identities: KnownIdentities
  private let subscribers = Subscribers<SocialLoginState>()
  private var flow: SocialLoginFlow
  /// Counts actions: the answer to a call that was given up finds another number, and nobody.
  private var generation = 0
  /// The last one that somebody authenticated with.
  private var credential: ProviderCredential?

  /// - Parameters:
  ///   - client: calls the site's endpoint.
  ///   - sessions: gets the session of a login that succeeds.
  ///   - identityStore: keeps the names and addresses that Apple tells only once, until a login
  ///     succeeds. Default: as long as the app runs; a store of its own keeps them longer.
  ///   - formLocation: the screen that shows the form, for the record of a consent to marketing.
  ///   - validation: checks answers before they are sent.
  public init(
    client: GraphQLClient, sessions: SessionManager<CustomerSession>,
    identityStore: any SecretStore = InMemoryStore(), formLocation: String = "social-login",
    validation: FormValidation = FormValidation()
  ) {
    self.client = client
    self.sessions = sessions
    identities = KnownIdentities(store: identityStore)
    flow = SocialLoginFlow(formLocation: formLocation, validation: validation)
  }

  public var state: SocialLoginState { flow.state }

  /// The present state, and each that follows.
  public nonisolated var states: AsyncStream<SocialLoginState> {
    let stream = subscribers.add()
    Task { await beginSubscriptions() }
    return stream
  }

  /// Asks for the site's providers, in the order of their buttons.
  @discardableResult
  public func listProviders() async throws(IllegalTransition) -> SocialLoginState {
    try await perform(.listProviders)
  }

  /// Logs in with what a provider's SDK returned. A provider that the site has not enabled leads to a
  /// failure before the call.
  @discardableResult
  public func signIn(
    with credential: ProviderCredential
  ) async throws(IllegalTransition) -> SocialLoginState {
    let known = credential.knowing(identities.identity(of: credential))
    identities.keep(known)
    return try await perform(.signIn(known))
  }

  /// Checks the answers to the form, and sends them where nothing is wrong with them.
  @discardableResult
  public func submit(_ answers: FormAnswers) async throws(IllegalTransition) -> SocialLoginState {
    try await perform(.submit(answers))
  }

  /// Has the owner of the account sent an email, or another one, whose token approves the link.
  @discardableResult
  public func requestVerificationEmail() async throws(IllegalTransition) -> SocialLoginState {
    try await perform(.requestVerificationEmail)
  }

  /// Approves the link with the token from the email, and logs in.
  @discardableResult
  public func redeem(
    verificationToken: Secret
  ) async throws(IllegalTransition) -> SocialLoginState {
    try await perform(.redeem(verificationToken: verificationToken))
  }

  /// Logs in to the account that a link is pending for, and approves the link.
  @discardableResult
  public func logIn(
    username: String, password: Secret
  ) async throws(IllegalTransition) -> SocialLoginState {
    try await perform(.logIn(username: username, password: password))
  }

  /// Makes the call that failed once more.
  ///
  /// - Parameter captcha: the response to one of the captchas that the server offered.
  @discardableResult
  public func retry(
    captcha: CaptchaResponse? = nil
  ) async throws(IllegalTransition) -> SocialLoginState {
    try await perform(.retry, captcha)
  }

  /// Goes back: where only the call failed, to where it was made, with the answers that were given;
  /// where the login failed, to the choice of a provider.
  @discardableResult
  public func goBack() async throws(IllegalTransition) -> SocialLoginState {
    try await perform(.goBack)
  }

  /// Lets go of what there is, for a new choice of a provider. A call that is under way is not waited
  /// for; if it logs the customer in after all, they are logged out again.
  @discardableResult
  public func startOver() async -> SocialLoginState {
    // Every state allows it.
    (try? await perform(.startOver)) ?? state
  }

  private func perform(
    _ action: SocialLoginAction, _ captcha: CaptchaResponse? = nil
  ) async throws(IllegalTransition) -> SocialLoginState {
    var next = try flow.performing(action)
    if case .signIn(let credential) = action { self.credential = credential }
    generation += 1
    let own = generation
    var captcha = captcha
    var stored: (session: CustomerSession, error: StoreError?)?
    while true {
      // Before anybody hears of it. A link is approved as a customer who is logged in already.
      if own == generation, let session = next.session, session != stored?.session {
        stored = (session, await store(session))
      }
      next = next.signedIn(storeError: stored?.error)
      guard own == generation else {
        await discard(next.session)
        break
      }
      if case .signedIn = next.state { credential.map(identities.forget) }
      // Whoever subscribed before the change sees it as a change.
      subscribers.begin(with: state)
      flow = next
      subscribers.send(state)
      guard case .exchanging(let exchange) = next.state else { break }
      let answer = await exchange.call.answer(
        from: client, options: CallOptions(captcha: captcha))
      captcha = nil
      next = try next.receiving(answer)
    }
    return state
  }

  /// Ends a session that nobody waits for any more.
  private func discard(_ session: CustomerSession?) async {
    guard let session else { return }
    await sessions.removeSession(ifCurrent: session)
    await client.logOut(session.credential)
  }

  private func beginSubscriptions() {
    subscribers.begin(with: state)
  }

  private func store(_ session: CustomerSession) async -> StoreError? {
    do throws(StoreError) {
      try await sessions.signIn(session)
      return nil
    } catch {
      return error
    }
  }
}
