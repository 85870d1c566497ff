// Tests Horizon's section "Error Reference": the resolution of each error.

import AuthGenHorizon
import AuthGenRuntime
import HorizonAPI
import Testing

extension EndToEnd.Servers {
  @Suite(.serialized) struct ErrorReferenceTests {
    @Test func invalidDataShowsAForm() async throws {
      let site = try Site()
      let state = try await site.signIn(as: "nameless")
      #expect(state.missingInformation?.form.fields.map(\.name) == ["fullName", "email"])
    }

    @Test func socialLinkPendingSendsAVerificationEmail() async throws {
      let site = try Site()
      #expect(try await site.signIn(as: "pending").linkPending != nil)
      try await site.login.requestVerificationEmail()
      #expect(try await site.emails(to: "existing@example.com").count == 1)
    }

    @Test(arguments: [("invalid", "invalidToken"), ("expired", "expiredToken")])
    func refusedTokenRequiresAuthenticationAgain(account: String, reason: String) async throws {
      let site = try Site()
      let failure = try #require(try await site.signIn(as: account).failure)
      #expect(caseName(of: failure.reason) == "authentication.\(reason)")
      #expect(failure.resolution == .authenticateAgain)
      #expect(!failure.canRetry, "The same token would fail again.")
      #expect(try await site.signIn(as: "ada").signedIn != nil)
    }

    @Test func lockedAccountLeadsToThePasswordReset() async throws {
      let site = try Site()
      let failure = try #require(try await site.signIn(as: "locked").failure)
      #expect(caseName(of: failure.reason) == "authentication.accountLocked")
      #expect(failure.resolution == .resetPassword)
      let reset = site.seen(
        try await HorizonClient(site.client).forgottenPassword(
          input: ForgottenPasswordInput(username: "locked@example.com")))
      #expect(reset.forgottenPassword?.error == nil)
      #expect(try await site.emails(to: "locked@example.com").count == 1)
    }

    @Test func unknownErrorIsKept() async throws {
      let site = try Site()
      let failure = try #require(try await site.signIn(as: "surprise").failure)
      #expect(caseName(of: failure.reason) == "authentication.unknown.ACCOUNT_SUSPENDED")
      #expect(failure.resolution == .contactSupport)
    }

    @Test func usedTokenRequiresAuthenticationAgain() async throws {
      let site = try Site()
      let credential = ProviderCredential.google(accessToken: "ya29.ada.twice")
      #expect(site.seen(try await site.login.signIn(with: credential)).signedIn != nil)
      await site.login.startOver()
      let failure = site.seen(try await site.login.signIn(with: credential)).failure
      #expect(failure?.resolution == .authenticateAgain)
    }
  }
}
