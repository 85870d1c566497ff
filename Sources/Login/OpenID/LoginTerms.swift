// What a login requires of its tokens.

import AuthGenRuntime
import AuthGenSessions
import Foundation

/// What a login requires of its tokens, after each of its steps.
struct LoginTerms: Sendable {
  /// The login under which this one began.
  let start: LoginStart
  /// The requested scopes.
  let scopes: [String]
  /// The provider and the client of the login: ``TokenEndpoint/server``.
  let server: String
  /// The expected values of the ID token; nil if none was requested.
  var idToken: IDTokenValidator.Expectation?
  /// Whether tokens without an ID token are refused, if one was requested.
  let requiresIDToken: Bool
  /// Whether the provider sends other tokens for the login of ``start``.
  var continuesLogin = false

  init(
    since start: LoginStart, scopes: [String], server: String,
    idToken: IDTokenValidator.Expectation?, requiresIDToken: Bool
  ) {
    self.start = start
    self.scopes = scopes
    self.server = server
    self.idToken = idToken
    self.requiresIDToken = requiresIDToken
  }

  /// The terms of a login without a page. Some providers send no ID token, or the first one with a refresh.
  init(
    since start: LoginStart, scopes: [String], server: String, requiresIDToken: Bool = false
  ) {
    self.init(
      since: start, scopes: scopes, server: server,
      idToken: scopes.contains("openid") ? .init() : nil,
      requiresIDToken: requiresIDToken)
  }
}

/// A grant that a provider defines (RFC 6749, section 4.5).
struct ExtensionGrant: Sendable {
  /// The URI of the grant.
  let type: String
  /// The grant's own parameters.
  let parameters: [(name: String, value: Secret)]
  var scopes: [String] = []
  var audience: String?
}
