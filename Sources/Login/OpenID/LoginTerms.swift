// What a login requires of its tokens.

import AuthGenRuntime
import Foundation

/// What a login requires of its tokens, whatever the number of its steps.
struct LoginTerms: Sendable {
  /// The requested scopes.
  let scopes: [String]
  /// The expected values of the ID token; nil if none was requested.
  var idToken: IDTokenValidator.Expectation?
  /// Whether tokens without an ID token are refused, if one was requested.
  let requiresIDToken: Bool
  /// The login of the user to whom the provider sends other tokens; nil for a new login.
  var continuedLogin: UUID?

  init(scopes: [String], idToken: IDTokenValidator.Expectation?, requiresIDToken: Bool) {
    self.scopes = scopes
    self.idToken = idToken
    self.requiresIDToken = requiresIDToken
  }

  /// The terms of a login without a page. Some providers send no ID token, or the first one with a refresh.
  init(scopes: [String], requiresIDToken: Bool = false) {
    self.init(
      scopes: scopes, idToken: scopes.contains("openid") ? .init() : nil,
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
