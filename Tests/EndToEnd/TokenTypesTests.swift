// Tests Horizon's sections "Token Types by Platform" and "Exchanging Token with Horizon": which token is sent
// in which field.

import AuthGenHorizon
import AuthGenRuntime
import AuthGenTestServers
import HorizonAPI
import Testing

extension EndToEnd.Servers {
  @Suite(.serialized) struct TokenTypesTests {
    /// Logs in, and returns the input that the server received.
    private func input(
      _ provider: PretendProvider, _ site: Site
    ) async throws -> [String: String] {
      let state = try await site.signIn(provider, as: "ada")
      #expect(state.signedIn?.session.customer?.email == "ada@example.com")
      let request = try #require(try await site.requests(of: "ExchangeSocialToken").first)
      return request.variables
    }

    @Test func googleOnIOSSendsItsAccessTokenAsAccessToken() async throws {
      let input = try await input(.googleOnIOS, Site())
      #expect(input.keys.sorted() == ["input.accessToken", "input.providerCode"])
      #expect(input["input.providerCode"] == "google")
      #expect(input["input.accessToken"]?.hasPrefix("ya29.") == true)
    }

    @Test func googleOnAndroidSendsItsServerAuthCodeAsAuthCode() async throws {
      let input = try await input(.googleOnAndroid, Site())
      #expect(input.keys.sorted() == ["input.authCode", "input.providerCode"])
      #expect(input["input.providerCode"] == "google")
      #expect(input["input.authCode"]?.hasPrefix("4/") == true)
    }

    /// Both platforms use the same function.
    @Test func facebookOnBothPlatformsSendsItsAccessTokenAsAccessToken() async throws {
      let input = try await input(.facebook, Site())
      #expect(input.keys.sorted() == ["input.accessToken", "input.providerCode"])
      #expect(input["input.providerCode"] == "facebook")
      #expect(input["input.accessToken"]?.hasPrefix("EAA") == true)
    }

    /// Both platforms use the same function.
    @Test func appleOnBothPlatformsSendsItsIdentityTokenAsAccessToken() async throws {
      let input = try await input(.apple, Site())
      #expect(input.keys.sorted() == ["input.accessToken", "input.providerCode"])
      #expect(input["input.providerCode"] == "apple")
      #expect(input["input.accessToken"]?.split(separator: ".").count == 3)
    }

    @Test func otherListedProviderSendsItsSDKsToken() async throws {
      let site = try Site()
      try await site.script([
        "providers": [
          [
            "code": "amazon", "name": "Amazon", "colour": "#FF9900", "iconUrl": "/",
            "loginUrl": "/",
          ]
        ]
      ])
      let credential = ProviderCredential.other(
        providerCode: "amazon", accessToken: "amazon.new-prime.1")
      let state = site.seen(try await site.login.signIn(with: credential))
      #expect(state.signedIn?.isNewCustomer == true)
    }

    @Test func documentsMutationRunsUnchanged() async throws {
      let site = try Site()
      let input = AppBasedSocialLoginInput(
        providerCode: "google", accessToken: "ya29.ada.0123456789")
      let data = site.seen(
        try await site.client.execute(AppSocialLoginMutation(input: input)))
      let response = try #require(data.appSocialLogin?.authenticationResponse)
      #expect(response.error == nil)
      #expect(response.token?.isEmpty == false)
      #expect(response.customer?.fullName == "Ada Lovelace")
    }
  }
}
