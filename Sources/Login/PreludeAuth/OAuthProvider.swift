// The providers, with the names in Prelude's documentation.

/// An identity provider. Raw values are the names in Prelude's API.
public enum OAuthProvider: String, CaseIterable, Sendable {
  case google
  case apple
  case microsoft
  case github
  case okta
  case facebook
}
