// Tests that the generated client encodes the five examples of variables in the Horizon document.

import AuthGenRuntime
import Foundation
import HorizonAPI
import Testing

@Suite struct SeedVariablesTests {
  @Test func googleOnIOSSendsAnAccessToken() throws {
    try expect(
      AppSocialLoginMutation(
        input: .init(providerCode: "google", accessToken: "ya29.a0AfH6SMBx...")),
      "app-social-login.google-ios.variables")
  }

  @Test func googleOnAndroidSendsAnAuthorisationCode() throws {
    try expect(
      AppSocialLoginMutation(
        input: .init(providerCode: "google", authCode: "4/P7q7W91a-oMsCeLvIaQm6bTrgtp7...")),
      "app-social-login.google-android.variables")
  }

  @Test func facebookSendsAnAccessToken() throws {
    try expect(
      AppSocialLoginMutation(
        input: .init(providerCode: "facebook", accessToken: "EAAGm0PX4ZCps...")),
      "app-social-login.facebook.variables")
  }

  @Test func appleSendsItsIdentityToken() throws {
    try expect(
      AppSocialLoginMutation(
        input: .init(providerCode: "apple", accessToken: "eyJraWQiOiJXNldjT0...")),
      "app-social-login.apple.variables")
  }

  @Test func missingInformationIsSentWithTheRetryToken() throws {
    try expect(
      CompleteSocialLoginMutation(
        input: .init(
          socialAuthenticationToken: "temp-token-for-retry...",
          missingInformation: .init(email: "user@example.com"))),
      "complete-social-login.variables")
  }

  @Test func absentNullAndValueDiffer() throws {
    func written(_ query: SocialLinksQuery) throws -> String {
      String(decoding: try JSONEncoder().encode(query), as: UTF8.self)
    }
    let forwarded: SocialLinkStatus? = nil
    #expect(try written(SocialLinksQuery()) == "{}")
    #expect(try written(SocialLinksQuery(status: forwarded)) == "{}")
    #expect(try written(SocialLinksQuery(explicitNulls: [.status])) == #"{"status":null}"#)
    #expect(try written(SocialLinksQuery(status: .pending)) == #"{"status":"PENDING"}"#)
  }

  private func expect(_ operation: some GraphQLOperation & Encodable, _ example: String) throws {
    let expected = try SeedExamples.value(SeedExamples.data(example))
    #expect(try SeedExamples.value(operation.json()) == expected)
    #expect(try SeedExamples.value(JSONEncoder().encode(operation)) == expected)
  }
}
