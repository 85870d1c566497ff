import PreludeAPI
import PreludeAuth
import Testing

struct OAuthProviderTests {
  @Test func providersHaveTheAPIsNames() {
    let providers: [OAuthProvider] = [
      .google, .apple, .microsoft, .github, .okta, .facebook,
    ]
    #expect(
      providers.map(\.rawValue) == ["google", "apple", "microsoft", "github", "okta", "facebook"])
    #expect(
      OAuthProvider.allCases.map(\.rawValue) == SocialProvider.graphQLNames)
  }
}
