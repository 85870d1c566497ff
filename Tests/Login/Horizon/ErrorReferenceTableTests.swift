// Compares the resolutions and their sentences with the error reference of Horizon's document.

import AuthGenHorizon
import AuthGenRuntime
import Foundation
import HorizonAPI
import Testing

@Suite struct ErrorReferenceTableTests {
  /// The table, as the document prints it.
  private static let rows = """
    INVALID_DATA | Missing required data | Display form, collect data, retry |
    SOCIAL_LINK_PENDING | Email matches existing account | Send verification email |
    INVALID_TOKEN | Provider token is invalid | Re-authenticate with provider |
    EXPIRED_TOKEN | Provider token has expired | Re-authenticate with provider |
    ACCOUNT_LOCKED | Account is locked | Direct user to password reset |
    """.split(separator: "\n").map { $0.components(separatedBy: " | ") }

  /// The document's resolutions, and the sentence that the customer reads.
  private static let resolutions: [String: (SocialLoginFailure.Resolution, sentence: String)] = [
    "Display form, collect data, retry |": (
      .completeForm, "Complete the form, and send it again."
    ),
    "Send verification email |": (.requestEmail, "Request an email, and open the link in it."),
    "Re-authenticate with provider |": (.authenticateAgain, "Sign in with your provider again."),
    "Direct user to password reset |": (
      .resetPassword, "Set a new password, and sign in again."
    ),
  ]

  @Test func eachRowHasItsResolutionAndItsSentence() throws {
    #expect(Self.rows.count == 5)
    for row in Self.rows {
      let error = AuthenticationError(graphQLName: row[0])
      let (resolution, sentence) = try #require(Self.resolutions[row[2]])
      #expect(AuthenticationError.graphQLNames.contains(row[0]))
      #expect(error.resolution == resolution, "\(row[0])")
      #expect(error.recoverySuggestion == sentence, "\(row[0])")
    }
  }

  /// "The provider isn't enabled for your site. Contact your account manager to enable additional providers."
  @Test func providerThatIsNotEnabledNeedsTheAccountManager() throws {
    let failure = try #require(
      try SocialLoginFlow.listed().performing(
        .signIn(.other(providerCode: "amazon", accessToken: "a"))
      ).failure)
    #expect(failure.resolution == .contactAccountManager)
    #expect(failure.localizedDescription == "This way to sign in is not available.")
    #expect(failure.recoverySuggestion == "Choose another way to sign in.")
  }

  /// A login that ends offers no form and no email.
  @Test(arguments: [
    (AuthenticationError.invalidData, SocialLoginFailure.Resolution.authenticateAgain),
    (.socialLinkPending, .logIn),
  ])
  func loginThatEndsHasAnotherResolution(
    error: AuthenticationError, resolution: SocialLoginFailure.Resolution
  ) throws {
    let failure = try #require(try SocialLoginFlow.after(Sample.outcome(error)).failure)
    #expect(failure.resolution == resolution)
    #expect(failure.recoverySuggestion != error.recoverySuggestion)
  }

  @Test func captchaIsASuggestion() {
    let failures = SampleErrors.failures.filter { $0.resolution == .solveCaptcha([]) }
    #expect(
      failures.map(\.recoverySuggestion) == ["Complete the security check, and try again."])
  }
}
