// The document's section "Error Reference": what each error leads to.

import AuthGenHorizon
import AuthGenRuntime
import HorizonAPI
import Testing

extension EndToEnd {
  @Suite struct ErrorReference {
    @Test func invalidDataDisplaysAFormToCollectTheData() async throws {
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

    /// Fails, and lets the customer authenticate with the provider again.
    private func expectAuthenticationAgain(
      _ account: String, _ expected: AuthenticationError
    ) async throws {
      let site = try Site()
      let failure = try #require(try await site.signIn(as: account).failure)
      guard case .authentication(expected) = failure.reason else {
        Issue.record("\(failure)")
        return
      }
      #expect(failure.resolution == .authenticateAgain)
      #expect(!failure.canRetry, "The same token would fail again.")
      #expect(try await site.signIn(as: "ada").signedIn != nil)
    }

    @Test func invalidTokenAuthenticatesWithTheProviderAgain() async throws {
      try await expectAuthenticationAgain("invalid", .invalidToken)
    }

    @Test func expiredTokenAuthenticatesWithTheProviderAgain() async throws {
      try await expectAuthenticationAgain("expired", .expiredToken)
    }

    @Test func accountLockedDirectsToThePasswordReset() async throws {
      let site = try Site()
      let failure = try #require(try await site.signIn(as: "locked").failure)
      guard case .authentication(.accountLocked) = failure.reason else {
        Issue.record("\(failure)")
        return
      }
      #expect(failure.resolution == .resetPassword)
      let reset = site.seen(
        try await HorizonClient(site.client).forgottenPassword(
          input: ForgottenPasswordInput(username: "locked@example.com")))
      #expect(reset.forgottenPassword?.error == nil)
      #expect(try await site.emails(to: "locked@example.com").count == 1)
    }

    @Test func anErrorThatIsNewerThanTheAppIsKept() async throws {
      let site = try Site()
      let failure = try #require(try await site.signIn(as: "surprise").failure)
      guard case .authentication(.unknown("ACCOUNT_SUSPENDED")) = failure.reason else {
        Issue.record("\(failure)")
        return
      }
      #expect(failure.resolution == .contactSupport)
    }

    @Test func aTokenThatWasUsedAuthenticatesWithTheProviderAgain() async throws {
      let site = try Site()
      let credential = ProviderCredential.google(accessToken: "ya29.ada.twice")
      #expect(site.seen(try await site.login.signIn(with: credential)).signedIn != nil)
      await site.login.startOver()
      let failure = site.seen(try await site.login.signIn(with: credential)).failure
      #expect(failure?.resolution == .authenticateAgain)
    }
  }
}
