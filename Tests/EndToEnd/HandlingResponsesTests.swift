// Tests Horizon's section "Handling Responses": success, missing information, account linking.

import AuthGenHorizon
@_spi(Generated) import AuthGenRuntime
import AuthGenSessions
import AuthGenWebLogin
import AuthGenTestServers
import AuthGenTestSupport
import Foundation
import HorizonAPI
import Testing

extension EndToEnd.Servers {
  @Suite(.serialized) struct HandlingResponsesTests {
    // MARK: Success

    @Test func responseWithoutErrorsSignsInAndStoresTheSession() async throws {
      let site = try Site()
      let signedIn = try #require(try await site.signIn(as: "ada").signedIn)
      #expect(signedIn.session.customer?.id == "1001")
      #expect(signedIn.session.customer?.fullName == "Ada Lovelace")
      #expect(signedIn.storeError == nil)
      #expect(site.seen(await site.sessions.state) == .signedIn(signedIn.session))
    }

    @Test func newCustomerIsWelcomedOnce() async throws {
      let site = try Site()
      #expect(try await site.signIn(as: "new-grace").signedIn?.isNewCustomer == true)
      #expect(try await site.signIn(as: "new-grace").signedIn?.isNewCustomer == false)
    }

    @Test func customerWithoutDetailsIsStillSignedIn() async throws {
      let site = try Site()
      try await site.script(["failingFields": ["AuthenticationResponse.customer"]])
      let signedIn = try #require(try await site.signIn(as: "ada").signedIn)
      #expect(signedIn.session.customer == nil)
      try await site.script(["failingFields": [String]()])
      #expect(try await site.account.socialLinks().count == 3)
    }

    // MARK: Missing information

    @Test func missingInformationIsCompletedWithThePrefilledForm() async throws {
      let site = try Site()
      let information = try #require(try await site.signIn(as: "noemail").missingInformation)
      #expect(information.form.title == "Complete Your Profile")
      let field = try #require(information.form.fields.first)
      #expect(field.name == "email" && field.label == "Email Address" && field.required)
      #expect(field.type == nil && field.kind == .text)
      #expect(information.identity.email == nil && information.identity.fullName == "John Doe")

      var answers = information.answers
      answers["email"] = "user@example.com"
      let signedIn = try #require(site.seen(try await site.login.submit(answers)).signedIn)
      #expect(signedIn.isNewCustomer)
      #expect(signedIn.session.customer?.email == "user@example.com")
      let request = try #require(try await site.requests(of: "SubmitMissingInformation").first)
      #expect(request.variables["input.missingInformation.email"] == "user@example.com")
      #expect(request.variables["input.socialAuthenticationToken"]?.isEmpty == false)
    }

    @Test func documentsMutationCompletesALogin() async throws {
      let site = try Site()
      let begun = site.seen(
        try await site.client.execute(
          AppSocialLoginMutation(
            input: AppBasedSocialLoginInput(
              providerCode: "google", accessToken: "ya29.noemail.document"))))
      #expect(begun.appSocialLogin?.authenticationResponse.error == .invalidData)
      let token = try #require(begun.appSocialLogin?.socialLoginToken)
      let completed = site.seen(
        try await site.client.execute(
          CompleteSocialLoginMutation(
            input: SocialLoginInput(
              socialAuthenticationToken: token,
              missingInformation: .init(email: "user@example.com")))))
      #expect(completed.socialLogin?.authenticationResponse.error == nil)
      #expect(completed.socialLogin?.authenticationResponse.customer?.email == "user@example.com")
    }

    @Test func rejectedAnswersReturnWithTheirErrors() async throws {
      let site = try Site()
      try await site.signIn(as: "noemail")
      // The form does not mark the field as an email address, so only the server can reject it.
      let refused = try #require(
        site.seen(try await site.login.submit(FormAnswers(["email": "no address"])))
          .missingInformation)
      #expect(refused.answers["email"] == "no address")
      #expect(refused.identity.fullName == "John Doe")
      #expect(refused.problems.map(\.fieldName) == ["email"])
      let state = site.seen(try await site.login.submit(FormAnswers(["email": "u@example.com"])))
      #expect(state.signedIn != nil)
      let tokens = try await site.requests(of: "SubmitMissingInformation")
        .map { $0.variables["input.socialAuthenticationToken"] }
      #expect(tokens.count == 2)
      #expect(tokens[0] != tokens[1], "The second form's token must replace the first one.")
    }

    @Test func invalidAnswersAreNotSent() async throws {
      let site = try Site()
      let information = try #require(try await site.signIn(as: "fullform").missingInformation)
      var answers = information.answers
      answers["email"] = "grace@"
      answers["referralCode"] = "abc"
      answers["marketingConsent"] = "MAYBE"
      let state = site.seen(try await site.login.submit(answers))
      #expect(
        state.missingInformation?.problems == [
          FormProblem(fieldName: "email", reason: .notConfirmed),
          FormProblem(fieldName: "email", reason: .invalidEmail),
          FormProblem(fieldName: "phoneNumber", reason: .required),
          FormProblem(fieldName: "marketingConsent", reason: .invalidOption),
          FormProblem(fieldName: "referralCode", reason: .rule(.regexMatches)),
        ])
      #expect(try await site.requests(of: "SubmitMissingInformation").isEmpty)
    }

    @Test func formWithEveryKindOfFieldIsCompleted() async throws {
      let site = try Site()
      let information = try #require(try await site.signIn(as: "fullform").missingInformation)
      let kinds = Dictionary(
        uniqueKeysWithValues: information.form.fields.map { ($0.name, $0.kind) })
      // This client does not know the server's type for a referral code.
      #expect(kinds["referralCode"] == .text)
      #expect(kinds["marketingConsent"] == .marketingConsent)
      #expect(information.answers["locale"] == "en_GB")

      var answers = information.answers
      answers["email"] = "grace@example.com"
      answers[confirmationOf: "email"] = "grace@example.com"
      answers["fullName"] = "Grace Hopper"
      answers["phoneNumber"] = "+44 161 496 0000"
      answers["marketingConsent"] =
        "I_CONSENT_TO_RECEIVING_MARKETING_MATERIAL"
      answers["referralCode"] = "ABC123"
      let state = site.seen(try await site.login.submit(answers))
      #expect(state.signedIn?.session.customer?.fullName == "Grace Hopper")
      let sent = try #require(try await site.requests(of: "SubmitMissingInformation").first)
        .variables
      let audit = "input.missingInformation.marketingConsentAuditData"
      #expect(sent["\(audit).messageShown"] == "Would you like to hear from us?: Yes, please")
      #expect(sent["\(audit).formLocation"] == "welcome")
      #expect(sent.keys.allSatisfy { !$0.contains("locale") && !$0.contains("onfirm") })
    }

    @Test func appleProfileFromTheFirstLoginFillsTheForm() async throws {
      let identities = InMemoryStore()
      let first = try Site(identityStore: identities)
      let credential = PretendProvider.apple.authenticate(
        as: "nameless", fullName: "Ada King")
      #expect(
        first.seen(try await first.login.signIn(with: credential))
          .missingInformation?.answers["fullName"] == "Ada King")
      // After a relaunch, Apple returns only the user's identifier.
      let second = try Site(identityStore: identities)
      let again = PretendProvider.apple.authenticate(as: "nameless")
      var answers = try #require(
        second.seen(try await second.login.signIn(with: again)).missingInformation?.answers)
      #expect(answers["fullName"] == "Ada King")
      answers["email"] = "ada.king@example.com"
      #expect(
        second.seen(try await second.login.submit(answers)).signedIn?.session.customer?.fullName
          == "Ada King")
      #expect(identities.read() == nil, "The profile must be removed after its use.")
    }

    // MARK: Account linking

    @Test func emailTokenApprovesAPendingLink() async throws {
      let site = try Site()
      let link = try #require(try await site.signIn(as: "pending").linkPending)
      #expect(link.identity.email == "existing@example.com")
      #expect(link.canRequestEmail)
      let sent = try #require(
        site.seen(try await site.login.requestVerificationEmail()).linkPending)
      #expect(sent.emailsSent == 1)
      let token = try #require(try await site.emails(to: "existing@example.com").last)
      let state = site.seen(try await site.login.redeem(verificationToken: token))
      #expect(state.signedIn?.session.customer?.id == "1002")
      #expect(state.signedIn?.isNewCustomer == false)
      // From now on, the provider logs in directly.
      await site.login.startOver()
      #expect(try await site.signIn(as: "pending").signedIn != nil)
    }

    @Test func documentsMutationSendsTheEmail() async throws {
      let site = try Site()
      let begun = site.seen(
        try await site.client.execute(
          AppSocialLoginMutation(
            input: AppBasedSocialLoginInput(
              providerCode: "google", accessToken: "ya29.pending.document"))))
      #expect(begun.appSocialLogin?.authenticationResponse.error == .socialLinkPending)
      #expect(begun.appSocialLogin?.socialLinkId?.hasPrefix("link-") == true)
      #expect(begun.appSocialLogin?.socialIdentity?.email == "existing@example.com")
      let token = try #require(begun.appSocialLogin?.socialLoginToken)
      let sent = site.seen(
        try await site.client.execute(
          RequestVerificationMutation(input: .init(socialAuthenticationToken: token))))
      #expect(sent.requestSocialLinkVerificationEmail?.error == nil)
      #expect(sent.requestSocialLinkVerificationEmail?.socialAuthenticationToken != nil)
      #expect(try await site.emails(to: "existing@example.com").count == 1)
    }

    /// The token in it is not the site's, so the server refuses it.
    @Test func documentsMutationRunsAsItIsPrinted() async throws {
      let site = try Site()
      let data = site.seen(try await site.client.execute(PrintedRequestVerification()))
      #expect(data.requestSocialLinkVerificationEmail?.error == .invalidToken)
      #expect(data.requestSocialLinkVerificationEmail?.socialAuthenticationToken == nil)
      let request = try #require(try await site.requests(of: "RequestVerification").first)
      #expect(request.query == PrintedRequestVerification.text && request.variables.isEmpty)
    }

    @Test func emailCanBeSentAgainAndTheLastOneCounts() async throws {
      let site = try Site()
      try await site.signIn(as: "pending")
      for number in 1...3 {
        let state = site.seen(try await site.login.requestVerificationEmail())
        #expect(state.linkPending?.emailsSent == number)
      }
      let emails = try await site.emails(to: "existing@example.com")
      #expect(emails.count == 3)
      let sent = try await site.requests(of: "RequestSocialLinkVerificationEmail")
        .map { $0.variables["input.socialAuthenticationToken"] }
      #expect(Set(sent).count == 3, "The returned token must replace the sent one.")
      let old = site.seen(try await site.login.redeem(verificationToken: emails[0]))
      #expect(old.linkPending?.problem == .expiredToken)
      let wrong = site.seen(try await site.login.redeem(verificationToken: "verification-wrong"))
      #expect(wrong.linkPending?.problem == .invalidToken)
      let right = site.seen(try await site.login.redeem(verificationToken: emails[2]))
      #expect(right.signedIn != nil)
    }

    @Test func emailTokenIsAcceptedAfterRelaunch() async throws {
      let site = try Site()
      try await site.signIn(as: "pending")
      try await site.login.requestVerificationEmail()
      let token = try #require(try await site.emails(to: "existing@example.com").last)
      let relaunched = SocialLogin(client: site.client, sessions: site.sessions)
      let state = site.seen(try await relaunched.redeem(verificationToken: token))
      #expect(state.confirmation?.customer?.email == "existing@example.com")
      #expect(await site.sessions.state.session == nil)
      #expect(site.seen(try await relaunched.confirmAccount()).signedIn != nil)
      #expect(await site.sessions.state.session?.customer?.id == "1002")
    }

    /// An app whose logins outlive it.
    private func run(_ site: Site, _ store: InMemoryStore) throws -> SocialLogin {
      SocialLogin(
        client: site.client, sessions: site.sessions, pendingStore: store,
        verificationLink: VerificationLink(
          try RedirectURI("https://shop.example/approve"), tokenParameter: "token"))
    }

    /// The system ends the app while the owner reads the email. The email's link starts it again.
    @Test func linkOfAnEmailStartsTheAppAndLogsIn() async throws {
      let site = try Site()
      let store = InMemoryStore()
      let first = try run(site, store)
      site.seen(
        try await first.signIn(with: PretendProvider.googleOnIOS.authenticate(as: "pending")))
      try await first.requestVerificationEmail()
      let token = try #require(try await site.emails(to: "existing@example.com").last)
      let link = try #require(URL(string: "https://shop.example/approve?token=\(token.reveal())"))
      let relaunched = try run(site, store)
      #expect(try await LoginLinks().adding(relaunched).open(link))
      #expect(site.seen(await relaunched.state).signedIn?.session.customer?.id == "1002")
      #expect(store.read() == nil)
      // The next run does not wait for the link, and the server does not accept its token again.
      let replayed = try run(site, store)
      #expect(try await LoginLinks().adding(replayed).open(link) == false)
      let state = site.seen(try await replayed.redeem(verificationToken: token))
      #expect(state.failure?.resolution == .authenticateAgain)
    }

    /// The system ends the app while the customer fills in the form.
    @Test func formOutlivesTheApp() async throws {
      let site = try Site()
      let store = InMemoryStore()
      let first = try run(site, store)
      let state = try await first.signIn(
        with: PretendProvider.googleOnIOS.authenticate(as: "nameless"))
      var answers = try #require(site.seen(state).missingInformation?.answers)
      answers["fullName"] = "John Doe"
      try await first.update(answers)
      let relaunched = try run(site, store)
      var resumed = try #require(
        site.seen(await relaunched.resume()).missingInformation?.answers)
      #expect(resumed["fullName"] == "John Doe")
      resumed["email"] = "john-\(UUID().uuidString.lowercased())@example.com"
      #expect(site.seen(try await relaunched.submit(resumed)).signedIn != nil)
      #expect(store.read() == nil)
    }

    @Test func ownersLoginApprovesTheLinkWithoutARetryToken() async throws {
      let site = try Site()
      let link = try #require(try await site.signIn(as: "pending-bare").linkPending)
      #expect(!link.canRequestEmail)
      #expect(link.canLogIn)
      let illegal =
        await site.failure { try await site.login.requestVerificationEmail() }
        as? IllegalTransition
      #expect(illegal?.state == "linkPending" && illegal?.action == "requestVerificationEmail")
      let wrong = site.seen(
        try await site.login.logIn(username: "bare@example.com", password: "wr0ng passw0rd"))
      #expect(wrong.linkPending?.problem == .failedLogin)
      let right = site.seen(
        try await site.login.logIn(username: "bare@example.com", password: "battery staple"))
      #expect(caseName(of: right.signedIn?.linkApproval) == "approved")
      let links = try await site.account.socialLinks()
      #expect(links.map(\.socialLoginProvider?.code) == ["google"])
    }

    @Test func otherCustomersLoginDoesNotApproveTheLink() async throws {
      let site = try Site()
      try await site.signIn(as: "pending-bare")
      let state = site.seen(
        try await site.login.logIn(username: "ada@example.com", password: "correct horse"))
      #expect(caseName(of: state.signedIn?.linkApproval) == "refused")
    }
  }
}

/// The document's mutation, with its literal token.
private struct PrintedRequestVerification: AnonymousOperation {
  typealias Data = RequestVerificationMutation.Data

  static let text: String = {
    let file = Checkout.root.appending(
      path: "Tests/Fixtures/HorizonDocument/refused/RequestVerification.graphql")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    return text.trimmingCharacters(in: .whitespacesAndNewlines)
  }()

  static var definition: OperationDefinition {
    OperationDefinition(.mutation, "RequestVerification", document: text)
  }
}
