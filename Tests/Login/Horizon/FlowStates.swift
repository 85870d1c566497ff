// Social logins in every state, reached through the actions of customers.

import AuthGenHorizon
import AuthGenRuntime
import AuthGenSessions
import HorizonAPI
import Testing

/// Values shared by the tests of flows.
enum Sample {
  static let google = ProviderCredential.google(accessToken: "ya29.secret")

  static let providers = ["google", "facebook", "apple"].map {
    SocialLoginState.LoginProvider(code: $0, name: $0, colour: "#000000", iconUrl: "/\($0).svg")
  }

  static func outcome(
    _ error: AuthenticationError?, token: Secret? = nil, isNew: Bool = false,
    fieldErrors: [AuthenticationOutcome.FieldError?]? = nil, retryToken: Secret? = nil,
    linkID: String? = nil, email: String? = nil, fullName: String? = nil, form: LoginForm? = nil
  ) -> SocialLoginOutcome {
    SocialLoginOutcome(
      authenticationResponse: AuthenticationOutcome(
        error: error, fieldErrors: fieldErrors, token: token,
        customer: token == nil ? nil : .init(id: "1", email: "ada@example.com"),
        newCustomer: isNew),
      socialLoginToken: retryToken, socialLinkId: linkID,
      socialIdentity: .init(email: email, fullName: fullName), form: form)
  }

  static func form(_ fields: [LoginForm.Field]) -> LoginForm {
    LoginForm(identifier: "SOCIAL", title: "Profile", type: .accountCreation, fields: fields)
  }

  static func field(
    _ name: String, _ type: FormFieldType? = nil, required: Bool = false,
    confirmable: Bool = false, disabled: Bool = false, value: String? = nil,
    options: [String] = [], rules: [(ValidatorName, String?)] = [],
    conditions: [LoginForm.Field.RenderCondition] = []
  ) -> LoginForm.Field {
    LoginForm.Field(
      name: name, label: "Label of \(name)", required: required, type: type,
      confirmable: confirmable, disabled: disabled, defaultValue: value,
      answerOptions: options.isEmpty ? nil : options.map { .init(optionKey: $0) },
      validators: rules.map { .init(name: $0.0, argument: $0.1) }, renderConditions: conditions)
  }

  static let emailForm = form([field("email", required: true)])
}

extension SocialLoginFlow {
  static var fresh: SocialLoginFlow {
    SocialLoginFlow(formLocation: "welcome", validation: FormValidation { nil })
  }

  static func listed() throws -> SocialLoginFlow {
    try fresh.performing(.listProviders).receiving(.providers(Sample.providers))
  }

  static func exchanging() throws -> SocialLoginFlow {
    try listed().performing(.signIn(Sample.google))
  }

  /// A flow after the server's response to the token exchange.
  static func after(_ outcome: SocialLoginOutcome) throws -> SocialLoginFlow {
    try exchanging().receiving(.socialLogin(outcome))
  }

  static func missingInformation() throws -> SocialLoginFlow {
    try after(
      Sample.outcome(
        .invalidData, retryToken: "retry-1", fullName: "John Doe", form: Sample.emailForm))
  }

  /// A flow that sends the answers to its form.
  static func submitting() throws -> SocialLoginFlow {
    try missingInformation().performing(.submit(FormAnswers(["email": "a@b.example"])))
  }

  static func linkPending(retryToken: Secret? = "retry-1", linkID: String? = "link-1") throws
    -> SocialLoginFlow
  {
    try after(
      Sample.outcome(
        .socialLinkPending, retryToken: retryToken, linkID: linkID, email: "ada@example.com"))
  }

  static func confirmingAccount(
    _ current: SessionState<CustomerSession> = .signedOut(.noSession)
  ) throws -> SocialLoginFlow {
    try listed().performing(.redeem(verificationToken: "v")).receiving(
      .authentication(
        .init(token: "t0ken", customer: .init(id: "1", email: "eve@example.com"))),
      current: current)
  }

  /// The login after a response, while no customer is signed in.
  func receiving(_ response: SocialLoginResponse) throws(IllegalTransition) -> SocialLoginFlow {
    try receiving(response, current: .signedOut(.noSession))
  }

  static func signedIn() throws -> SocialLoginFlow {
    try after(Sample.outcome(nil, token: "t0ken"))
  }

  static func failed() throws -> SocialLoginFlow {
    try after(Sample.outcome(.invalidToken))
  }

  /// A flow with only a failed call, which can be retried.
  static func interrupted() throws -> SocialLoginFlow {
    try exchanging().receiving(.failure(.offline))
  }
}

/// What has a state of a social login. Its values are nil in other states.
protocol StateOfALogin {
  var state: SocialLoginState { get }
}

extension SocialLoginFlow: StateOfALogin {}

extension SocialLoginState: StateOfALogin {
  var state: SocialLoginState { self }
}

extension StateOfALogin {
  var call: SocialLoginCall? {
    if case .exchanging(let exchange) = state { exchange.call } else { nil }
  }

  /// What the form's answers are sent as.
  var submitted: SocialLoginInput? {
    if case .submitInformation(let input) = call { input } else { nil }
  }

  var failure: SocialLoginFailure? {
    if case .failed(let failure) = state { failure } else { nil }
  }

  var information: SocialLoginState.MissingInformation? {
    if case .missingInformation(let information) = state { information } else { nil }
  }

  var link: SocialLoginState.LinkPending? {
    if case .linkPending(let link) = state { link } else { nil }
  }

  var confirmation: SocialLoginState.AccountConfirmation? {
    if case .confirmingAccount(let confirmation) = state { confirmation } else { nil }
  }

  var customer: SocialLoginState.SignedIn? {
    if case .signedIn(let signedIn) = state { signedIn } else { nil }
  }

  /// Whether the pending link is approved.
  var isApproved: Bool { if case .approved = customer?.linkApproval { true } else { false } }

  var isChoosing: Bool { if case .choosingProvider = state { true } else { false } }

  /// Whether no list of providers has been requested.
  var isFresh: Bool { if case .choosingProvider(nil) = state { true } else { false } }

  /// The providers that the customer can choose.
  var listed: [SocialLoginState.LoginProvider]? {
    if case .choosingProvider(let providers) = state { providers } else { nil }
  }
}

extension RequestError {
  static let offline = RequestError(
    .transport(TransportError(.cannotConnect, wasSent: false)), progress: .notSent,
    operationName: "ExchangeSocialToken")
}
