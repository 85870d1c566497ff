// Providers that share a redirect URI: one could get the code of the other (RFC 9700, section 4.4).

import AuthGenOpenID
import AuthGenRuntime
import AuthGenTestSupport
import AuthGenWebLogin
import Foundation
import Testing

@Suite struct SharedRedirectURITests {
  private let redirects = RedirectRegistry()

  private func login(
    _ domain: String, _ redirectURI: String, sendsIssuer: Bool = false
  ) async throws -> PretendLogin {
    try await PretendLogin(redirectURI: redirectURI, redirects: redirects) {
      $0 = (try? OpenIDProvider.auth0(domain: domain)) ?? $0
      $0.issuesIssuerParameter = sendsIssuer
    }
  }

  @Test(arguments: [
    ("one.example", "shop:/callback", "two.example", "shop:/callback", 0, true),
    ("one.example", "shop:/callback", "two.example", "SHOP:/callback?provider=two", 0, true),
    ("one.example", "shop:/callback", "two.example", "shop:/callback", 1, true),
    ("one.example", "shop:/callback", "two.example", "shop:/callback", 2, false),
    ("one.example", "shop:/callback", "one.example", "shop:/callback", 0, false),
    ("one.example", "shop:/one", "two.example", "shop:/two", 0, false),
    ("one.example", "http://127.0.0.1:0/cb", "two.example", "http://[::1]:8080/cb", 0, true),
    ("one.example", "http://127.0.0.1:0/one", "two.example", "http://127.0.0.1:0/two", 0, false),
    ("one.example", "https://a.example/cb", "two.example", "https://b.example/cb", 0, false),
    ("one.example", "https://a.example/cb", "two.example", "https://a.example:443/cb", 0, true),
  ])
  func providersWithOneRedirectURIAreRefused(
    domain: String, uri: String, other: String, otherURI: String, sendIssuer: Int, isRefused: Bool
  ) async throws {
    let first = try await login(domain, uri, sendsIssuer: sendIssuer > 0)
    let second = try await login(other, otherURI, sendsIssuer: sendIssuer > 1)
    for pretend in [first, second] {
      for step in [
        { _ = try await pretend.login.begin() }, { _ = try await pretend.login.logIn() },
      ]
      where isRefused {
        await expectFailure("sharedRedirectURI", step)
      }
      if !isRefused { _ = try await pretend.login.begin() }
      #expect(await pretend.server.requests.isEmpty)
    }
  }

  /// The provider of a pending login has sent the browser on to another provider, whose code arrives.
  @Test func codeOfAnotherProviderIsNotSent() async throws {
    let dishonest = try await login("one.example", "shop:/callback")
    let attempt = try await dishonest.login.begin()
    let redirect = try attempt.redirect()
    let honest = try await login("two.example", "shop:/callback")
    let links = LoginLinks().adding(dishonest.login).adding(honest.login)
    await expectFailure("sharedRedirectURI") { try await links.open(redirect) }
    await expectFailure("sharedRedirectURI") {
      try await dishonest.login.finish(attempt, callback: redirect)
    }
    #expect(await dishonest.server.requests.isEmpty)
    #expect(await honest.server.requests.isEmpty)
  }

  @Test func redirectURIIsFreeAfterItsLogin() async throws {
    for domain in ["one.example", "two.example"] {
      _ = try await login(domain, "shop:/callback").login.begin()
    }
  }
}
