// Why a login failed.

public import AuthGenRuntime
package import AuthGenSessions
public import AuthGenWebLogin
public import OpenIDAPI

/// A failed login, logout or session request. Its descriptions contain no code, token or verifier. They quote
/// the server only from its public metadata.
public struct WebLoginError: Error, Sendable {
  public enum Reason: Sendable {
    /// The user closed the page, the app cancelled the login, or another one is presented in its place.
    /// Usually the app shows nothing.
    case cancelled
    /// An endpoint does not use https and is not on this machine. Nothing was sent.
    case insecureEndpoint
    /// No login can work with the provider, because of a field of its metadata and the value there.
    case unsuitableProvider(field: String, found: String)
    /// An additional parameter is reserved for the login. The value is its name. Nothing was sent.
    case reservedParameter(String)
    /// The options require an ID token, but the scope `openid` is missing. Nothing was sent.
    case missingScope
    /// The login has no redirect URI. Nothing was sent.
    case noRedirectURI
    /// A login of another provider has the same redirect URI, so that one provider could get the code of the
    /// other (RFC 9700, section 4.4). Nothing was sent. Register another URI at each provider.
    case sharedRedirectURI(RedirectURI)
    /// The system's random source failed. Nothing was sent.
    case noRandomBytes
    /// The browser returned no redirect.
    case browser(WebAuthenticationError)
    /// The browser's redirect does not belong to this login, and was not used.
    case callback(CallbackError)
    /// The attempt is over, or was not begun by this login, or another login or a logout has come since it
    /// began. Begin again.
    case noSuchAttempt
    /// The server refused the login in the browser (RFC 6749, section 4.1.2.1), or the user declined it on
    /// another device.
    case denied(DeniedLogin)
    /// The server requires another step before it sends tokens. The login continues with the value.
    case secondFactor(SecondFactor)
    /// The code that the user entered is wrong, too old or used. The user can enter another one.
    case wrongCode(RefusedRequest)
    /// The server refused a request with an error, for example `invalid_scope`.
    case refused(RefusedRequest)
    case request(RequestError)
    /// The tokens have another type than requested, for example bearer tokens in place of bound ones.
    case wrongTokenType
    /// The key to which tokens are bound cannot be used.
    case key(DPoPKeyError)
    /// The ID token was refused.
    case idToken(IDTokenError)
    /// The response is about another user than the session's.
    case wrongUser
    /// The provider signs or encrypts its response with the user's claims (OpenID Connect Core, section
    /// 5.3.2), which is unsupported.
    case signedUserInfo
    /// The user is signed out.
    case notSignedIn
    /// The state of the session is unknown now.
    case unavailable(CredentialUnavailable)
    /// The provider has no endpoint for this.
    case unsupported
  }

  public let reason: Reason
  /// Whether the error is from ``OpenIDLogin/logOutOfBrowser(returnTo:)``.
  public internal(set) var isFromLogout = false
  /// The new recovery code that came with refused tokens; nil for none. Show it once, so that the user can
  /// keep it: the provider has accepted the code before, which is used up.
  public internal(set) var recoveryCode: Secret?

  public init(_ reason: Reason) {
    self.reason = reason
  }

  package init(request error: RequestError) {
    switch error.reason {
    case .service(let failure):
      reason =
        (failure.error as? OpenIDError).map { .refused(RefusedRequest($0, failure)) }
        ?? .request(error)
    case .notSent(.noSession): reason = .notSignedIn
    case .notSent(.credentialUnavailable(let why)): reason = .unavailable(why)
    case .cancelled: reason = .cancelled
    default: reason = .request(error)
    }
  }

  init(validating failure: IDTokenValidator.Failure) {
    switch failure {
    case .token(let error): self.init(.idToken(error))
    case .keys(.request(let error)): self.init(request: error)
    case .keys(.coolDown): self.init(.idToken(.unknownKey))
    }
  }
}

extension WebLoginError: BrowserLoginError {
  package static var cancelled: Self { Self(.cancelled) }
  package static var insecurePage: Self { Self(.insecureEndpoint) }
  package static var over: Self { Self(.noSuchAttempt) }
  package static func browser(_ error: WebAuthenticationError) -> Self { Self(.browser(error)) }
  package static func callback(_ error: CallbackError) -> Self { Self(.callback(error)) }
}

extension WebLoginError: TokenRequestError {
  package var tokenRefusal: TokenRefusal? {
    switch reason {
    case .refused(let request):
      TokenRefusal(request.http, code: request.code?.graphQLName, body: request.body)
    case .request(let error): error.tokenRefusal
    default: nil
    }
  }

  package var mayPass: Bool {
    if case .request(let error) = reason { error.mayPass } else { false }
  }

  /// Ends the session: the server has already replaced its refresh token.
  package var trustFailure: TrustFailure? {
    switch reason {
    case .idToken(let error): TrustFailure("\(error)")
    case .wrongTokenType: TrustFailure(description)
    default: nil
    }
  }
}

/// A request that a provider refused (RFC 6749, section 5.2).
public struct RefusedRequest: Sendable {
  /// The error's code; nil if the provider sends none.
  public let code: OpenIDErrorCode?
  /// The provider's text for developers.
  public let message: String?
  /// The whole body, for members that only this provider sends.
  public let body: RedactedJSON
  let http: HTTPFailure

  init(_ error: OpenIDError, _ failure: ServiceFailure) {
    code = error.code
    message = error.message
    body = failure.body
    http = failure.http
  }
}

/// Why a server refused a login in the browser (RFC 6749, section 4.1.2.1; OpenID Connect Core, section
/// 3.1.2.6). The code and the text come from the redirect and are untrusted: without `iss`, another server
/// may have sent them. Do not show the text to the user.
public struct DeniedLogin: Hashable, Sendable {
  /// The error's code, such as `OpenIDErrorCode.accessDenied`. Unknown codes are kept.
  public let code: OpenIDErrorCode
  /// The untrusted text for developers, `error_description`; nil if the provider sent none.
  public let serverText: String?

  public init(code: OpenIDErrorCode, serverText: String? = nil) {
    self.code = code
    self.serverText = serverText
  }
}

extension DeniedLogin: RedactedDescription {
  public var description: String { "a login that was denied (\(code.knownName))" }
}

extension WebLoginError: RedactedDescription {
  public var description: String {
    guard isFromLogout else { return reason.text }
    return switch reason {
    case .cancelled: "the page was closed before the browser was logged out"
    case .browser(.timedOut):
      "the logout page did not return to the app: the provider may not know the redirect URI"
    case .callback(let error): "the logout page returned to another address: \(error)"
    default: reason.text
    }
  }
}

extension WebLoginError.Reason {
  /// The required values of a provider's metadata, by field.
  private static let expected = [
    "issuer": "the issuer of the call", "response_types_supported": "code",
    "response_modes_supported": "query", "grant_types_supported": "authorization_code",
    "code_challenge_methods_supported": "S256",
    "id_token_signing_alg_values_supported": "an algorithm that this platform verifies",
    "token_endpoint_auth_methods_supported": "none",
    "pushed_authorization_request_endpoint": "a URL with https",
    "require_signed_request_object": "false",
  ]

  private static let advice = [
    "issuer":
      "; pass the issuer that the metadata names, if it is the provider's, and for {tenantid} also tenants",
    "pushed_authorization_request_endpoint": "; the provider requires pushed requests",
    "token_endpoint_auth_methods_supported":
      "; if the provider serves apps without a secret, or gave the app one, pass acceptsUnlistedClients: true",
  ]

  fileprivate var text: String {
    switch self {
    case .cancelled: "the login was cancelled"
    case .insecureEndpoint: "an endpoint must use https, or be on this machine"
    case .unsuitableProvider(let field, let found):
      "unsupported provider: expected \(Self.expected[field] ?? "another value") in \(field), found "
        + (found.isEmpty ? "none" : "\(found.prefix(200))") + (Self.advice[field] ?? "")
    case .reservedParameter(let name): "the parameter \(name) is reserved: remove it"
    case .missingScope:
      "a maximum age, authentication contexts and an organization require the scope openid"
    case .noRedirectURI: "the login has no redirect URI: pass one to OpenIDLogin.init"
    case .sharedRedirectURI(let uri):
      "two providers have the redirect URI \(uri), and one could get the codes of the other: register another one at each provider"
    case .noRandomBytes: "\(RandomSourceError())"
    case .browser(let error): "\(error)"
    case .callback(let error): "\(error)"
    case .noSuchAttempt: "the login is over: begin again"
    case .denied(let why): "the server refused the login (\(why.code.knownName))"
    case .secondFactor: "the login needs a second factor"
    case .wrongCode: "the server refused the code: enter another one"
    case .refused(let error):
      "the server refused the request" + (error.code.map { " (\($0.knownName))" } ?? "")
    case .request(let error): "\(error)"
    case .wrongTokenType: "the server returned another type of token than requested"
    case .key(let error): "\(error)"
    case .idToken(let error): "\(error)"
    case .wrongUser: "the response is about another user"
    case .signedUserInfo:
      "expected UserInfo as JSON, found a JWT: remove userinfo_signed_response_alg for the client at the provider"
    case .notSignedIn: "the user is signed out"
    case .unavailable(let why): "\(why)"
    case .unsupported: "the provider has no endpoint for this"
    }
  }
}
