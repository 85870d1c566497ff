// Login at Auth0 with a code instead of a password.

public import AuthGenRuntime
import AuthGenSessions
import AuthGenWebLogin
import OpenIDAPI

extension OpenIDLogin {
  /// Sends a code to the user, who logs in with it. There is no browser, and no password.
  ///
  /// ```swift
  /// let sent = try await login.sendCode(to: .email("ada@example.com"))
  /// let user = try await login.finish(sent, code: Secret(await ask()))
  /// ```
  ///
  /// Auth0 creates the user with the first login, unless the connection forbids it. An email with a link in
  /// place of a code is not supported: the link opens a browser, and its redirect is bound neither to this
  /// login nor to its app.
  ///
  /// - Parameters:
  ///   - recipient: the user's address or number.
  ///   - scopes: the requested access. Default: `openid profile email`.
  ///   - audience: the API that the access token is for. Default: nil.
  /// - Throws: ``WebLoginError``, with the reason ``WebLoginError/Reason/refused(_:)`` if Auth0 does not
  ///   accept the recipient.
  public func sendCode(
    to recipient: CodeRecipient, scopes: [String] = ["openid", "profile", "email"],
    audience: String? = nil
  ) async throws(WebLoginError) -> SentCode {
    guard let url = provider.passwordlessEndpoint else { throw WebLoginError(.unsupported) }
    let start = await sessions.loginStart
    let client = GraphQLClient(pinnedTo: url, environment)
    _ = try await WebLoginError.sent { [endpoint] () async throws(RequestError) in
      try await OpenIDClient(client).startPasswordless(
        clientId: endpoint.clientID, clientSecret: endpoint.secret,
        connection: recipient.connection, email: recipient.email,
        phoneNumber: recipient.phoneNumber)
    }
    return SentCode(
      recipient: recipient, audience: audience,
      terms: LoginTerms(
        since: start, scopes: scopes.separateScopes, server: endpoint.server, requiresIDToken: true)
    )
  }

  /// Logs in with a code that was sent to the user, and keeps the session. The code is sent once.
  ///
  /// - Parameters:
  ///   - sent: from ``sendCode(to:scopes:audience:)`` of this login.
  ///   - code: the code that the user entered.
  /// - Throws: ``WebLoginError``: ``WebLoginError/Reason/wrongCode(_:)`` if the user can enter another code,
  ///   or request one, and ``WebLoginError/Reason/secondFactor(_:)`` if Auth0 requires a second factor.
  @discardableResult
  public func finish(_ sent: SentCode, code: Secret) async throws(WebLoginError) -> LoggedIn {
    do throws(WebLoginError) {
      return try await signedIn(sent.terms) { () async throws(WebLoginError) in
        try await endpoint.tokens(for: sent.grant(code))
      }
    } catch {
      throw error.ofCode
    }
  }
}

/// Who gets a code.
public enum CodeRecipient: Hashable, Sendable {
  /// An email address.
  case email(String)
  /// A phone number with the code of its country, such as `+442071838750`, for a code by SMS.
  case phone(String)

  /// The connection at Auth0.
  var connection: String { if case .email = self { "email" } else { "sms" } }
  var email: String? { if case .email(let address) = self { address } else { nil } }
  var phoneNumber: String? { if case .phone(let number) = self { number } else { nil } }
}

/// A code that was sent to a user. Its value is known to the user alone. It is not stored, and ends with the
/// app.
public struct SentCode: Sendable {
  /// Who got the code.
  public let recipient: CodeRecipient
  let audience: String?
  let terms: LoginTerms

  func grant(_ code: Secret) -> ExtensionGrant {
    ExtensionGrant(
      type: "http://auth0.com/oauth/grant-type/passwordless/otp",
      parameters: [
        ("username", Secret(recipient.email ?? recipient.phoneNumber ?? "")),
        ("realm", Secret(recipient.connection)), ("otp", code),
      ], scopes: terms.scopes, audience: audience)
  }
}

extension CodeRecipient: RedactedDescription {}
extension SentCode: RedactedDescription {}
