// Tests Horizon's section "Managing Social Links" and its FAQ.

import AuthGenHorizon
import AuthGenRuntime
import AuthGenSessions
import AuthGenTestServers
import HorizonAPI
import Testing

extension EndToEnd.Servers {
  @Suite(.serialized) struct ManagingSocialLinksTests {
    @Test func linksAreListedWithProviderNameAndStatus() async throws {
      let site = try Site()
      try await site.signIn(as: "ada")
      let links = site.seen(try await site.account.socialLinks())
      #expect(links.map(\.socialLoginProvider?.code) == ["google", "facebook", "apple"])
      let google = try #require(links.first)
      #expect(google.socialLinkId == "link-google-ada" && google.status == .linked)
      #expect(google.socialLoginProvider?.name == "Continue with Google")
      #expect(google.username == "ada@example.com")
      let sent = try #require(try await site.requests(of: "SocialLinks").first)
      #expect(sent.variables == ["status": "LINKED"])
    }

    @Test func linksAreListedByStatus() async throws {
      let site = try Site()
      try await site.signIn(as: "pending-bare")
      try await site.login.logIn(username: "bare@example.com", password: "battery staple")
      await site.login.startOver()
      // Facebook's link is pending, and Google's is approved.
      try await site.signIn(.facebook, as: "pending-bare")
      let account = site.account
      #expect(try await account.socialLinks().map(\.socialLoginProvider?.code) == ["google"])
      #expect(
        try await account.socialLinks(.pending).map(\.socialLoginProvider?.code) == ["facebook"])
      #expect(site.seen(try await account.socialLinks(nil)).count == 2)
    }

    @Test func linkIsRemovedAndTheListRefreshed() async throws {
      let site = try Site()
      try await site.signIn(as: "ada")
      let links = try await site.account.socialLinks()
      let facebook = try #require(links.first { $0.socialLoginProvider?.code == "facebook" })
      try await site.account.remove(facebook)
      let left = site.seen(try await site.account.socialLinks())
      #expect(left.map(\.socialLoginProvider?.code) == ["google", "apple"])
      // The link is already removed.
      let error = await site.failure { try await site.account.remove(facebook) }
      #expect(caseName(of: error) == "noSuchLink")
      await site.login.startOver()
      #expect(try await site.signIn(.facebook, as: "ada").signedIn == nil)
    }

    @Test func linkWithAnUnknownProviderIsStillListed() async throws {
      let site = try Site()
      try await site.signIn(as: "ada")
      try await site.script(["failingFields": ["SocialLink.socialLoginProvider"]])
      let links = site.seen(try await site.account.socialLinks())
      #expect(links.count == 3)
      #expect(links.allSatisfy { $0.socialLoginProvider == nil })
      try await site.script(["failingFields": ["Customer.socialLinks"]])
      let error = await site.failure { try await site.account.socialLinks() }
      guard case .request(let request)? = error as? AccountError,
        case .graphQL(let errors) = request.reason
      else {
        Issue.record("\(error as Any)")
        return
      }
      #expect(errors.first?.path == [.field("customer"), .field("socialLinks")])
    }
  }

  @Suite(.serialized) struct FrequentlyAskedQuestionsTests {
    @Test func unlistedProviderIsAnErrorBeforeTheCall() async throws {
      let site = try Site()
      try await site.offerOnly("google")
      let failure = try #require(try await site.signIn(.apple, as: "ada").failure)
      guard case .providerNotEnabled(code: "apple", enabled: ["google"]) = failure.reason else {
        Issue.record("\(failure)")
        return
      }
      #expect(failure.resolution == .contactAccountManager)
      #expect(try await site.requests(of: "ExchangeSocialToken").isEmpty)
    }

    @Test func userLinksSeveralAccountsAndSignsInWithAnyOfThem() async throws {
      let site = try Site()
      // A customer with a password links the document's three providers, one after the other.
      for (number, provider) in [PretendProvider.googleOnIOS, .facebook, .apple].enumerated() {
        #expect(try await site.signIn(provider, as: "pending").linkPending != nil)
        try await site.login.requestVerificationEmail()
        let emails = try await site.emails(to: "existing@example.com")
        #expect(emails.count == number + 1)
        let token = try #require(emails.last)
        let approved = site.seen(try await site.login.redeem(verificationToken: token))
        #expect(caseName(of: approved.signedIn?.linkApproval) == "approved")
      }
      for provider in [PretendProvider.apple, .facebook, .googleOnIOS] {
        let signedIn = try #require(try await site.signIn(provider, as: "pending").signedIn)
        #expect(signedIn.session.customer?.id == "1002")
      }
      let links = try await site.account.socialLinks()
      #expect(links.map(\.socialLoginProvider?.code) == ["google", "facebook", "apple"])
    }

    @Test func loginAsTheOwnerApprovesAPendingLink() async throws {
      let site = try Site()
      let link = try #require(try await site.signIn(.apple, as: "pending").linkPending)
      let login = try await HorizonClient(site.client).login(
        input: .init(username: "existing@example.com", password: "battery staple"))
      let token = try #require(login.login?.token)
      try await site.sessions.logIn { CustomerSession(token: token, customer: nil) }
      try await site.account.approve(socialLinkID: try #require(link.socialLinkID))
      #expect(
        try await site.account.socialLinks().map(\.socialLoginProvider?.code) == ["apple"])
      let error = await site.failure {
        try await site.account.approve(socialLinkID: "link-of-nobody")
      }
      #expect(caseName(of: error) == "noSuchLink")
    }
  }
}
