// Auth0's endpoints.

import AuthGenRuntime
public import Foundation

extension OpenIDProvider {
  /// A tenant of Auth0.
  ///
  /// - Parameter domain: the tenant's domain, such as `example.eu.auth0.com`, or a custom one.
  /// - Throws: ``WebLoginError/Reason/insecureEndpoint`` if that is not a domain.
  public static func auth0(domain: String) throws(WebLoginError) -> OpenIDProvider {
    guard let url = URL(string: "https://\(domain)"), url.host() == domain else {
      throw WebLoginError(.insecureEndpoint)
    }
    return try auth0(at: url)
  }

  /// Auth0 at another address, such as a test server on this machine.
  ///
  /// - Throws: ``WebLoginError/Reason/insecureEndpoint`` if the URL does not use https and is not
  ///   on this machine.
  public static func auth0(at url: URL) throws(WebLoginError) -> OpenIDProvider {
    var issuer = url.absoluteString
    if !issuer.hasSuffix("/") { issuer += "/" }
    var provider = try OpenIDProvider(
      issuer: issuer, authorizationEndpoint: url.appending(path: "authorize"),
      tokenEndpoint: url.appending(path: "oauth/token"),
      keySetEndpoint: url.appending(path: ".well-known/jwks.json"),
      userInfoEndpoint: url.appending(path: "userinfo"),
      revocationEndpoint: url.appending(path: "oauth/revoke"),
      logoutEndpoint: url.appending(path: "v2/logout"), logoutParameters: .auth0,
      bodyEncoding: .json)
    provider.deviceAuthorizationEndpoint = url.appending(path: "oauth/device/code")
    provider.secondFactorEndpoint = url.appending(path: "mfa")
    provider.passwordlessEndpoint = url.appending(path: "passwordless/start")
    provider.passkeyEndpoint = url.appending(path: "passkey")
    return provider
  }
}

extension OpenIDProvider.LogoutParameters {
  /// `returnTo`.
  public static let auth0 = Self(redirectURI: "returnTo", includesIDToken: false)
}
