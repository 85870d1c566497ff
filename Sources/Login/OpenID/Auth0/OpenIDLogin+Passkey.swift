// Logins and registrations at Auth0 with a passkey:
//
//     POST /passkey/challenge   auth_session, and the options; or POST /passkey/register, for a new user
//     POST /oauth/token         grant_type=…:webauthn, auth_session, and the passkey's answer

public import AuthGenRuntime
import AuthGenSessions
public import AuthGenWebLogin
import Foundation
import OpenIDAPI

extension OpenIDLogin {
  /// Begins a login with a passkey, or the registration of a user with one. There is no browser.
  ///
  /// ```swift
  /// let challenge = try await login.passkeyChallenge()
  /// let request = try PasskeySignIn(options: challenge.options)
  /// let user = try await login.finish(challenge, passkey: answer)
  /// ```
  ///
  /// - Parameters:
  ///   - user: the new user. Default: nil, for a login.
  ///   - scopes: the requested access. Default: `openid profile email`.
  ///   - audience: the API that the access token is for. Default: nil.
  ///   - connection: the database connection. Default: nil, for the tenant's default directory.
  ///   - organization: the organization, by its ID (`org_…`) or name. The ID token must name it. Default:
  ///     nil.
  /// - Throws: ``WebLoginError``, with the reason ``WebLoginError/Reason/refused(_:)`` if Auth0 does not
  ///   accept the user, such as one who exists already, and ``WebLoginError/Reason/unsupported`` if a code
  ///   must verify a new user's address first.
  public func passkeyChallenge(
    registering user: PasskeyUser? = nil, scopes: [String] = ["openid", "profile", "email"],
    audience: String? = nil, connection: String? = nil, organization: String? = nil
  ) async throws(WebLoginError) -> PasskeyChallenge {
    guard let url = provider.passkeyEndpoint else { throw WebLoginError(.unsupported) }
    var terms = LoginTerms(
      since: await sessions.loginStart, scopes: scopes.separateScopes, server: endpoint.server,
      requiresIDToken: true)
    terms.idToken?.organization = organization
    guard organization == nil || terms.idToken != nil else { throw WebLoginError(.missingScope) }
    let step = url.appending(path: user == nil ? "challenge" : "register")
    let client = OpenIDClient(GraphQLClient(pinnedTo: step, environment))
    let begun = try await WebLoginError.sent {
      [endpoint] () async throws(RequestError) -> (session: Secret, options: JSON, isFinal: Bool) in
      guard let user else {
        let begun = try await client.challengePasskey(
          clientId: endpoint.clientID, clientSecret: endpoint.secret, connection: connection,
          organization: organization
        ).challengePasskey
        return (begun.session, begun.options, true)
      }
      let begun = try await client.registerPasskey(
        clientId: endpoint.clientID, clientSecret: endpoint.secret, connection: connection,
        organization: organization, email: user.email, phoneNumber: user.phoneNumber,
        username: user.username, name: user.name
      ).registerPasskey
      return (begun.session, begun.options, begun.requiredVerification?.isEmpty ?? true)
    }
    // Before there is a passkey that Auth0 would not accept.
    guard begun.isFinal else { throw WebLoginError(.unsupported) }
    return PasskeyChallenge(
      options: begun.options, session: begun.session,
      target: .init(connection: connection, organization: organization, audience: audience),
      terms: terms)
  }

  /// Completes a login or a registration with the answer of a passkey, and keeps the session. The answer is
  /// sent once, and only to the server of its challenge.
  ///
  /// - Parameters:
  ///   - challenge: from ``passkeyChallenge(registering:scopes:audience:connection:organization:)`` of this
  ///     login.
  ///   - passkey: the answer of the system's sheet.
  /// - Throws: ``WebLoginError``: ``WebLoginError/Reason/refused(_:)`` if Auth0 does not accept the answer,
  ///   and ``WebLoginError/Reason/secondFactor(_:)`` if it requires a second factor.
  @discardableResult
  public func finish(
    _ challenge: PasskeyChallenge, passkey: PasskeyAnswer
  ) async throws(WebLoginError) -> LoggedIn {
    let answer = RedactedJSON(JSON(Data(passkey.json.reveal().utf8)) ?? .null)
    return try await signedIn(challenge.terms) { () async throws(WebLoginError) in
      try await endpoint.tokens(for: challenge, answer)
    }
  }
}

/// A new user, who registers with a passkey. The attributes are those that the database connection asks for;
/// Auth0 refuses others.
public struct PasskeyUser: Hashable, Sendable, RedactedDescription {
  public var email: String?
  /// With the code of the country, such as `+442071838750`.
  public var phoneNumber: String?
  public var username: String?
  /// The full name.
  public var name: String?

  public init(
    email: String? = nil, phoneNumber: String? = nil, username: String? = nil, name: String? = nil
  ) {
    self.email = email
    self.phoneNumber = phoneNumber
    self.username = username
    self.name = name
  }
}

/// A login or a registration that the answer of a passkey completes. It is not stored, and ends after some
/// minutes, which Auth0 decides, or with the app.
public struct PasskeyChallenge: Sendable, RedactedDescription {
  /// What Auth0 asks of the passkey, for `PasskeySignIn`, or for `PasskeyRegistration` of a new user.
  public let options: JSON
  let session: Secret
  let target: Target
  let terms: LoginTerms

  /// What the user logs in to.
  struct Target: Sendable {
    let connection: String?
    let organization: String?
    let audience: String?
  }
}
