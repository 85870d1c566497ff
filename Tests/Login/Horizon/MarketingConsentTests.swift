// Tests that a consent to marketing is the customer's.

import AuthGenRuntime
import HorizonAPI
import Testing

@testable import AuthGenHorizon

@Suite struct MarketingConsentTests {
  /// A preselected consent is invalid, so the form's default is ignored.
  @Test(arguments: [
    Sample.field("marketingConsent", .marketingConsent, value: "YES", options: ["YES", "NO"]),
    Sample.field("marketingConsent", .boolean, value: "true"),
    Sample.field("newsletter", .marketingConsent, value: "YES", options: ["YES", "NO"]),
    Sample.field(
      "marketingConsent", .marketingConsent, disabled: true, value: "YES", options: ["YES"]),
  ])
  func consentToMarketingIsNeverPreselected(consent: LoginForm.Field) throws {
    let flow = try SocialLoginFlow.after(
      Sample.outcome(
        .invalidData, retryToken: "r", form: Sample.form([consent, Sample.field("email")])))
    let answers = try #require(flow.information).answers
    #expect(answers[consent.name] == nil)
    let input = try #require(try flow.performing(.submit(answers)).submitted)
    #expect(input.missingInformation?.marketingConsent == nil)
    #expect(input.missingInformation?.marketingConsentAuditData == nil)
  }

  @Test func consentOfTheCustomerIsKept() throws {
    let consent = Sample.field("marketingConsent", .marketingConsent, options: ["YES", "NO"])
    let rejected = Sample.outcome(
      .invalidData, retryToken: "r", form: Sample.form([consent, Sample.field("email")]))
    let again = try SocialLoginFlow.after(rejected)
      .performing(.submit(FormAnswers(["marketingConsent": "NO"])))
      .receiving(.socialLogin(rejected))
    #expect(try #require(again.information).answers["marketingConsent"] == "NO")
  }
}
