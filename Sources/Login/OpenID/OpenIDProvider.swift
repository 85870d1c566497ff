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
  /// Refuses an unsupported provider before the browser opens. Fields that the metadata leaves out are not checked. A
  /// server that names no methods of PKCE is accepted, because OpenID Connect does not
  /// require them in the metadata. If it ignores PKCE, the `nonce` of the ID token still binds the code to the login, so
  /// request the scope `openid`.
  ///
  /// - Parameters:
  ///   - issuer: the exact issuer in the server's ID tokens.
  ///   - acceptsUnlistedClients: whether to accept a server whose `token_endpoint_auth_methods_supported` lacks `none`.
  ///     Google, Microsoft Entra ID and django-oauth-toolkit serve apps without a secret, and do not list it. Default: false.
  ///   - transport: carries the request. Default: the network.
  /// - Throws: ``WebLoginError``: ``WebLoginError/Reason/insecureEndpoint`` if a URL does not use https,
  ///   ``WebLoginError/Reason/unsuitableProvider(field:found:)`` if the issuer differs or a field lacks the required
  ///   value, and ``WebLoginError/Reason/request(_:)`` if the metadata cannot be fetched.
  public static func discover(
    issuer: String, acceptsUnlistedClients: Bool = false,
    transport: any Transport = URLSessionTransport()
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
      throw WebLoginError(.unsuitableProvider(field: "issuer", found: found.issuer))
    }
    try check(found, acceptsUnlistedClients: acceptsUnlistedClients)
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

  /// Refuses a server with which no login can work.
  private static func check(
    _ found: OpenIDConfigurationQuery.Data.OpenIDConfiguration, acceptsUnlistedClients: Bool
  ) throws(WebLoginError) {
    let needs: [(field: String, found: [String]?, accepted: [String])] = [
      ("response_types_supported", found.responseTypesSupported, ["code"]),
      ("response_modes_supported", found.responseModesSupported, ["query"]),
      ("grant_types_supported", found.grantTypesSupported, ["authorization_code"]),
      ("code_challenge_methods_supported", found.codeChallengeMethodsSupported, ["S256"]),
      (
        "id_token_signing_alg_values_supported", found.idTokenSigningAlgorithmsSupported,
        SignatureAlgorithm.supported.map(\.rawValue)
      ),
      (
        "token_endpoint_auth_methods_supported",
        acceptsUnlistedClients ? nil : found.tokenEndpointAuthMethodsSupported, ["none"]
      ),
    ]
    for (field, values, accepted) in needs {
      guard let values, !values.contains(where: accepted.contains) else { continue }
      throw WebLoginError(
        .unsuitableProvider(field: field, found: values.joined(separator: ", ")))
    }
    for (field, isRequired) in [
      ("require_pushed_authorization_requests", found.requiresPushedRequests),
      ("require_signed_request_object", found.requiresSignedRequests),
    ] where isRequired == true {
      throw WebLoginError(.unsuitableProvider(field: field, found: "true"))
    }
  }
}
