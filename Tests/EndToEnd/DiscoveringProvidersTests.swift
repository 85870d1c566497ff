// Tests Horizon's section "Discovering Available Providers".

import AuthGenHorizon
import AuthGenRuntime
import HorizonAPI
import Testing

extension EndToEnd.Servers {
  @Suite(.serialized) struct DiscoveringProvidersTests {
    @Test func listHasTheDataForLoginButtons() async throws {
      let site = try Site()
      let providers = try #require(site.seen(try await site.login.listProviders()).providers)
      #expect(providers.map(\.code) == ["google", "facebook", "apple"])
      let google = try #require(providers.first)
      #expect(google.name == "Continue with Google")
      #expect(google.colour == "#4285F4")
      #expect(google.iconUrl == "https://example.com/google-icon.svg")
      #expect(google.clientId == "123456789.apps.googleusercontent.com")
    }

    @Test func documentsQueryGivesTheSameListWithTheGeneratedClient() async throws {
      let site = try Site()
      let data = site.seen(try await HorizonClient(site.client).getSocialProviders())
      #expect(data.socialLoginProviders.map(\.code) == ["google", "facebook", "apple"])
      let request = try #require(try await site.requests().first)
      #expect(request.method == "POST")
      #expect(request.headers["authorization"] == nil)
    }

    @Test func listBelongsToTheSite() async throws {
      let site = try Site()
      try await site.offerOnly("amazon")
      let providers = site.seen(try await site.login.listProviders()).providers
      #expect(providers?.map(\.code) == ["amazon"])
      #expect(providers?.first?.clientId == nil)
    }
  }
}
