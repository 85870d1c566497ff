// An OpenID Connect server and its endpoints.

public import AuthGenRuntime
import AuthGenWebLogin
public import Foundation
import OpenIDAPI

/// A server that users log in with: its issuer and its endpoints.
///
/// ```swift
/// let provider = try await OpenIDProvider.discover(issuer: "https://accounts.example.com")
/// ```
public struct OpenIDProvider: Hashable, Sendable {
  /// The exact value of `iss`. With ``tenants``, it contains `{tenantid}` in place of the tenant.
  public let issuer: String
  /// The tenants whose users can log in; nil if the provider has one issuer for all users.
  public let tenants: Tenants?
  public let authorizationEndpoint: URL
  public let tokenEndpoint: URL
  public let keySetEndpoint: URL
  public var userInfoEndpoint: URL?
  public var revocationEndpoint: URL?
  /// Where ``OpenIDLogin/requestDeviceCode(scopes:audience:)`` sends its request (RFC 8628).
  public var deviceAuthorizationEndpoint: URL?
  /// Where second factors are listed, set up and challenged, for a provider with such endpoints.
  public var secondFactorEndpoint: URL?
  /// Where codes for logins without a password are requested, for a provider that sends them.
  public var passwordlessEndpoint: URL?
  /// Where logins and registrations with a passkey begin, for a provider with such endpoints.
  public var passkeyEndpoint: URL?
  /// Where logins send their parameters, so that the browser does not (RFC 9126). Default: nil, for
  /// parameters in the address of the login page. Discovery sets it if the provider requires pushed requests;
  /// to use it with other providers, set it.
  public var pushedAuthorizationRequestEndpoint: URL?
  /// The page that logs the browser out.
  public var logoutEndpoint: URL?
  /// The parameters of ``logoutEndpoint``.
  public var logoutParameters: LogoutParameters
  /// Whether the redirect to the app always contains `iss` (RFC 9207).
  public var issuesIssuerParameter: Bool
  /// The encoding of requests to the token endpoint.
  public var bodyEncoding: BodyEncoding
  /// How an app with a client secret sends it. Default: ``SecretPlacement/header``, or what discovery finds.
  public var secretPlacement = SecretPlacement.header
  /// How an app with a client secret sends it to the revocation endpoint. Default:
  /// ``SecretPlacement/header``, or what discovery finds.
  public var revocationSecretPlacement = SecretPlacement.header
  /// The parameter that names the API of an access token. Default: ``AudienceParameter/audience``.
  public var audienceParameter = AudienceParameter.audience

  /// A parameter that names the API of an access token.
  public enum AudienceParameter: String, Hashable, Sendable {
    /// The parameter of several vendors.
    case audience
    /// RFC 8707, section 2. The API is an absolute URI.
    case resource

    /// The values of both parameters for one API.
    func values(_ api: String?) -> (audience: String?, resource: String?) {
      self == .audience ? (api, nil) : (nil, api)
    }
  }

  /// Where a request has the client's secret (RFC 6749, section 2.3.1).
  public enum SecretPlacement: String, Hashable, Sendable {
    /// HTTP Basic authentication.
    case header = "client_secret_basic"
    /// The parameter `client_secret`.
    case body = "client_secret_post"

    /// - Parameter methods: the methods that a server lists.
    /// - Returns: nil if it lists neither.
    fileprivate init?(listed methods: [String]?) {
      guard let methods else { return nil }
      let known = [SecretPlacement.header, .body]
      guard let first = known.first(where: { methods.contains($0.rawValue) }) else { return nil }
      self = first
    }
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

  /// Creates a provider from its endpoints. With ``tenants``, the issuer contains `{tenantid}`.
  ///
  /// - Throws: ``WebLoginError/Reason/insecureEndpoint`` if an endpoint that a login needs does not
  ///   use https and is not on this machine.
  public init(
    issuer: String, tenants: Tenants? = nil, authorizationEndpoint: URL, tokenEndpoint: URL,
    keySetEndpoint: URL,
    userInfoEndpoint: URL? = nil, revocationEndpoint: URL? = nil, logoutEndpoint: URL? = nil,
    logoutParameters: LogoutParameters = .openIDConnect, issuesIssuerParameter: Bool = false,
    bodyEncoding: BodyEncoding = .form
  ) throws(WebLoginError) {
    for endpoint in [authorizationEndpoint, tokenEndpoint, keySetEndpoint] {
      guard endpoint.isTrustworthyPage else { throw WebLoginError(.insecureEndpoint) }
    }
    self.issuer = issuer
    self.tenants = tenants
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
  /// Refuses an unsupported provider before the browser opens. Fields that the metadata leaves out are not
  /// checked. A server that names no methods of PKCE is accepted, because OpenID Connect does not require
  /// them in the metadata. If it ignores PKCE, the `nonce` of the ID token still binds the code to the login,
  /// so request the scope `openid`.
  ///
  /// - Parameters:
  ///   - issuer: the exact issuer in the server's ID tokens. With `tenants`, the issuer for users of several
  ///     tenants, such as `https://login.microsoftonline.com/organizations/v2.0`.
  ///   - acceptsUnlistedClients: whether to accept a server whose `token_endpoint_auth_methods_supported`
  ///     lacks `none`. Google, Microsoft Entra ID and django-oauth-toolkit serve apps without a secret, and
  ///     do not list it. Also pass true for a login with a client secret. Default: false.
  ///   - tenants: the tenants whose users can log in, if each tenant has its own issuer. Default: nil, for
  ///     one issuer.
  ///   - transport: carries the request. Default: the network.
  /// - Throws: ``WebLoginError``: ``WebLoginError/Reason/insecureEndpoint`` if a URL does not use https,
  ///   ``WebLoginError/Reason/unsuitableProvider(field:found:)`` if the issuer differs or a field lacks the
  ///   required value, and ``WebLoginError/Reason/request(_:)`` if the metadata cannot be fetched.
  public static func discover(
    issuer: String, acceptsUnlistedClients: Bool = false, tenants: Tenants? = nil,
    transport: any Transport = URLSessionTransport()
  ) async throws(WebLoginError) -> OpenIDProvider {
    guard let url = URL(string: issuer), url.isTrustworthyPage else {
      throw WebLoginError(.insecureEndpoint)
    }
    let client = GraphQLClient(
      ClientConfiguration(
        endpoint: url, maximumResponseSize: ClientConfiguration.maximumLoginResponseSize),
      transport: transport)
    let found = try await WebLoginError.sent { () async throws(RequestError) in
      try await OpenIDClient(client).openIDConfiguration().openIDConfiguration
    }
    let isIssuer =
      tenants == nil
      ? found.issuer.hasSameBytes(as: issuer) : IssuerRule.isTemplate(found.issuer, for: issuer)
    guard isIssuer else {
      throw WebLoginError(.unsuitableProvider(field: "issuer", found: found.issuer))
    }
    try check(found, acceptsUnlistedClients: acceptsUnlistedClients)
    guard let authorization = URL(string: found.authorizationEndpoint),
      let token = URL(string: found.tokenEndpoint),
      let keySet = URL(string: found.jsonWebKeySetURI)
    else { throw WebLoginError(.insecureEndpoint) }
    var provider = try OpenIDProvider(
      issuer: found.issuer, tenants: tenants, authorizationEndpoint: authorization,
      tokenEndpoint: token, keySetEndpoint: keySet,
      userInfoEndpoint: found.userInfoEndpoint.flatMap(URL.init),
      revocationEndpoint: found.revocationEndpoint.flatMap(URL.init),
      logoutEndpoint: found.endSessionEndpoint.flatMap(URL.init),
      issuesIssuerParameter: found.issuesIssuerParameter ?? false)
    provider.deviceAuthorizationEndpoint = found.deviceAuthorizationEndpoint.flatMap(URL.init)
    if found.requiresPushedRequests == true {
      provider.pushedAuthorizationRequestEndpoint =
        found.pushedAuthorizationRequestEndpoint.flatMap(URL.init)
    }
    provider.secretPlacement = .init(listed: found.tokenEndpointAuthMethodsSupported) ?? .header
    provider.revocationSecretPlacement =
      .init(listed: found.revocationEndpointAuthMethodsSupported) ?? provider.secretPlacement
    return provider
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
    let pushed = found.pushedAuthorizationRequestEndpoint
    if found.requiresPushedRequests == true,
      pushed.flatMap({ URL(string: $0) })?.isTrustworthyPage != true
    {
      throw WebLoginError(
        .unsuitableProvider(field: "pushed_authorization_request_endpoint", found: pushed ?? ""))
    }
    if found.requiresSignedRequests == true {
      throw WebLoginError(
        .unsuitableProvider(field: "require_signed_request_object", found: "true"))
    }
  }
}
