// A server of OpenID Connect: where it does what.

import Auth0Auth
import AuthGenRuntime
import Foundation

/// A server that users log in with: its name and its endpoints.
///
/// ```swift
/// let auth0 = try OpenIDProvider.auth0(domain: "example.eu.auth0.com")
/// let other = try await OpenIDProvider.discover(issuer: "https://accounts.example.com")
/// ```
public struct OpenIDProvider: Hashable, Sendable {
  /// What `iss` says, character by character.
  public let issuer: String
  public let authorizationEndpoint: URL
  public let tokenEndpoint: URL
  public let keySetEndpoint: URL
  public var userInfoEndpoint: URL?
  public var revocationEndpoint: URL?
  /// Where the browser is logged out.
  public var logoutEndpoint: URL?
  /// What ``logoutEndpoint`` is told.
  public var logoutParameters: LogoutParameters
  /// Whether the redirect to the app always has `iss` (RFC 9207).
  public var issuesIssuerParameter: Bool
  /// How the token endpoint wants to be written to.
  public var bodyEncoding: BodyEncoding

  /// The parameters at the end of a session.
  public enum LogoutParameters: Hashable, Sendable {
    /// `client_id` and `returnTo`.
    case auth0
    /// `client_id`, `id_token_hint` and `post_logout_redirect_uri` (OpenID Connect RP-Initiated
    /// Logout, section 2).
    case openIDConnect

    var returnTo: String {
      switch self {
      case .auth0: "returnTo"
      case .openIDConnect: "post_logout_redirect_uri"
      }
    }
  }

  /// - Throws: ``WebLoginError/Reason/insecureEndpoint`` where one that is needed for a login is
  ///   neither https nor on this machine.
  public init(
    issuer: String, authorizationEndpoint: URL, tokenEndpoint: URL, keySetEndpoint: URL,
    userInfoEndpoint: URL? = nil, revocationEndpoint: URL? = nil, logoutEndpoint: URL? = nil,
    logoutParameters: LogoutParameters = .openIDConnect, issuesIssuerParameter: Bool = false,
    bodyEncoding: BodyEncoding = .form
  ) throws(WebLoginError) {
    for endpoint in [authorizationEndpoint, tokenEndpoint, keySetEndpoint] {
      guard endpoint.isTrustworthyPage else { throw WebLoginError(.insecureEndpoint) }
    }
    self.issuer = issuer
    self.authorizationEndpoint = authorizationEndpoint
    self.tokenEndpoint = tokenEndpoint
    self.keySetEndpoint = keySetEndpoint
    self.userInfoEndpoint = userInfoEndpoint
    self.revocationEndpoint = revocationEndpoint
    self.logoutEndpoint = logoutEndpoint
    self.logoutParameters = logoutParameters
    self.issuesIssuerParameter = issuesIssuerParameter
    self.bodyEncoding = bodyEncoding
  }

  /// Auth0, whose endpoints are where they always are.
  ///
  /// - Parameter domain: the tenant's domain, such as `example.eu.auth0.com`, or a custom one.
  /// - Throws: ``WebLoginError/Reason/insecureEndpoint`` where that is no domain.
  public static func auth0(domain: String) throws(WebLoginError) -> OpenIDProvider {
    guard let url = URL(string: "https://\(domain)"), url.host() == domain else {
      throw WebLoginError(.insecureEndpoint)
    }
    return try auth0(at: url)
  }

  /// Auth0 at another address, such as a server of tests on this machine.
  ///
  /// - Throws: ``WebLoginError/Reason/insecureEndpoint`` where it is neither https nor on this machine.
  public static func auth0(at url: URL) throws(WebLoginError) -> OpenIDProvider {
    var issuer = url.absoluteString
    if !issuer.hasSuffix("/") { issuer += "/" }
    return try OpenIDProvider(
      issuer: issuer, authorizationEndpoint: url.appending(path: "authorize"),
      tokenEndpoint: url.appending(path: "oauth/token"),
      keySetEndpoint: url.appending(path: ".well-known/jwks.json"),
      userInfoEndpoint: url.appending(path: "userinfo"),
      revocationEndpoint: url.appending(path: "oauth/revoke"),
      logoutEndpoint: url.appending(path: "v2/logout"), logoutParameters: .auth0,
      bodyEncoding: .json)
  }

  /// Asks a server for its endpoints (OpenID Connect Discovery, section 4).
  ///
  /// - Parameters:
  ///   - issuer: as its ID tokens have it, character by character.
  ///   - transport: what carries the request. Default: the network.
  /// - Throws: ``WebLoginError``: also where the server calls itself something else, or cannot do
  ///   PKCE with `S256`.
  public static func discover(
    issuer: String, transport: any Transport = URLSessionTransport()
  ) async throws(WebLoginError) -> OpenIDProvider {
    guard let url = URL(string: issuer), url.isTrustworthyPage else {
      throw WebLoginError(.insecureEndpoint)
    }
    let found: OpenIDConfigurationQuery.Data.OpenIDConfiguration
    do throws(RequestError) {
      let client = GraphQLClient(ClientConfiguration(endpoint: url), transport: transport)
      found = try await Auth0Client(client).openIDConfiguration().openIDConfiguration
    } catch {
      throw WebLoginError(request: error)
    }
    guard found.issuer == issuer else { throw WebLoginError(.unsuitableProvider("issuer")) }
    guard found.codeChallengeMethodsSupported?.contains("S256") ?? true else {
      throw WebLoginError(.unsuitableProvider("code_challenge_methods_supported"))
    }
    guard let authorization = URL(string: found.authorizationEndpoint),
      let token = URL(string: found.tokenEndpoint),
      let keySet = URL(string: found.jsonWebKeySetURI)
    else { throw WebLoginError(.insecureEndpoint) }
    return try OpenIDProvider(
      issuer: issuer, authorizationEndpoint: authorization, tokenEndpoint: token,
      keySetEndpoint: keySet, userInfoEndpoint: found.userInfoEndpoint.flatMap(URL.init),
      revocationEndpoint: found.revocationEndpoint.flatMap(URL.init),
      logoutEndpoint: found.endSessionEndpoint.flatMap(URL.init),
      issuesIssuerParameter: found.issuesIssuerParameter ?? false)
  }
}
