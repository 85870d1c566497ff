// An OpenID Connect server and its endpoints.

import AuthGenRuntime
import AuthGenWebLogin
import Foundation
import OpenIDAPI

/// A server that users log in with: its issuer and its endpoints.
///
/// ```swift
/// let provider = try await OpenIDProvider.discover(issuer: "https://accounts.example.com")
/// ```
public struct OpenIDProvider: Hashable, Sendable {
  /// The exact value of `iss`.
  public let issuer: String
  public let authorizationEndpoint: URL
  public let tokenEndpoint: URL
  public let keySetEndpoint: URL
  public var userInfoEndpoint: URL?
  public var revocationEndpoint: URL?
  /// The page that logs the browser out.
  public var logoutEndpoint: URL?
  /// The parameters of ``logoutEndpoint``.
  public var logoutParameters: LogoutParameters
  /// Whether the redirect to the app always contains `iss` (RFC 9207).
  public var issuesIssuerParameter: Bool
  /// The encoding of requests to the token endpoint.
  public var bodyEncoding: BodyEncoding
  /// The parameter that names the API of an access token. Default: ``AudienceParameter/audience``.
  public var audienceParameter = AudienceParameter.audience

  /// A parameter that names the API of an access token.
  public enum AudienceParameter: String, Hashable, Sendable {
    /// The parameter of several vendors.
    case audience
    /// RFC 8707, section 2. The API is an absolute URI.
    case resource
  }

  /// The parameters of the page that logs the browser out, in addition to `client_id`.
  public struct LogoutParameters: Hashable, Sendable {
    /// The name of the parameter with the URI of the redirect.
    public let redirectURI: String
    /// Whether to send the ID token as `id_token_hint`.
    public let includesIDToken: Bool

    public init(redirectURI: String, includesIDToken: Bool) {
      self.redirectURI = redirectURI
      self.includesIDToken = includesIDToken
    }

    /// `id_token_hint` and `post_logout_redirect_uri` (OpenID Connect RP-Initiated Logout, section 2).
    public static let openIDConnect = LogoutParameters(
      redirectURI: "post_logout_redirect_uri", includesIDToken: true)
  }

  /// Creates a provider from its endpoints.
  ///
  /// - Throws: ``WebLoginError/Reason/insecureEndpoint`` if an endpoint that a login needs does not
  ///   use https and is not on this machine.
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

  /// Fetches a server's endpoints (OpenID Connect Discovery, section 4).
  ///
  /// A server that names no methods of PKCE is accepted, because OpenID Connect does not require
  /// them in the metadata. If it ignores PKCE, the `nonce` of the ID token still binds the code to
  /// the login, so request the scope `openid`.
  ///
  /// - Parameters:
  ///   - issuer: the exact issuer in the server's ID tokens.
  ///   - transport: carries the request. Default: the network.
  /// - Throws: ``WebLoginError``, also if the server's metadata names another issuer, or names
  ///   methods of PKCE without `S256`.
  public static func discover(
    issuer: String, transport: any Transport = URLSessionTransport()
  ) async throws(WebLoginError) -> OpenIDProvider {
    guard let url = URL(string: issuer), url.isTrustworthyPage else {
      throw WebLoginError(.insecureEndpoint)
    }
    let found: OpenIDConfigurationQuery.Data.OpenIDConfiguration
    do throws(RequestError) {
      let client = GraphQLClient(
        ClientConfiguration(
          endpoint: url, maximumResponseSize: ClientConfiguration.maximumLoginResponseSize),
        transport: transport)
      found = try await OpenIDClient(client).openIDConfiguration().openIDConfiguration
    } catch {
      throw WebLoginError(request: error)
    }
    guard found.issuer.hasSameBytes(as: issuer) else {
      throw WebLoginError(.unsuitableProvider("issuer"))
    }
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
