import PreludeAuth

/// An app that presents the provider's page itself: it links no browser.
@main struct PreludeSignIn {
  static func main() async throws {
    let client = try PreludeAuthClient(endpoint: .custom("https://APP.session.prelude.dev"))
    let context = try await client.initiateOAuthLogin(
      InitiateOAuthLoginOptions(provider: .google, redirectURI: "myapp://oauth-callback"))
    print("Open \(context.authorizationURL), and enter the challenge token:")
    let result = try await client.finalizeOAuthLogin(context, challengeToken: readLine() ?? "")
    print(result)
  }
}
