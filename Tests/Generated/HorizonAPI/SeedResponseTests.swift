// Tests that the generated client decodes the four responses in the Horizon document.

import AuthGenRuntime
import Foundation
import HorizonAPI
import Testing

@Suite struct SeedResponseTests {
  @Test func providersAreListed() throws {
    let response = try GraphQLResponse<GetSocialProvidersQuery.Data>(
      json: SeedExamples.data("get-social-providers.response"))
    let providers = try #require(response.data?.socialLoginProviders)
    #expect(providers.map(\.code) == ["google", "facebook"])
    #expect(providers.map(\.name) == ["Continue with Google", "Continue with Facebook"])
    #expect(providers[0].colour == "#4285F4")
    #expect(providers[0].clientId == "123456789.apps.googleusercontent.com")
    #expect(response.errors.isEmpty)
  }

  @Test func successHasATokenAndACustomer() throws {
    let login = try appSocialLogin("app-social-login.success.response")
    #expect(login.authenticationResponse.error == nil)
    #expect(login.authenticationResponse.token?.reveal() == "abc123def456...")
    #expect(login.authenticationResponse.customer?.id == "12345")
    #expect(login.authenticationResponse.customer?.email == "user@example.com")
    #expect(login.authenticationResponse.customer?.fullName == "John Doe")
    #expect(login.authenticationResponse.newCustomer == false)
    #expect(login.form == nil)
  }

  @Test func missingInformationHasAFormAndARetryToken() throws {
    let login = try appSocialLogin("app-social-login.missing-information.response")
    #expect(login.authenticationResponse.error == .invalidData)
    #expect(login.form?.title == "Complete Your Profile")
    let field = try #require(login.form?.fields.first)
    #expect(field.name == "email")
    #expect(field.label == "Email Address")
    #expect(field.required)
    #expect(field.type == nil)
    #expect(login.socialLoginToken?.reveal() == "temp-token-for-retry...")
    #expect(login.socialIdentity?.email == nil)
    #expect(login.socialIdentity?.fullName == "John Doe")
  }

  @Test func pendingLinkHasTheLinkAndTheIdentity() throws {
    let login = try appSocialLogin("app-social-login.link-pending.response")
    #expect(login.authenticationResponse.error == .socialLinkPending)
    #expect(login.socialLinkId == "link-abc123")
    #expect(login.socialIdentity?.email == "existing@example.com")
    #expect(login.socialLoginToken == nil)
  }

  @Test func fragmentReadsTheSameResponses() throws {
    let response = try GraphQLResponse<ExchangeSocialTokenMutation.Data>(
      json: SeedExamples.data("app-social-login.link-pending.response"))
    let outcome = try #require(response.data?.appSocialLogin)
    #expect(outcome.authenticationResponse.error == .socialLinkPending)
    #expect(outcome.socialLinkId == "link-abc123")
  }

  @Test func decodedResponseIsEncodedUnchanged() throws {
    let login = try appSocialLogin("app-social-login.missing-information.response")
    let json = try JSONEncoder().encode(login)
    let again = try JSONDecoder().decode(
      AppSocialLoginMutation.Data.AppSocialLogin.self, from: json)
    #expect(again.form?.fields.first?.label == "Email Address")
    #expect(again.socialLoginToken == login.socialLoginToken)
    #expect(try SeedExamples.value(JSONEncoder().encode(again)) == SeedExamples.value(json))
  }

  /// Every response in `Schemas/*/examples`. A new one without a type here fails.
  @Test func everyExampleReadsTheSameWithBothReaders() throws {
    let examples = try SeedExamples.responses()
    #expect(examples.count >= 4)
    for example in examples {
      let name = example.lastPathComponent
      switch name.prefix(while: { $0 != "." }) {
      case "get-social-providers": try expectSame(GetSocialProvidersQuery.Data.self, example)
      case "app-social-login": try expectSame(AppSocialLoginMutation.Data.self, example)
      default: Issue.record("\(name) has no type")
      }
    }
  }

  private func expectSame<Response: ResponseObject & Codable>(
    _ type: Response.Type, _ example: URL
  ) throws {
    let json = try Data(contentsOf: example)
    let own = try #require(GraphQLResponse<Response>(json: json).data)
    let foundations = try #require(
      JSONDecoder().decode(GraphQLResponse<Response>.self, from: json).data)
    let written = try SeedExamples.value(JSONEncoder().encode(own))
    #expect(try written == SeedExamples.value(JSONEncoder().encode(foundations)))
    let object = try JSONSerialization.jsonObject(with: json) as? [String: Any]
    let data = try JSONSerialization.data(withJSONObject: #require(object?["data"]))
    #expect(try written == SeedExamples.value(data), "\(example.lastPathComponent)")
  }

  @Test func unknownErrorIsKept() throws {
    let json = """
      {"authenticationResponse": {"error": "TOO_MANY_ACCOUNTS"}}
      """
    let login = try JSONDecoder().decode(
      AppSocialLoginMutation.Data.AppSocialLogin.self, from: Data(json.utf8))
    #expect(login.authenticationResponse.error == .unknown("TOO_MANY_ACCOUNTS"))
    let written = try JSONEncoder().encode(login.authenticationResponse.error)
    #expect(String(decoding: written, as: UTF8.self) == "\"TOO_MANY_ACCOUNTS\"")
  }

  private func appSocialLogin(
    _ name: String
  ) throws -> AppSocialLoginMutation.Data.AppSocialLogin {
    let response = try GraphQLResponse<AppSocialLoginMutation.Data>(json: SeedExamples.data(name))
    return try #require(response.data?.appSocialLogin)
  }
}
