// The providers, as Prelude's documentation writes them.

/// Who knows the user. Raw values are the names in Prelude's API.
public enum OAuthProvider: String, CaseIterable, Sendable {
  case google
  case apple
  case microsoft
  case github
  case okta
  case facebook
}
