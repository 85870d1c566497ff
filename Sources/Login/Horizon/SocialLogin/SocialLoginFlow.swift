// The transitions of a social login: a function of its state and an event, without a network, a clock or a
// store.
//
//     choosingProvider             signIn(google)                 exchanging: listProviders
//     exchanging: listProviders    the list has google            exchanging: exchangeToken
//     exchanging: exchangeToken    a token and a customer         signedIn
//                                  or SOCIAL_LINK_PENDING         linkPending

public import AuthGenRuntime
public import AuthGenSessions
public import HorizonAPI

/// An action of the customer or the app.
public enum SocialLoginAction: Hashable, Sendable {
  /// Fetch the site's providers.
  case listProviders
  /// Log in with a provider's credential.
  case signIn(ProviderCredential)
  /// Keep the answers so far. The problem with an answer ends when the answer changes.
  case update(FormAnswers)
  /// Send the answers to the form.
  case submit(FormAnswers)
  /// Send the account's owner an email, or another one.
  case requestVerificationEmail
  /// Log in with the token from that email. It needs no pending link, because the app may have been
  /// restarted since.
  case redeem(verificationToken: Secret)
  /// Log in to the account of the email's link.
  case confirmAccount
  /// Log in to the account of the pending link, and approve the link.
  case logIn(username: String, password: Secret)
  /// Repeat the call that failed.
  case retry
  /// Go back to the state before the failed call, or decline the account of the email's link.
  case goBack
  /// Choose a provider again, in any state.
  case startOver
}

extension SocialLoginAction {
  /// Whether the action continues the current login. All other actions begin one.
  var continuesLogin: Bool {
    switch self {
    case .update, .submit, .requestVerificationEmail, .logIn, .confirmAccount, .retry, .goBack: true
    case .listProviders, .signIn, .redeem, .startOver: false
    }
  }
}

/// An action that the state does not allow. The state is unchanged.
public struct IllegalTransition: Error, Hashable, Sendable, CustomStringConvertible {
  /// The name of the login's state, such as `linkPending`.
  public let state: String
  /// The name of the action, such as `submit`.
  public let action: String

  public var description: String { "A social login in state '\(state)' allows no '\(action)'." }
}

/// A social login as a value: ``performing(_:)`` and ``receiving(_:current:)`` return the next value.
/// ``SocialLogin`` runs it.
public struct SocialLoginFlow: Sendable {
  public private(set) var state: SocialLoginState
  /// The site's providers; nil until they are fetched.
  public private(set) var providers: [SocialLoginState.LoginProvider]?
  private let formLocation: String
  private let validation: FormValidation

  /// Creates a login in the state `choosingProvider`.
  ///
  /// - Parameters:
  ///   - formLocation: the screen that shows the form, for the record of a consent to marketing.
  ///     Default: "social-login".
  ///   - validation: checks answers before they are sent.
  public init(
    formLocation: String = "social-login", validation: FormValidation = FormValidation()
  ) {
    state = .choosingProvider(nil)
    providers = nil
    self.formLocation = formLocation
    self.validation = validation
  }

  /// Returns the login after an action. The state ``SocialLoginState/exchanging(_:)`` contains the
  /// call to make; pass its response to ``receiving(_:current:)``.
  public func performing(_ action: SocialLoginAction) throws(IllegalTransition) -> SocialLoginFlow {
    switch (action, state) {
    case (.startOver, _):
      return to(.choosingProvider(providers))
    case (.listProviders, _) where state.canBegin:
      return calling(.listProviders(then: nil))
    case (.signIn(let credential), _) where state.canBegin:
      return signingIn(with: credential)
    case (.redeem(let token), .linkPending):
      return calling(.redeem(verificationToken: token))
    case (.redeem(let token), _) where state.canBegin:
      return calling(.redeem(verificationToken: token))
    case (.update(let answers), .missingInformation(var information)):
      information.problems.removeAll { !answers.agree(with: information.answers, on: $0.fieldName) }
      information.answers = answers
      return to(.missingInformation(information))
    case (.submit(let answers), .missingInformation(let information)):
      return submitting(answers, to: information)
    case (.requestVerificationEmail, .linkPending(let link)):
      guard let token = link.socialLoginToken else { break }
      return calling(.requestVerificationEmail(socialLoginToken: token))
    case (.logIn(let username, let password), .linkPending(let link)) where link.canLogIn:
      return calling(.logIn(username: username, password: password))
    case (.retry, .failed(let failure)):
      guard let call = failure.call else { break }
      return to(.exchanging(.init(call: call, origin: failure.origin)))
    case (.goBack, .failed(let failure)):
      return to(failure.origin)
    case (.goBack, .confirmingAccount(let confirmation)):
      return to(confirmation.origin)
    case (.confirmAccount, .confirmingAccount(let confirmation)):
      return signedIn(confirmation)
    default:
      break
    }
    throw IllegalTransition(state: state.name, action: action.name)
  }

  /// Returns the login after the response to a call.
  ///
  /// - Parameters:
  ///   - response: the response, or the failure of the call.
  ///   - current: the state of the session that a login replaces. The link of an email replaces the session
  ///     of another customer only if the customer confirms it.
  public func receiving(
    _ response: SocialLoginResponse, current: SessionState<CustomerSession>
  ) throws(IllegalTransition) -> SocialLoginFlow {
    let unexpected = IllegalTransition(state: state.name, action: "response")
    guard case .exchanging(let exchange) = state else { throw unexpected }
    switch (response, exchange.call) {
    case (.failure(let error), .approveLink(_, let session)):
      return signedIn(session, linkApproval: .failed(error))
    case (.approval(let isApproved), .approveLink(_, let session)):
      return signedIn(session, linkApproval: isApproved ? .approved : .refused)
    case (.failure(let error), let call):
      return failed(.request(error), error.resolution, retrying: call, from: exchange.origin)
    case (.providers(let list), .listProviders(let credential)):
      var listed = to(.choosingProvider(list))
      listed.providers = list
      return credential.map(listed.signingIn(with:)) ?? listed
    case (.socialLogin(let outcome), .exchangeToken),
      (.socialLogin(let outcome), .submitInformation):
      return after(outcome, exchange)
    case (.verificationEmail(let email), .requestVerificationEmail(let token)):
      return after(email, sentWith: token, exchange)
    case (.authentication(let outcome), .redeem), (.authentication(let outcome), .logIn):
      return after(outcome, exchange, current)
    default:
      throw unexpected
    }
  }

  /// Whether no login is under way, so that an earlier one can be continued.
  var canResume: Bool {
    switch state {
    case .choosingProvider: true
    case .exchanging(let exchange):
      if case .listProviders(then: nil) = exchange.call { true } else { false }
    default: false
    }
  }

  /// Whether the login waits for the link of an email, and can redeem its token now.
  var awaitsLink: Bool {
    switch state {
    case .linkPending: true
    case .failed(let failure): if case .linkPending = failure.origin { true } else { false }
    default: false
    }
  }

  /// Returns the login at a form or a pending link that an earlier run of the app has left.
  func resuming(_ step: PendingSocialLogin.Step) -> SocialLoginFlow { to(step.state) }

  /// The session of a customer who is logged in, before or after a link is approved.
  var session: CustomerSession? {
    switch state {
    case .signedIn(let signedIn): signedIn.session
    case .exchanging(let exchange):
      if case .approveLink(_, let session) = exchange.call { session } else { nil }
    default: nil
    }
  }

  /// Whether the server has accepted the customer's credential, password or email.
  var isAccepted: Bool { session != nil || unconfirmedSession != nil }

  /// The session of an account that the customer has not confirmed yet.
  var unconfirmedSession: CustomerSession? {
    if case .confirmingAccount(let confirmation) = state { confirmation.session } else { nil }
  }

  /// Returns the same login, with the error of storing the session, if any.
  func signedIn(storeError: StoreError?) -> SocialLoginFlow {
    guard case .signedIn(var signedIn) = state else { return self }
    signedIn.storeError = storeError
    return to(.signedIn(signedIn))
  }

  /// Returns a login that came after another login or a logout, or whose task is cancelled.
  func superseded() -> SocialLoginFlow {
    failed(.request(.superseded(operationName: "socialLogin")), .authenticateAgain)
  }

  /// Returns a login whose session was not used, because the app's account of the customer is removed.
  func notStored(_ error: StoreError) -> SocialLoginFlow {
    failed(.notStored(error), .authenticateAgain)
  }

  // MARK: Steps

  private func to(_ state: SocialLoginState) -> SocialLoginFlow {
    var next = self
    next.state = state
    return next
  }

  /// Makes a call. If the call fails, the customer can go back to this state, or from a failure to
  /// its origin.
  private func calling(_ call: SocialLoginCall) -> SocialLoginFlow {
    let origin: SocialLoginState =
      switch state {
      case .failed(let failure): failure.origin
      case .signedIn: .choosingProvider(providers)
      default: state
      }
    return to(.exchanging(.init(call: call, origin: origin)))
  }

  /// Fails the login. The customer can go back to `origin`. If it is nil, the login cannot
  /// continue, and the customer can go back to the choice of a provider.
  private func failed(
    _ reason: SocialLoginFailure.Reason, _ resolution: SocialLoginFailure.Resolution,
    retrying call: SocialLoginCall? = nil, from origin: SocialLoginState? = nil
  ) -> SocialLoginFlow {
    to(
      .failed(
        SocialLoginFailure(
          reason: reason, resolution: resolution, call: call,
          origin: origin ?? .choosingProvider(providers))))
  }

  /// Fails the login with an error that ends it.
  private func failed(_ error: AuthenticationError) -> SocialLoginFlow {
    failed(.authentication(error), error.resolutionOfAnEnd)
  }

  /// Checks that the provider is enabled. Fetches the list of providers first if it is not known.
  private func signingIn(with credential: ProviderCredential) -> SocialLoginFlow {
    let choosing = to(.choosingProvider(providers))
    guard let enabled = providers?.map(\.code) else {
      return choosing.calling(.listProviders(then: credential))
    }
    let code = credential.providerCode
    guard enabled.containsSameBytes(as: code) else {
      return failed(.providerNotEnabled(code: code, enabled: enabled), .contactAccountManager)
    }
    guard !credential.bypassesItsProvider else {
      return failed(.providerHasItsOwnCredential(code: code), .contactSupport)
    }
    return choosing.calling(.exchangeToken(credential))
  }

  /// Sends the answers if the validation finds no problems.
  private func submitting(
    _ answers: FormAnswers, to information: SocialLoginState.MissingInformation
  ) -> SocialLoginFlow {
    var answered = information
    answered.answers = answers
    answered.problems = validation.problems(in: answers, to: information.form)
    guard answered.problems.isEmpty else { return to(.missingInformation(answered)) }
    let sent = SocialLoginMissingInformation(
      answers, to: information.form, location: formLocation
    ).completed(by: information.accepted, exceptFor: information.form)
    return to(.missingInformation(answered)).calling(
      .submitInformation(
        SocialLoginInput(
          socialAuthenticationToken: information.socialLoginToken, missingInformation: sent)))
  }

  private func after(
    _ outcome: SocialLoginOutcome, _ exchange: SocialLoginState.Exchange
  ) -> SocialLoginFlow {
    switch outcome.authenticationResponse.error {
    case nil:
      return signedIn(outcome.authenticationResponse)
    case .invalidData:
      return missingInformation(outcome, exchange)
        ?? failed(.invalidData)
    case .socialLinkPending:
      let link = SocialLoginState.LinkPending(
        identity: exchange.identity(outcome), socialLinkID: outcome.socialLinkId,
        socialLoginToken: outcome.socialLoginToken)
      guard link.canRequestEmail || link.canLogIn else {
        return failed(.socialLinkPending)
      }
      return to(.linkPending(link))
    case .some(let error):
      return failed(error)
    }
  }

  /// The form to show; nil if the login cannot continue.
  private func missingInformation(
    _ outcome: SocialLoginOutcome, _ exchange: SocialLoginState.Exchange
  ) -> SocialLoginFlow? {
    var before: SocialLoginState.MissingInformation?
    var accepted: SentAnswers?
    if case .missingInformation(let information) = exchange.origin,
      case .submitInformation(let input) = exchange.call
    {
      (before, accepted) = (information, input.missingInformation?.sent)
    }
    guard let token = outcome.socialLoginToken ?? before?.socialLoginToken,
      let form = outcome.form ?? before?.form
    else { return nil }
    let identity = exchange.identity(outcome)
    var information = SocialLoginState.MissingInformation(
      form: form,
      answers: FormAnswers(initiallyFor: form, identity: identity, previous: before?.answers),
      problems: (outcome.authenticationResponse.fieldErrors ?? []).compactMap { $0 }
        .flatMap(FormProblem.all(in:)),
      identity: identity, socialLoginToken: token)
    information.accepted = accepted
    return to(.missingInformation(information))
  }

  private func after(
    _ email: RequestSocialLinkVerificationEmailMutation.Data.RequestSocialLinkVerificationEmail,
    sentWith token: Secret, _ exchange: SocialLoginState.Exchange
  ) -> SocialLoginFlow {
    guard case .linkPending(var link) = exchange.origin else { return to(exchange.origin) }
    if let error = email.error {
      let isDead = error == .invalidToken
      if isDead { link.socialLoginToken = nil }
      return failed(
        .verificationEmail(error), error.resolution,
        from: link.canLogIn || link.canRequestEmail ? .linkPending(link) : nil)
    }
    link.emailsSent += 1
    link.problem = nil
    link.socialLoginToken = email.socialAuthenticationToken ?? token
    return to(.linkPending(link))
  }

  private func after(
    _ outcome: AuthenticationOutcome, _ exchange: SocialLoginState.Exchange,
    _ current: SessionState<CustomerSession>
  ) -> SocialLoginFlow {
    guard let error = outcome.error else {
      guard let session = CustomerSession(outcome) else {
        return failed(.noToken, .contactSupport)
      }
      let isNew = outcome.newCustomer ?? false
      switch (exchange.call, exchange.origin) {
      case (.logIn, .linkPending(let link)):
        guard let id = link.socialLinkID else { return signedIn(session, isNewCustomer: isNew) }
        return to(
          .exchanging(
            .init(call: .approveLink(socialLinkID: id, session), origin: exchange.origin)))
      case (.redeem, let origin):
        let confirmation = SocialLoginState.AccountConfirmation(
          session: session, isNewCustomer: isNew, replaced: current.session, origin: origin)
        guard confirmation.isOfPendingLink, current.mayBecome(session) else {
          return to(.confirmingAccount(confirmation))
        }
        return signedIn(confirmation)
      default:
        return signedIn(session, isNewCustomer: isNew)
      }
    }
    // The customer can correct the error in the same state.
    if case .linkPending(var link) = exchange.origin, error != .accountLocked {
      link.problem = error
      return to(.linkPending(link))
    }
    return failed(error)
  }

  private func signedIn(_ outcome: AuthenticationOutcome) -> SocialLoginFlow {
    guard let session = CustomerSession(outcome) else {
      return failed(.noToken, .contactSupport)
    }
    return signedIn(session, isNewCustomer: outcome.newCustomer ?? false)
  }

  private func signedIn(
    _ confirmation: SocialLoginState.AccountConfirmation
  ) -> SocialLoginFlow {
    signedIn(
      confirmation.session, isNewCustomer: confirmation.isNewCustomer,
      linkApproval: confirmation.isOfPendingLink ? .approved : nil)
  }

  private func signedIn(
    _ session: CustomerSession, isNewCustomer: Bool = false,
    linkApproval: SocialLoginState.LinkApproval? = nil
  ) -> SocialLoginFlow {
    to(
      .signedIn(
        .init(session: session, isNewCustomer: isNewCustomer, linkApproval: linkApproval)))
  }
}

extension SocialLoginState.AccountConfirmation {
  /// Whether it is the account of the pending link.
  fileprivate var isOfPendingLink: Bool {
    if case .linkPending(let link) = origin { session.belongs(to: link) } else { false }
  }
}

extension SessionState<CustomerSession> {
  /// Whether a login with this session ends no session of another customer.
  fileprivate func mayBecome(_ session: CustomerSession) -> Bool {
    switch self {
    case .signedOut: true
    case .signedIn(let current), .needsLogin(let current, _):
      current.userIdentity.flatMap { session.userIdentity?.hasSameBytes(as: $0) } ?? false
    case .unavailable: false
    }
  }
}

extension CustomerSession {
  /// Whether the session is for the account of a pending link. Addresses are compared by bytes,
  /// except for the case of ASCII letters.
  fileprivate func belongs(to link: SocialLoginState.LinkPending) -> Bool {
    guard let email = customer?.email, let expected = link.identity.email else { return false }
    return email.utf8.elementsEqual(expected.utf8) { $0.asciiLowercased == $1.asciiLowercased }
  }
}

extension SocialLoginState.Exchange {
  /// The customer's identity at the provider: the server's data, completed with earlier data.
  fileprivate func identity(_ outcome: SocialLoginOutcome) -> SocialIdentity {
    let known: SocialIdentity? =
      switch (call, origin) {
      case (.exchangeToken(let credential), _): credential.identity
      case (_, .missingInformation(let information)): information.identity
      default: nil
      }
    return (outcome.socialIdentity.map(SocialIdentity.init) ?? SocialIdentity())
      .completed(by: known)
  }
}

extension SocialLoginState {
  /// Whether a login can begin: there is no call under way and no input pending.
  fileprivate var canBegin: Bool {
    switch self {
    case .choosingProvider, .failed, .signedIn: true
    case .exchanging, .missingInformation, .linkPending, .confirmingAccount: false
    }
  }
}
