// What a screen shows for each state of a social login: texts, inputs, and the next steps.
//
//     choosingProvider([Google, Apple])   Sign in                  a button for each provider
//     missingInformation(form)            Complete your profile    the form, and another way to sign in
//     failed(ACCOUNT_LOCKED)              Sign-in not completed    Reset my password, and another way

public import AuthGenHorizon
import AuthGenRuntime
import AuthGenSessions
import Foundation

/// The content of a screen for a state of a social login.
///
/// ```swift
/// let screen = SocialLoginScreen(model.state)
/// show(screen.title, screen.messages, screen.steps.map(\.title))
/// ```
public struct SocialLoginScreen: Sendable {
  /// The inputs of a screen.
  public enum Content: Sendable {
    case providers([ProviderButton])
    case form(FormModel)
    /// The login by password, to approve a link.
    case passwordLogin(PasswordLogin)
    case none
  }

  public let title: String
  /// The problem to show. A screen reader reads it when it appears. Nil if there is none.
  public private(set) var problem: String?
  /// Sentences to show below the title.
  public private(set) var messages: [String] = []
  public private(set) var content: Content = .none
  /// The next steps, in the order of their buttons. The first is the one that helps most.
  public private(set) var steps: [StepButton] = []
  /// What the customer waits for. The inputs and steps are disabled until it is nil.
  public private(set) var progress: String?
  /// The step that the screen takes without a button when it appears.
  public private(set) var automaticStep: LoginStep?
  /// The message that tells the result of the last step; nil if it is the title or the problem.
  private var news: String?

  /// Creates the screen for a state.
  ///
  /// - Parameters:
  ///   - state: the state of the login.
  ///   - appleCodes: the codes under which the site lists Apple. Default: "apple".
  public init(_ state: SocialLoginState, appleCodes: Set<String> = ["apple"]) {
    switch state {
    case .choosingProvider(let providers): self.init(providers, appleCodes)
    case .exchanging(let exchange):
      self.init(exchange.origin, appleCodes: appleCodes)
      progress = exchange.call.progress.text()
      problem = nil
      automaticStep = nil
    case .missingInformation(let information): self.init(information)
    case .linkPending(let link): self.init(link)
    case .confirmingAccount(let confirmation): self.init(confirmation)
    case .signedIn(let signedIn): self.init(signedIn)
    case .failed(let failure): self.init(failure)
    }
  }

  private init(_ providers: [SocialLoginState.LoginProvider]?, _ appleCodes: Set<String>) {
    title = HorizonUIText.chooseProvider.text()
    guard let providers else {
      progress = HorizonUIText.loading.text()
      automaticStep = .listProviders
      return
    }
    content = .providers(ProviderButton.all(for: providers, appleCodes: appleCodes))
    if providers.isEmpty {
      messages = [HorizonUIText.noProviders.text()]
      steps = [StepButton(.listProviders, .retry)]
    }
  }

  private init(_ information: SocialLoginState.MissingInformation) {
    let form = FormModel(information)
    title = form.title
    content = .form(form)
    steps = [StepButton(.startOver, .chooseAnotherWay)]
  }

  private init(_ link: SocialLoginState.LinkPending) {
    title = HorizonUIText.linkPending.text()
    problem = link.problem?.localizedDescription
    let address = link.identity.email
    messages = [
      HorizonUIText.text(.accountExists, .accountExistsSomewhere, address),
      link.emailsSent == 0
        ? HorizonUIText.confirmOwner.text()
        : HorizonUIText.text(.emailSent, .emailSentSomewhere, address),
    ]
    news = link.emailsSent == 0 ? nil : messages.last
    if link.canLogIn { content = .passwordLogin(PasswordLogin(username: address ?? "")) }
    if link.canRequestEmail {
      steps = [
        StepButton(.requestEmail, link.emailsSent == 0 ? .sendEmail : .sendAnotherEmail)
      ]
    }
    steps.append(StepButton(.startOver, .chooseAnotherWay))
  }

  private init(_ confirmation: SocialLoginState.AccountConfirmation) {
    title = HorizonUIText.accountOfLink.text()
    let address = confirmation.customer?.email
    messages = [HorizonUIText.text(.emailLeadsToAccount, .emailLeadsToOtherAccount, address)]
    if let replaced = confirmation.replaced {
      messages.append(
        HorizonUIText.text(
          .replacedSession, .replacedSessionOfNoName, replaced.customer?.email))
    }
    steps = [
      address.map { StepButton(.confirmAccount, .continueAs, ["email": $0]) }
        ?? StepButton(.confirmAccount, .continue),
      StepButton(.goBack, .declineAccount),
    ]
  }

  private init(_ signedIn: SocialLoginState.SignedIn) {
    let name = signedIn.session.customer?.fullName
    title =
      signedIn.isNewCustomer
      ? HorizonUIText.text(.welcomeByName, .welcome, name, "name")
      : HorizonUIText.text(.welcomeBackByName, .welcomeBack, name, "name")
    if signedIn.isNewCustomer { messages = [HorizonUIText.accountIsReady.text()] }
    switch signedIn.linkApproval {
    case .refused, .failed: messages.append(HorizonUIText.linkNotApproved.text())
    case .approved, nil: break
    }
    problem = signedIn.storeError.map(\.userSentences)
  }

  private init(_ failure: SocialLoginFailure) {
    title = HorizonUIText.notSignedIn.text()
    problem = failure.localizedDescription
    messages = [failure.failureReason, failure.recoverySuggestion].compactMap { $0 }
    steps = failure.steps
  }
}

extension SocialLoginScreen {
  /// A text of a screen, to which a screen reader moves.
  package enum Focus: Hashable, Sendable {
    case title(String)
    case problem(String)
    case message(String)
    case progress(String)
  }

  /// What a screen reader reads when this screen replaces another one. It does not depend on the answers to a
  /// form.
  package var focus: Focus {
    if let progress { return .progress(progress) }
    if let problem { return .problem(problem) }
    if let news { return .message(news) }
    return .title(title)
  }

  /// Whether a screen reader reads the problems of a form in place of ``focus``.
  package var hasFormProblems: Bool {
    if case .form(let form) = content { form.announcement != nil } else { false }
  }
}

/// The login to an existing account by password.
public struct PasswordLogin: Hashable, Sendable {
  /// The initial text of ``usernameField``.
  public let username: String

  public var usernameField: FormFieldModel {
    FormFieldModel(name: "username", label: .emailAddress, input: .text(.emailAddress))
  }
  public var passwordField: FormFieldModel {
    FormFieldModel(name: "password", label: .password, input: .secret(isNew: false))
  }
  /// The text of the button that logs in.
  public var submitTitle: String { HorizonUIText.usePassword.text() }
}

extension SocialLoginFailure {
  /// The step of the resolution first, then what else is possible.
  fileprivate var steps: [StepButton] {
    var steps: [StepButton] =
      switch resolution {
      case .authenticateAgain, .completeForm, .requestEmail: [StepButton(.startOver, .signInAgain)]
      case .resetPassword: [StepButton(.resetPassword, .resetPassword)]
      case .logIn: [StepButton(.logIn, .usePassword)]
      case .solveCaptcha(let offers): [StepButton(.solveCaptcha(offers), .solveCaptcha)]
      case .contactSupport: [StepButton(.contactSupport, .contactSupport)]
      case .contactAccountManager, .readEmail, .retry: []
      }
    if canRetry, steps.first?.step.isCaptcha != true { steps.append(StepButton(.retry, .retry)) }
    switch origin {
    case .choosingProvider: steps.append(StepButton(.startOver, .chooseAnotherWay))
    default: steps.append(StepButton(.goBack, .goBack))
    }
    // A step has one button.
    return steps.reduce(into: []) { unique, button in
      if !unique.map(\.step).contains(button.step) { unique.append(button) }
    }
  }
}

extension LoginStep {
  fileprivate var isCaptcha: Bool {
    if case .solveCaptcha = self { true } else { false }
  }
}

extension SocialLoginCall {
  /// What the customer waits for.
  fileprivate var progress: HorizonUIText {
    switch self {
    case .listProviders(then: nil): .loading
    case .requestVerificationEmail: .sendingEmail
    case .submitInformation: .sendingForm
    case .listProviders, .exchangeToken, .redeem, .logIn, .approveLink: .signingIn
    }
  }
}

extension StoreError {
  /// What happened, and what the customer can do.
  fileprivate var userSentences: String {
    [errorDescription, recoverySuggestion].compactMap { $0 }.joined(separator: " ")
  }
}

extension HorizonUIText {
  /// Returns a text with a value, or another text if there is no value.
  fileprivate static func text(
    _ text: HorizonUIText, _ other: HorizonUIText, _ value: String?, _ name: String = "email"
  ) -> String {
    value.map { text.text([name: $0]) } ?? other.text()
  }
}
