import Foundation
import PreludeAuth
import PreludeAuthSocial

/// An app whose browser is the platform's.
@main struct PreludeSocialSignIn {
  static func main() async throws {
    guard let redirectURI = URL(string: "myapp://oauth-callback") else { return }
    let client = try PreludeAuthClient(endpoint: .custom("https://APP.session.prelude.dev"))
    let result = try await client.loginWithOAuth(
      OAuthLoginOptions(provider: .google, redirectURI: redirectURI))
    print(result)
  }
}
