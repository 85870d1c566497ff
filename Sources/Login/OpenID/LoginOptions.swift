// The options of one login.

public import AuthGenRuntime
import Foundation

/// The parameters of one login in the browser: those of OpenID Connect (Core, section 3.1.2.1), and
/// others that many providers share.
public struct LoginOptions: Hashable, Sendable {
  /// The requested access. `openid` requests an ID token, `offline_access` a refresh token; many providers
  /// send that only with the ``prompt`` `consent`. Default: `openid profile email`.
  public var scopes: [String]
  /// The API that the access token is for.
  public var audience: String?
  /// Sends the user directly to this connection, such as `github`.
  public var connection: String?
  /// The organization, by its ID (`org_…`) or name. The ID token must name it (`org_id`, `org_name`).
  public var organization: String?
  /// An invitation to the organization.
  public var invitation: String?
  /// The maximum time since the user last authenticated, in whole seconds. The ID token must confirm it.
  public var maximumAge: Duration?
  /// The accepted authentication contexts (`acr_values`), such as a second factor, the most wanted
  /// first. The ID token must name one of them (`acr`). Default: none, for any.
  public var authenticationContexts: [String]
  /// The prompts to show, such as `login`, `consent` or `none`, separated by spaces.
  public var prompt: String?
  /// The user's probable email address.
  public var loginHint: String?
  /// Additional parameters, by name.
  public var parameters: [String: String]
  /// Whether to use a browser session without earlier logins, if the platform supports that. Default: false.
  public var prefersEphemeralSession: Bool

  public init(
    scopes: [String] = ["openid", "profile", "email"], audience: String? = nil,
    connection: String? = nil, organization: String? = nil,
    invitation: String? = nil, maximumAge: Duration? = nil, authenticationContexts: [String] = [],
    prompt: String? = nil, loginHint: String? = nil, parameters: [String: String] = [:],
    prefersEphemeralSession: Bool = false
  ) {
    self.scopes = scopes
    self.audience = audience
    self.connection = connection
    self.organization = organization
    self.invitation = invitation
    self.maximumAge = maximumAge
    self.authenticationContexts = authenticationContexts
    self.prompt = prompt
    self.loginHint = loginHint
    self.parameters = parameters
    self.prefersEphemeralSession = prefersEphemeralSession
  }

  /// The separate scopes. One element of ``scopes`` may contain several.
  var allScopes: [String] { scopes.separateScopes }

  var wantsIDToken: Bool { allScopes.contains("openid") }

  /// Whether a requirement is verified with the ID token.
  var needsIDToken: Bool {
    maximumAge != nil || organization != nil || !authenticationContexts.isEmpty
  }

  /// The parameters of the authorization request that these options set.
  ///
  /// - Parameter audienceParameter: the provider's parameter for ``audience``.
  func requestParameters(
    _ audienceParameter: OpenIDProvider.AudienceParameter
  ) -> [(name: String, value: String?)] {
    func list(_ values: [String]) -> String? {
      values.isEmpty ? nil : values.joined(separator: " ")
    }
    return [
      ("scope", list(allScopes)), (audienceParameter.rawValue, audience),
      ("connection", connection),
      ("organization", organization), ("invitation", invitation),
      ("max_age", maximumAge.map { String($0.components.seconds) }),
      ("acr_values", list(authenticationContexts)), ("prompt", prompt), ("login_hint", loginHint),
    ] + parameters.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// The first name in ``parameters`` that callers may not set.
  var reservedParameter: String? {
    let reserved: Set<String> = [
      "response_type", "response_mode", "client_id", "client_secret", "redirect_uri", "state",
      "nonce", "code_challenge", "code_challenge_method", "dpop_jkt", "request", "request_uri",
      "scope", "audience", "resource", "connection", "organization", "invitation", "max_age",
      "acr_values",
      "prompt", "login_hint",
    ]
    return parameters.keys.sorted().first(where: reserved.contains)
  }
}

extension LoginOptions: RedactedDescription {
  /// An invitation, a hint and additional parameters may be secret.
  public var description: String { "options of a login" }
}
