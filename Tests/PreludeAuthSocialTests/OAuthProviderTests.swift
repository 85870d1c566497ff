import PreludeAPI
import PreludeAuth
import Testing

struct OAuthProviderTests {
  @Test func providersHaveTheNamesOfTheAPI() {
    let providers: [PreludeAuth.OAuthProvider] = [
      .google, .apple, .microsoft, .github, .okta, .facebook,
    ]
    #expect(
      providers.map(\.rawValue) == ["google", "apple", "microsoft", "github", "okta", "facebook"])
    #expect(
      PreludeAuth.OAuthProvider.allCases.map(\.rawValue) == PreludeAPI.OAuthProvider.graphQLNames)
  }
}
