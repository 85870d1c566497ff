// Tests the social login's state machine: allowed transitions and rejected ones.

import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import Foundation
import HorizonAPI
import Testing

@testable import AuthGenHorizon

@Suite struct SocialLoginFlowTests {
  // MARK: Which actions a state allows

  static let actions: [(name: String, SocialLoginAction)] = [
    ("listProviders", .listProviders), ("signIn", .signIn(Sample.google)),
    ("submit", .submit(FormAnswers())), ("requestVerificationEmail", .requestVerificationEmail),
    ("redeem", .redeem(verificationToken: "v")), ("logIn", .logIn(username: "u", password: "p")),
    ("confirmAccount", .confirmAccount), ("retry", .retry), ("goBack", .goBack),
    ("startOver", .startOver),
  ]

  @Test func stateAllowsOnlyTheseActions() throws {
    let rows: [(SocialLoginFlow, String)] = [
      (.fresh, "listProviders redeem signIn startOver"), (try .exchanging(), "startOver"),
      (try .missingInformation(), "startOver submit"),
      (try .linkPending(), "logIn redeem requestVerificationEmail startOver"),
      (try .linkPending(retryToken: nil), "logIn redeem startOver"),
      (try .linkPending(linkID: nil), "redeem requestVerificationEmail startOver"),
      (try .confirmingAccount(), "confirmAccount goBack startOver"),
      (try .signedIn(), "listProviders redeem signIn startOver"),
      (try .failed(), "goBack listProviders redeem signIn startOver"),
      (try .interrupted(), "goBack listProviders redeem retry signIn startOver"),
    ]
    for (flow, allowed) in rows {
      var found: [String] = []
      for (name, action) in Self.actions {
        do throws(IllegalTransition) {
          _ = try flow.performing(action)
          found.append(name)
        } catch {
          #expect(error == IllegalTransition(state: flow.state.name, action: name))
        }
      }
      #expect(found.sorted().joined(separator: " ") == allowed, "\(flow.state.name)")
    }
  }

  @Test func unexpectedResponseIsRejected() throws {
    #expect(throws: IllegalTransition.self) {
      try SocialLoginFlow.fresh.receiving(.socialLogin(Sample.outcome(nil, token: "t")))
    }
    #expect(throws: IllegalTransition.self) {
      try SocialLoginFlow.exchanging().receiving(.providers(Sample.providers))
    }
  }

  // MARK: The diagram

  /// The edges of the article's diagram equal the flow's transitions from the samples. A transition out of
  /// `exchanging` follows a response; each other edge has its actions as label.
  @Test func diagramInTheArticleHasTheTransitionsOfTheFlow() throws {
    let article = try Checkout.text("Sources/Login/Horizon/Documentation.docc/AuthGenHorizon.md")
    let block = try #require(
      article.components(separatedBy: "stateDiagram-v2\n").dropFirst().first)
    let lines = block.components(separatedBy: "```")[0].split(separator: "\n")
      .map { $0.trimmingCharacters(in: .whitespaces) }
    let edges = try Self.edges().union(["[*] --> choosingProvider"])
    #expect(Set(lines.filter { !$0.isEmpty }) == edges, "\(edges.sorted().joined(separator: "\n"))")
  }

  private static func edges() throws -> Set<String> {
    let outcome = { (error: AuthenticationError?, token: Secret?) in
      AuthenticationOutcome(
        error: error, token: token, customer: token == nil ? nil : .init(id: "1"),
        newCustomer: false)
    }
    let responses: [SocialLoginResponse] = [
      .providers(Sample.providers), .failure(.offline), .approval(true),
      .socialLogin(Sample.outcome(nil, token: "t")), .socialLogin(Sample.outcome(.invalidToken)),
      .socialLogin(
        Sample.outcome(.invalidData, retryToken: "r", form: Sample.emailForm)),
      .socialLogin(
        Sample.outcome(.socialLinkPending, retryToken: "r", linkID: "l", email: "a@b.c")),
      .verificationEmail(.init(error: nil, socialAuthenticationToken: "r")),
      .authentication(outcome(nil, "t")), .authentication(outcome(.failedLogin, nil)),
      .authentication(
        AuthenticationOutcome(token: "t", customer: .init(id: "1", email: "a@b.c"))),
    ]
    var answers = FormAnswers()
    answers["email"] = "ada@example.com"
    let actions =
      Self.actions + [
        ("submit", .submit(answers)),
        ("signIn", .signIn(.other(providerCode: "amazon", accessToken: "a"))),
      ]
    var performed: [String: Set<String>] = [:]
    var received: Set<String> = []
    var flows: [SocialLoginFlow] = [try .listed()]
    // Six steps reach every state from every origin.
    for _ in 0..<6 {
      var next: [String: SocialLoginFlow] = [:]
      for flow in flows {
        let origin = flow.state.name
        if flow.call == nil {
          for (name, action) in actions where name != "startOver" {
            guard let after = try? flow.performing(action) else { continue }
            performed["\(origin) --> \(after.state.name)", default: []].insert(name)
            next[key(after)] = after
          }
        } else {
          for response in responses {
            guard let after = try? flow.receiving(response) else { continue }
            received.insert("\(origin) --> \(after.state.name)")
            next[key(after)] = after
          }
        }
      }
      flows = Array(next.values)
    }
    return received.union(
      performed.map { "\($0.key): \($0.value.sorted().joined(separator: ", "))" })
  }

  /// Flows with equal keys have the same following states.
  private static func key(_ flow: SocialLoginFlow) -> String {
    func name(_ call: SocialLoginCall) -> String {
      String(describing: Mirror(reflecting: call).children.first?.label ?? "\(call)")
    }
    func name(_ state: SocialLoginState) -> String {
      switch state {
      case .failed(let failure): "failed(\(name(failure.origin)), \(failure.call.map(name) ?? ""))"
      case .exchanging(let exchange): "exchanging(\(name(exchange.call)), \(name(exchange.origin)))"
      case .confirmingAccount(let confirmation): "confirmingAccount(\(name(confirmation.origin)))"
      default: state.name
      }
    }
    return name(flow.state)
  }

  // MARK: Choosing a provider

  @Test func providerListIsRequestedBeforeTheFirstLogin() throws {
    let flow = try SocialLoginFlow.fresh.performing(.signIn(Sample.google))
    guard case .listProviders(then: Sample.google) = flow.call,
      case .exchangeToken(Sample.google) = try flow.receiving(.providers(Sample.providers)).call
    else {
      Issue.record("\(flow.state)")
      return
    }
  }

  @Test func unlistedProviderFailsWithoutACall() throws {
    let flow = try SocialLoginFlow.listed().performing(
      .signIn(.other(providerCode: "amazon", accessToken: "a")))
    let failure = try #require(flow.failure)
    guard case .providerNotEnabled("amazon", ["google", "facebook", "apple"]) = failure.reason
    else {
      Issue.record("\(failure)")
      return
    }
    #expect(failure.resolution == .contactAccountManager && !failure.canRetry)
    #expect(failure.localizedDescription == "This way to sign in is not available.")
    #expect(failure.recoverySuggestion == "Choose another way to sign in.")
  }

  @Test(arguments: ["google", "facebook", "apple"])
  func knownProviderNeedsItsOwnCredential(code: String) throws {
    let credential = ProviderCredential.other(providerCode: code, accessToken: "a")
    let failure = try SocialLoginFlow.listed().performing(.signIn(credential)).failure
    guard case .providerHasItsOwnCredential(code) = failure?.reason else {
      Issue.record("\(failure as Any)")
      return
    }
  }

  @Test(arguments: ["google", "facebook", "apple"])
  func credentialIsNotSentToAnotherProvider(code: String) throws {
    let credentials: [ProviderCredential] = [
      .google(accessToken: "g"), .facebook(accessToken: "f"), .apple(identityToken: "a"),
    ]
    for credential in credentials {
      let flow = try SocialLoginFlow.listed().performing(.signIn(credential.sent(as: code)))
      if credential.providerCode == code {
        guard case .exchangeToken = flow.call else { throw CancellationError() }
      } else {
        guard case .providerHasItsOwnCredential(code) = flow.failure?.reason else {
          Issue.record("\(flow.state)")
          return
        }
      }
    }
  }

  // MARK: Outcomes

  @Test func outcomeWithATokenSignsIn() throws {
    let customer = try #require(try SocialLoginFlow.signedIn().customer)
    #expect(customer.session.token == "t0ken" && !customer.isNewCustomer)
    #expect(customer.session.customer?.email == "ada@example.com")
    let new = try SocialLoginFlow.after(Sample.outcome(nil, token: "t", isNew: true))
    #expect(new.customer?.isNewCustomer == true)
    let silent = try SocialLoginFlow.after(Sample.outcome(nil))
    guard case .noToken = silent.failure?.reason else {
      Issue.record("\(silent.state)")
      return
    }
  }

  @Test(arguments: [
    (AuthenticationError.invalidToken, SocialLoginFailure.Resolution.authenticateAgain),
    (.expiredToken, .authenticateAgain), (.alreadyUsedToken, .authenticateAgain),
    (.accountLocked, .resetPassword), (.accountExists, .logIn), (.failedLogin, .logIn),
    (.emailVerificationSent, .readEmail), (.invalidPassword, .contactSupport),
    (.unknown("ACCOUNT_SUSPENDED"), .contactSupport),
  ])
  func errorHasAResolutionAndIsKept(
    error: AuthenticationError, resolution: SocialLoginFailure.Resolution
  ) throws {
    let failure = try #require(try SocialLoginFlow.after(Sample.outcome(error)).failure)
    guard case .authentication(error) = failure.reason else {
      Issue.record("\(failure)")
      return
    }
    #expect(failure.resolution == resolution)
    #expect(!failure.canRetry)
  }

  // MARK: Missing information

  @Test func formIsPrefilledByTheProvider() throws {
    let form = Sample.form([
      Sample.field("email"), Sample.field("fullName"), Sample.field("referralCode", value: "REF"),
    ])
    let flow = try SocialLoginFlow.after(
      Sample.outcome(.invalidData, retryToken: "r", fullName: "John Doe", form: form))
    let information = try #require(flow.information)
    #expect(information.answers["fullName"] == "John Doe")
    #expect(information.answers["referralCode"] == "REF")
    #expect(information.answers["email"] == nil)
    #expect(information.problems.isEmpty)
  }

  @Test func appleProfileFillsFieldsTheServerDoesNotKnow() throws {
    let apple = ProviderCredential.apple(
      identityToken: "a.b.c", fullName: "John Doe", email: "john@example.com")
    let flow = try SocialLoginFlow.listed().performing(.signIn(apple)).receiving(
      .socialLogin(
        Sample.outcome(
          .invalidData, retryToken: "r", email: "relay@example.com",
          form: Sample.form([Sample.field("email"), Sample.field("fullName")]))))
    #expect(flow.information?.answers["fullName"] == "John Doe")
    #expect(flow.information?.answers["email"] == "relay@example.com")
  }

  @Test func invalidAnswersAreNotSent() throws {
    let flow = try SocialLoginFlow.missingInformation().performing(
      .submit(FormAnswers(["email": " "])))
    #expect(flow.information?.problems == [FormProblem(fieldName: "email", reason: .required)])
    #expect(flow.information?.identity.fullName == "John Doe")
  }

  @Test func repeatedFormKeepsTheAnswersAndUsesTheNewToken() throws {
    let failedAgain = Sample.outcome(
      .invalidData,
      fieldErrors: [
        nil,
        .init(
          fieldName: "email", invalidOption: false, requiredButNotProvided: false,
          validators: [.mustBeUnique]),
      ], retryToken: "retry-2", form: Sample.emailForm)
    var flow = try SocialLoginFlow.submitting().receiving(.socialLogin(failedAgain))
    let information = try #require(flow.information)
    #expect(information.answers["email"] == "a@b.example")
    #expect(information.identity.fullName == "John Doe")
    #expect(
      information.problems == [FormProblem(fieldName: "email", reason: .rule(.mustBeUnique))])
    flow = try flow.performing(.submit(FormAnswers(["email": "c@d.example"])))
    let input = try #require(flow.submitted)
    #expect(input.socialAuthenticationToken == "retry-2")
  }

  @Test func answersToEarlierFormsAreSentAgain() throws {
    let first = Sample.form([
      Sample.field("email", .email, confirmable: true), Sample.field("fullName"),
      Sample.field("marketingConsent"),
    ])
    let second = Sample.form([
      Sample.field("phoneNumber", required: true), Sample.field("fullName"),
    ])
    var answers = FormAnswers([
      "email": "a@b.example", "fullName": "Ada", "marketingConsent": "YES",
    ])
    answers[confirmationOf: "email"] = "a@b.example"
    var flow = try SocialLoginFlow.after(
      Sample.outcome(.invalidData, retryToken: "r1", form: first))
    flow = try flow.performing(.submit(answers))
      .receiving(.socialLogin(Sample.outcome(.invalidData, retryToken: "r2", form: second)))
    answers = try #require(flow.information?.answers)
    #expect(answers["fullName"] == "Ada")
    answers["phoneNumber"] = "12345"
    answers["fullName"] = nil
    flow = try flow.performing(.submit(answers))
    let input = try #require(flow.submitted)
    #expect(input.socialAuthenticationToken == "r2")
    #expect(input.missingInformation?.email == "a@b.example")
    #expect(input.missingInformation?.phoneNumber == "12345")
    #expect(input.missingInformation?.fullName == nil)
    #expect(input.missingInformation?.marketingConsentAuditData?.formLocation == "welcome")
  }

  @Test func confirmedAnswerStaysConfirmed() throws {
    let form = Sample.form([Sample.field("email", .email, confirmable: true)])
    var answers = FormAnswers(["email": "a@b.example"])
    answers[confirmationOf: "email"] = "a@b.example"
    let flow = try SocialLoginFlow.after(
      Sample.outcome(.invalidData, retryToken: "r1", form: form)
    ).performing(.submit(answers))
      .receiving(.socialLogin(Sample.outcome(.invalidData, retryToken: "r2", form: form)))
    #expect(flow.information?.answers[confirmationOf: "email"] == "a@b.example")
  }

  @Test func failureWithoutANewFormShowsTheFormAgain() throws {
    let flow = try SocialLoginFlow.submitting().receiving(
      .socialLogin(Sample.outcome(.invalidData)))
    #expect(flow.information?.form.fields.map(\.name) == ["email"])
  }

  @Test func missingInformationWithoutAFormOrTokenIsAFailure() throws {
    let outcomes = [
      Sample.outcome(.invalidData, form: Sample.emailForm),
      Sample.outcome(.invalidData, retryToken: "r"),
    ]
    for outcome in outcomes {
      #expect(try SocialLoginFlow.after(outcome).failure?.resolution == .authenticateAgain)
    }
  }

  @Test func formMayLeadToAPendingLink() throws {
    let flow = try SocialLoginFlow.submitting().receiving(
      .socialLogin(Sample.outcome(.socialLinkPending, linkID: "link-2")))
    #expect(flow.link?.identity.fullName == "John Doe")
    #expect(flow.link?.canLogIn == true)
  }

  // MARK: A pending link

  @Test func sentEmailReturnsTheTokenForTheNextOne() throws {
    var flow = try SocialLoginFlow.linkPending()
    // A token without replacement is kept.
    for (sent, next) in [("retry-1", "retry-2"), ("retry-2", nil), ("retry-2", nil)]
      as [(Secret, Secret?)]
    {
      flow = try flow.performing(.requestVerificationEmail)
      guard case .requestVerificationEmail(socialLoginToken: sent) = flow.call else {
        Issue.record("\(flow.state)")
        return
      }
      flow = try flow.receiving(.verificationEmail(.init(socialAuthenticationToken: next)))
    }
    #expect(flow.link?.emailsSent == 3)
  }

  @Test func rejectedEmailAllowsLoginWithPassword() throws {
    let refused = SocialLoginResponse.verificationEmail(.init(error: .invalidToken))
    let flow = try SocialLoginFlow.linkPending().performing(.requestVerificationEmail)
      .receiving(refused)
    #expect(flow.failure?.resolution == .authenticateAgain)
    let link = try flow.performing(.goBack).link
    #expect(link?.canRequestEmail == false && link?.canLogIn == true)
    let other = try SocialLoginFlow.linkPending(linkID: nil).performing(.requestVerificationEmail)
    #expect(try other.receiving(refused).performing(.goBack).isChoosing)
  }

  @Test func invalidEmailTokenLeavesTheLinkPending() throws {
    var flow = try SocialLoginFlow.linkPending().performing(.redeem(verificationToken: "wrong"))
      .receiving(.authentication(.init(error: .invalidToken)))
    #expect(flow.link?.problem == .invalidToken)
    flow = try flow.performing(.redeem(verificationToken: "right"))
      .receiving(
        .authentication(
          .init(token: "t0ken", customer: .init(id: "1", email: "Ada@Example.com"))))
    #expect(flow.customer?.session.token == "t0ken")
    #expect(flow.isApproved)
  }

  @Test func emailTokenIsAcceptedAfterRelaunch() throws {
    let flow = try SocialLoginFlow.fresh.performing(.redeem(verificationToken: "v"))
    let asked = try flow.receiving(
      .authentication(.init(token: "t", customer: .init(id: "1", email: "ada@example.com"))))
    #expect(asked.customer == nil)
    #expect(asked.confirmation?.customer?.email == "ada@example.com")
    let confirmed = try asked.performing(.confirmAccount)
    #expect(confirmed.customer?.session.token == "t")
    let wrong = try flow.receiving(.authentication(.init(error: .expiredToken)))
    #expect(wrong.failure?.resolution == .authenticateAgain)
  }

  /// An attacker's link, while the customer waits for an email. The second address has other bytes.
  @Test(arguments: ["eve@example.com", "a\u{301}da@example.com", nil])
  func linkOfAnotherAccountIsConfirmed(email: String?) throws {
    let pending = try SocialLoginFlow.after(
      Sample.outcome(
        .socialLinkPending, retryToken: "retry-1", linkID: "link-1", email: "\u{E1}da@example.com"))
    let flow = try pending.performing(.redeem(verificationToken: "v")).receiving(
      .authentication(.init(token: "t0ken", customer: .init(id: "7", email: email))))
    #expect(flow.confirmation?.customer?.id == "7")
    #expect(try flow.performing(.goBack).link?.identity.email == "\u{E1}da@example.com")
  }

  /// Another customer may have signed in by another path while the email was on its way.
  @Test(arguments: [
    (SessionState<CustomerSession>.signedOut(.loggedOut), false),
    (.signedIn(CustomerSession(token: "old", customer: .init(id: "1"))), false),
    (.signedIn(CustomerSession(token: "other", customer: .init(id: "3"))), true),
    (.signedIn(CustomerSession(token: "other", customer: nil)), true),
    (.unavailable(StoreError(.unavailable)), true),
  ])
  func linkOfThePendingAccountIsConfirmedIfItEndsAnotherSession(
    current: SessionState<CustomerSession>, isConfirmed: Bool
  ) throws {
    let flow = try SocialLoginFlow.linkPending().performing(.redeem(verificationToken: "v"))
      .receiving(
        .authentication(.init(token: "new", customer: .init(id: "1", email: "ada@example.com"))),
        current: current)
    #expect((flow.confirmation != nil) == isConfirmed)
    #expect(flow.confirmation?.replaced == (isConfirmed ? current.session : nil))
    let customer = try (isConfirmed ? flow.performing(.confirmAccount) : flow).customer
    #expect(customer?.session.token == "new")
    guard case .approved? = customer?.linkApproval else {
      Issue.record("\(flow.state)")
      return
    }
  }

  @Test(arguments: [true, false])
  func newCustomerOfAnEmailsLinkIsWelcomed(isNew: Bool) throws {
    let customer = try SocialLoginFlow.listed().performing(.redeem(verificationToken: "v"))
      .receiving(
        .authentication(
          .init(token: "t0ken", customer: .init(id: "1"), newCustomer: isNew))
      ).performing(.confirmAccount).customer
    #expect(customer?.isNewCustomer == isNew)
  }

  @Test func passwordLogsInAndThenApprovesTheLink() throws {
    let loggedIn = try SocialLoginFlow.linkPending(retryToken: nil)
      .performing(.logIn(username: "ada@example.com", password: "p"))
      .receiving(.authentication(.init(token: "t0ken")))
    guard case .approveLink("link-1", let session) = loggedIn.call else {
      Issue.record("\(loggedIn.state)")
      return
    }
    #expect(session.token == "t0ken")
    for (response, name) in [
      (SocialLoginResponse.approval(true), "approved"), (.approval(false), "refused"),
      (.failure(.offline), "failed"),
    ] {
      let customer = try loggedIn.receiving(response).customer
      #expect(customer?.session.token == "t0ken")
      #expect("\(try #require(customer?.linkApproval))".hasPrefix(name))
    }
  }

  @Test func wrongPasswordKeepsTheLinkPendingAndALockedAccountDoesNot() throws {
    let asked = try SocialLoginFlow.linkPending().performing(.logIn(username: "u", password: "p"))
    #expect(
      try asked.receiving(.authentication(.init(error: .failedLogin))).link?.problem == .failedLogin
    )
    let locked = try asked.receiving(.authentication(.init(error: .accountLocked)))
    #expect(locked.failure?.resolution == .resetPassword)
  }

  // MARK: Descriptions

  @Test func failureAndSentAnswersAreNeverPrinted() throws {
    let failure = try #require(
      try SocialLoginFlow.submitting().receiving(.failure(.offline)).failure)
    let sent = SocialLoginMissingInformation(
      FormAnswers(["email": "a@b.example"]), to: Sample.emailForm, location: "welcome"
    ).sent
    let values: [Any] = [failure, sent, SocialLoginState.failed(failure)]
    let text = values.flatMap { shapes(of: $0) }.joined()
    #expect(text.contains("failed social login: ") && text.contains("answers to email"))
    for secret in ["a@b.example", "John Doe", "retry-1"] {
      #expect(!text.contains(secret), "\(secret)")
    }
  }

  // MARK: Failed calls

  @Test func failedCallCanBeRetriedOrLeft() throws {
    let flow = try SocialLoginFlow.submitting().receiving(.failure(.offline))
    #expect(flow.failure?.resolution == .retry)
    #expect(try flow.performing(.retry).submitted != nil)
    // A second failure leads to the same state.
    let twice = try flow.performing(.retry).receiving(.failure(.offline))
    for failed in [flow, twice] {
      #expect(try failed.performing(.goBack).information?.answers["email"] == "a@b.example")
    }
  }

  @Test func rateLimitOffersItsCaptchas() throws {
    let extensions = JSON(
      Data(
        #"""
        {"rateLimited": true,
          "captchaBypassAvailable": [{"type": "V2_VISIBLE", "siteKey": "k"}]}
        """#.utf8))
    let refusal = GraphQLError(
      message: "slow down", extensions: RedactedJSON(try #require(extensions)))
    let limit = RequestError(
      .graphQL([refusal]), progress: .responded, operationName: "ExchangeSocialToken")
    let failure = try SocialLoginFlow.exchanging().receiving(.failure(limit)).failure
    let offer = CaptchaOffer(type: "V2_VISIBLE", siteKey: "k")
    #expect(failure?.resolution == .solveCaptcha([offer]) && failure?.canRetry == true)
  }

  @Test func startingOverKeepsTheList() throws {
    let flow = try SocialLoginFlow.linkPending().performing(.startOver)
    #expect(flow.state.listed?.map(\.code) == ["google", "facebook", "apple"])
  }

  // MARK: Secrecy

  @Test func noStateShowsAToken() throws {
    let flows: [SocialLoginFlow] = try [
      .exchanging(), .missingInformation(), .linkPending(), .signedIn(), .interrupted(),
      .confirmingAccount(),
      .linkPending().performing(.logIn(username: "u", password: "p4ssword")),
      .linkPending().performing(.redeem(verificationToken: "v3rify")),
      .linkPending().performing(.requestVerificationEmail), .submitting(),
    ]
    for flow in flows {
      let text = shapes(of: flow).joined()
      for secret in ["ya29.secret", "retry-1", "t0ken", "p4ssword", "v3rify"] {
        #expect(!text.contains(secret), "\(flow.state.name)")
      }
    }
  }
}
