// Tests Horizon's sections "Token Types by Platform" and "Exchanging Token with Horizon": which token is sent
// in which field.

import AuthGenHorizon
import AuthGenRuntime
import AuthGenTestServers
import HorizonAPI
import Testing

extension EndToEnd.Servers {
  @Suite(.serialized) struct TokenTypesTests {
    /// Facebook and Apple have the same function on both platforms.
    @Test(arguments: [
      (PretendProvider.googleOnIOS, "google", "accessToken", "ya29."),
      (.googleOnAndroid, "google", "authCode", "4/"), (.facebook, "facebook", "accessToken", "EAA"),
      (.apple, "apple", "accessToken", "eyJ"),
    ])
    func tokenOfAProviderIsSentInItsField(
      provider: PretendProvider, code: String, field: String, start: String
    ) async throws {
      let site = try Site()
      let state = try await site.signIn(provider, as: "ada")
      #expect(state.signedIn?.session.customer?.email == "ada@example.com")
      let request = try #require(try await site.requests(of: "ExchangeSocialToken").first)
      let input = request.variables
      #expect(Set(input.keys) == ["input.\(field)", "input.providerCode"])
      #expect(input["input.providerCode"] == code)
      #expect(input["input.\(field)"]?.hasPrefix(start) == true)
    }

    @Test func otherListedProviderSendsItsSDKsToken() async throws {
      let site = try Site()
      try await site.offerOnly("amazon")
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
