// A login under way.

public import AuthGenRuntime
import AuthGenSessions
public import AuthGenWebLogin
public import Foundation
import OpenIDAPI

/// A login that waits for its redirect. It is valid for one ``OpenIDLogin/finish(_:callback:)``,
/// for one hour, also while the app does not run if its store has a companion. Its
/// description shows only the word "login".
public struct AuthorizationAttempt: Identifiable, Sendable {
  public let id: UUID
  /// The page to open in the browser.
  public let page: URL
  /// The URI to which the browser redirects.
  public let redirectURI: RedirectURI
}

extension AuthorizationAttempt: RedactedDescription {
  public var description: String { "login" }
}

/// A pending login: the code verifier, `state` and `nonce` that bind its redirect to it.
struct PendingAuthorization: PendingBrowserLogin {
  typealias Failure = WebLoginError

  let id: UUID
  /// The login under which this one began.
  let start: LoginStart
  let redirectURI: RedirectURI
  let verifier: CodeVerifier
  let state: Secret?
  /// The requested scopes.
  let scopes: [String]
  /// The expected values of the ID token; nil if none is requested.
  let idToken: IDTokenValidator.Expectation?
  let expiresAt: Date

  init(
    _ options: LoginOptions, since start: LoginStart, redirectURI: RedirectURI,
    random: any RandomSource, now: Date
  ) throws(RandomSourceError) {
    id = UUID()
    self.start = start
    self.redirectURI = redirectURI
    verifier = try CodeVerifier(random)
    state = Secret(try random.secret())
    scopes = options.allScopes
    idToken =
      options.wantsIDToken
      ? IDTokenValidator.Expectation(
        nonce: Secret(try random.secret()), maximumAge: options.maximumAge,
        authenticationContexts: options.authenticationContexts, organization: options.organization)
      : nil
    expiresAt = now.addingTimeInterval(CodeVerifier.lifetime)
  }

  /// The parameters of the authorization request (RFC 6749, section 4.1.1; RFC 7636, section 4.3).
  ///
  /// - Parameter keyThumbprint: the thumbprint of the key to which tokens are bound (RFC 9449, section 10).
  func parameters(
    of provider: OpenIDProvider, clientID: String, keyThumbprint: String?, _ options: LoginOptions
  ) -> [(name: String, value: String)] {
    let own: [(name: String, value: String?)] = [
      ("response_type", "code"), ("client_id", clientID),
      ("redirect_uri", redirectURI.description), ("state", state?.reveal()),
      ("code_challenge", verifier.challenge), ("code_challenge_method", "S256"),
      ("nonce", idToken?.nonce?.reveal()), ("dpop_jkt", keyThumbprint),
    ]
    return (own + options.requestParameters(provider.audienceParameter)).compactMap { name, value in
      value.map { (name, $0) }
    }
  }

  /// Returns the code of a redirect that belongs to this login.
  ///
  /// - Parameter requiresIssuer: whether the server always sends `iss` (RFC 9207).
  func code(
    of callback: Callback, issuers: IssuerRule, requiresIssuer: Bool
  ) throws(WebLoginError) -> Secret {
    let issuer = callback["iss"]
    guard issuer.map({ issuers.accepts($0) }) ?? true else {
      throw WebLoginError(.callback(.wrongIssuer))
    }
    // Without `iss`, an error may be another server's. It only ends the login, so it is accepted.
    if let error = callback["error"] {
      throw WebLoginError(
        .denied(
          DeniedLogin(
            code: OpenIDErrorCode(graphQLName: error), serverText: callback["error_description"])))
    }
    guard issuer != nil || !requiresIssuer else { throw WebLoginError(.callback(.missing("iss"))) }
    guard let code = callback.secret("code"), !code.isEmpty else {
      throw WebLoginError(.callback(.missing("code")))
    }
    return code
  }
}
