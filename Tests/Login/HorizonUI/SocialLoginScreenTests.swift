// Tests the texts, inputs and next steps of the screens of a social login.

import AuthGenHorizonUI
import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import AuthGenTesting
import Foundation
import HorizonAPI
import Testing

@testable import AuthGenHorizon

@Suite struct SocialLoginScreenTests {
  private func screen(_ flow: SocialLoginFlow) -> SocialLoginScreen {
    SocialLoginScreen(flow.state)
  }

  private func screen(
    _ reason: SocialLoginFailure.Reason, _ resolution: SocialLoginFailure.Resolution,
    call: SocialLoginCall? = nil, origin: SocialLoginState = .choosingProvider([])
  ) -> SocialLoginScreen {
    SocialLoginScreen(
      .failed(.init(reason: reason, resolution: resolution, call: call, origin: origin)))
  }

  // MARK: Providers

  @Test func listIsFetchedWithoutAButton() {
    let loading = screen(.fresh)
    #expect(loading.title == "Sign in" && loading.progress == "Loading" && loading.steps == [])
    #expect(loading.automaticStep == .listProviders)
  }

  @Test func providersHaveTheirButtons() throws {
    let listed = screen(try .listed())
    #expect(listed.buttons?.map(\.id) == ["google", "facebook", "apple"])
    #expect(listed.progress == nil && listed.automaticStep == nil && listed.problem == nil)
  }

  @Test func emptyListIsExplained() {
    let empty = SocialLoginScreen(.choosingProvider([]))
    #expect(empty.messages == ["Sign-in is not available right now."])
    #expect(empty.steps.map(\.step) == [.listProviders])
  }

  // MARK: What a view does

  /// The steps that a view takes, and the number of logins that it reports.
  private func reactions(to flows: [SocialLoginFlow]) -> (steps: [LoginStep], logins: Int) {
    var watch = LoginWatch()
    var all: (steps: [LoginStep], logins: Int) = ([], 0)
    for flow in flows {
      switch watch.reaction(to: flow.state) {
      case .perform(let step): all.steps.append(step)
      case .report: all.logins += 1
      case nil: break
      }
    }
    return all
  }

  @Test func loginIsReportedOnce() throws {
    let login: [SocialLoginFlow] = [.fresh, try .listed(), try .exchanging(), try .signedIn()]
    #expect(reactions(to: login).logins == 1)
    #expect(reactions(to: login).steps == [.listProviders])
    // The view appears again.
    #expect(reactions(to: login + [try .signedIn()]).logins == 1)
    #expect(reactions(to: login + [try .exchanging(), try .signedIn()]).logins == 2)
  }

  /// After a logout, the state of the login is still `signedIn`.
  @Test func earlierLoginIsNotReportedAndTheListIsFetched() throws {
    let reopened = reactions(to: [try .signedIn(), try .listed()])
    #expect(reopened.logins == 0 && reopened.steps == [.listProviders])
  }

  @Test func failureIsNotReplacedByAList() async throws {
    let failure = reactions(to: [try .interrupted()])
    #expect(failure.steps == [] && failure.logins == 0)
    let login = login()
    try await login.signIn(with: .facebook(accessToken: "not enabled"))
    #expect(await login.state.failure != nil)
    await LoginStep.listProviders.performUnlessFailed(on: login)
    #expect(await login.state.failure != nil)
  }

  @Test func screenReaderMovesToWhatIsNew() throws {
    #expect(screen(.fresh).focus == .progress("Loading"))
    #expect(screen(try .listed()).focus == .title("Sign in"))
    #expect(screen(try .interrupted()).focus == .problem("The server cannot be reached."))
    var link = SocialLoginState.LinkPending(
      identity: SocialIdentity(email: "a@b.example"), socialLoginToken: "t", emailsSent: 1)
    #expect(
      SocialLoginScreen(.linkPending(link)).focus
        == .message("We sent an email to a@b.example. Open the link in it."))
    link.problem = .failedLogin
    #expect(
      SocialLoginScreen(.linkPending(link)).focus
        == .problem("The email address or the password is wrong."))
  }

  /// The form moves the screen reader to its problems, and stays there while the customer corrects them.
  @Test func formsProblemsDoNotMoveTheScreenReaderToTheTitle() throws {
    let refused = try SocialLoginFlow.missingInformation()
      .performing(.submit(FormAnswers()))
    #expect(screen(refused).hasFormProblems)
    let corrected = try refused.performing(.update(FormAnswers(["email": "a@b.example"])))
    #expect(!screen(corrected).hasFormProblems)
    #expect(screen(refused).focus == screen(corrected).focus)
  }

  // MARK: Progress

  /// The screen before the call stays, so that the form keeps its input and a screen reader its place.
  @Test func screenBeforeACallStaysWithProgress() throws {
    let screens = [
      screen(try .exchanging()), screen(try .submitting()),
      screen(try .linkPending().performing(.requestVerificationEmail)),
      screen(try .fresh.performing(.listProviders)),
    ]
    #expect(
      screens.map(\.progress) == [
        "Signing in", "Sending your answers", "Sending the email", "Loading",
      ])
    #expect(screens[0].title == "Sign in" && screens[0].buttons != nil)
    #expect(screens[1].title == "Profile" && screens[3].automaticStep == nil)
  }

  // MARK: Form and link

  @Test func formHasItsFieldsAndAnotherWay() throws {
    let missing = screen(try .missingInformation())
    guard case .form(let form) = missing.content else {
      Issue.record("\(missing)")
      return
    }
    #expect(missing.title == "Profile")
    #expect(form.fields.map(\.title) == ["Label of email (required)"])
    #expect(missing.steps.map(\.title) == ["Choose another way to sign in"])
    #expect(missing.steps.map(\.step) == [.startOver])
  }

  @Test func pendingLinkOffersAnEmailAndAPassword() throws {
    let pending = screen(try .linkPending())
    #expect(pending.title == "Is this account yours?")
    #expect(pending.messages.first == "An account with the address ada@example.com already exists.")
    #expect(pending.steps.map(\.title) == ["Send me an email", "Choose another way to sign in"])
    guard case .passwordLogin(let passwordLogin) = pending.content else {
      Issue.record("\(pending)")
      return
    }
    #expect(passwordLogin.username == "ada@example.com")
    #expect(passwordLogin.usernameField.input == .text(.emailAddress))
    #expect(passwordLogin.passwordField.input == .secret(isNew: false))
    #expect(passwordLogin.passwordField.title == "Password")
  }

  @Test func pendingLinkOffersOnlyWhatIsPossible() throws {
    #expect(screen(try .linkPending(retryToken: nil)).steps.map(\.step) == [.startOver])
    guard case .none = screen(try .linkPending(linkID: nil)).content else {
      Issue.record("a password cannot approve a link that has no identifier")
      return
    }
  }

  @Test func sentEmailAndProblemAreShown() {
    var link = SocialLoginState.LinkPending(
      identity: SocialIdentity(email: "ada@example.com"), socialLinkID: "1", socialLoginToken: "t",
      emailsSent: 1, problem: .failedLogin)
    let shown = SocialLoginScreen(.linkPending(link))
    #expect(shown.messages.last == "We sent an email to ada@example.com. Open the link in it.")
    #expect(shown.problem == "The email address or the password is wrong.")
    #expect(shown.steps.first?.title == "Send another email")
    link = SocialLoginState.LinkPending(identity: SocialIdentity(), socialLoginToken: "t")
    #expect(
      SocialLoginScreen(.linkPending(link)).messages.first
        == "An account with the address from your provider already exists.")
  }

  @Test func accountOfALinkIsConfirmedByItsAddress() throws {
    let confirming = screen(try .confirmingAccount())
    #expect(confirming.title == "Continue with this account?")
    #expect(confirming.messages == ["This link signs you in as eve@example.com."])
    #expect(
      confirming.steps.map(\.title) == ["Continue as eve@example.com", "This is not my account"])
    #expect(confirming.steps.map(\.step) == [.confirmAccount, .goBack])
    let session = try #require(try SocialLoginFlow.signedIn().customer).session
    #expect(
      screen(try .confirmingAccount(.signedIn(session))).messages.last
        == "You are signed in as ada@example.com. If you continue, you will be "
        + "signed out of that account.")
  }

  // MARK: The end

  @Test func customerIsWelcomed() throws {
    let customer = try #require(try SocialLoginFlow.signedIn().customer)
    #expect(screen(try .signedIn()).title == "Welcome back")
    let new = SocialLoginScreen(
      .signedIn(
        .init(
          session: customer.session, isNewCustomer: true, linkApproval: .refused,
          storeError: StoreError(.noSpace, place: "s3cret"))))
    #expect(new.title == "Welcome")
    #expect(
      new.messages == [
        "Your account is ready.", "Your provider could not be linked to your account.",
      ])
    #expect(
      new.problem
        == "Your sign-in could not be saved. Free some space on the device, and try again.")
  }

  private static let otherWay = "Choose another way to sign in"

  /// The first step of a failure is that of its resolution. The last one starts over.
  @Test(arguments: [
    (SocialLoginFailure.Resolution.authenticateAgain, nil, ["Sign in again"]),
    (.resetPassword, LoginStep.resetPassword, ["Reset my password", otherWay]),
    (.logIn, .logIn, ["Sign in with my password", otherWay]),
    (.solveCaptcha([]), .solveCaptcha([]), ["Complete the security check", otherWay]),
    (.contactSupport, .contactSupport, ["Contact support", otherWay]),
    (.contactAccountManager, nil, [otherWay]), (.readEmail, nil, [otherWay]),
  ])
  func failureOffersItsNextStep(
    resolution: SocialLoginFailure.Resolution, step: LoginStep?, titles: [String]
  ) throws {
    let shown = screen(.authentication(.accountLocked), resolution)
    #expect(shown.title == "Sign-in not completed")
    #expect(shown.problem == "Your account is locked.")
    #expect(shown.steps.map(\.title) == titles)
    #expect(shown.steps.map(\.step) == [step, .startOver].compactMap { $0 })
  }

  @Test func failedCallCanBeRepeatedOrLeft() throws {
    #expect(
      screen(try .interrupted()).steps.map(\.title) == [
        "Try again", "Choose another way to sign in",
      ])
    let form = screen(try .submitting().receiving(.failure(.offline)))
    #expect(form.steps.map(\.step) == [.retry, .goBack])
    #expect(form.problem == "The server cannot be reached.")
    #expect(
      form.messages == [
        "The device is offline, or the server is not available.",
        "Check the internet connection, and try again.",
      ])
    // A captcha's response belongs to the retry, so there is no retry without it.
    let captcha = screen(
      .request(.offline), .solveCaptcha([]), call: .listProviders(then: nil))
    #expect(captcha.steps.map(\.step) == [.solveCaptcha([]), .startOver])
  }

  // MARK: Steps

  private func login(_ responses: [String: String] = [:]) -> SocialLogin {
    let responses = responses.merging(["GetSocialProviders": providers]) { $1 }
    let transport = MockTransport.flow(responses.mapValues { Data(#"{"data": \#($0)}"#.utf8) })
    return SocialLogin(
      client: GraphQLClient(
        ClientConfiguration(endpoint: MockTransport.endpoint), transport: transport),
      sessions: SessionManager(store: InMemoryStore()))
  }

  private let providers = #"""
    {"socialLoginProviders": [{"code": "google", "name": "G", "colour": "#000", "iconUrl": "/"}]}
    """#

  @Test func loginPerformsItsStepsAndTheAppTheOthers() async throws {
    let login = login()
    #expect(await LoginStep.listProviders.perform(on: login))
    #expect(await login.state.listed?.map(\.code) == ["google"])
    for step in [LoginStep.resetPassword, .logIn, .solveCaptcha([]), .contactSupport] {
      #expect(await !step.perform(on: login))
    }
  }

  /// The second tap on a button comes after the state has changed.
  @Test func stepThatIsNotPossibleAnyMoreHasNoEffect() async throws {
    let login = login()
    for step in [LoginStep.retry, .goBack, .requestEmail, .confirmAccount] {
      #expect(await step.perform(on: login))
    }
    #expect(await login.state.isFresh)
  }

  @Test func providersFailureIsASentenceWithoutItsText() async throws {
    struct Failure: Error { let text = "s3cret" }
    let login = login()
    let problem = await login.signIn { throw Failure() }
    #expect(problem == "Sign-in with your provider was not completed. Try again.")
    #expect(await login.signIn { nil } == nil)
    #expect(await login.signIn { throw CancellationError() } == nil)
    #expect(await login.state.isFresh)
  }

  @Test func providersCredentialIsUsed() async throws {
    let login = login([
      "ExchangeSocialToken": #"""
      {"appSocialLogin": {"authenticationResponse": {"token": "t0ken", "customer": {"id": "1"}}}}
      """#
    ])
    #expect(await login.signIn { .google(accessToken: "a") } == nil)
    #expect(await login.state.customer != nil)
  }
}

extension SocialLoginScreen {
  fileprivate var buttons: [ProviderButton]? {
    if case .providers(let buttons) = content { buttons } else { nil }
  }
}
