// Compares the resolutions and their sentences with the error reference of Horizon's document.

import AuthGenHorizon
import AuthGenRuntime
import Foundation
import HorizonAPI
import Testing

@Suite struct ErrorReferenceTableTests {
  /// The codes and the resolutions of the document's table, and the sentence that the customer reads.
  @Test(arguments: [
    // Display form, collect data, retry
    (
      "INVALID_DATA", SocialLoginFailure.Resolution.completeForm,
      "Complete the form, and send it again."
    ),
    // Send verification email
    ("SOCIAL_LINK_PENDING", .requestEmail, "Request an email, and open the link in it."),
    // Re-authenticate with provider
    ("INVALID_TOKEN", .authenticateAgain, "Sign in with your provider again."),
    ("EXPIRED_TOKEN", .authenticateAgain, "Sign in with your provider again."),
    // Direct user to password reset
    ("ACCOUNT_LOCKED", .resetPassword, "Set a new password, and sign in again."),
  ])
  func eachRowHasItsResolutionAndItsSentence(
    code: String, resolution: SocialLoginFailure.Resolution, sentence: String
  ) {
    let error = AuthenticationError(graphQLName: code)
    #expect(AuthenticationError.graphQLNames.contains(code))
    #expect(error.resolution == resolution && error.recoverySuggestion == sentence)
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
