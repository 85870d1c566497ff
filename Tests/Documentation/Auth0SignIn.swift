// The README's login at Auth0. `.ci/apple-platforms` type-checks it.

#if canImport(AuthenticationServices) && !os(tvOS) && !os(watchOS)
  import AuthGenBrowser
  import AuthGenOpenID
  import AuthGenRuntime
  import AuthGenSessions
  import AuthGenWebLogin

  func signIn(toCall server: GraphQLClient) async throws {
    let login = OpenIDLogin(
      provider: try .auth0(domain: "example.eu.auth0.com"), clientID: "YOUR_CLIENT_ID",
      redirectURI: try RedirectURI("com.example.shop:/callback"),
      store: KeychainStore(service: "com.example.shop", account: "auth0"),
      browser: SystemWebAuthenticationSession())
    let user = try await login.logIn(
      LoginOptions(
        scopes: ["openid", "profile", "email", "offline_access"],
        audience: "https://api.example.com"))
    let client = ExampleClient(server.authenticated(by: login.sessions))
    print("Welcome,", user.claims?.name ?? "?", try await client.me().me.email)
  }
#endif
