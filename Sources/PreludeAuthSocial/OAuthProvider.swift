// The providers, as Prelude's documentation writes them.

import AuthGenRuntime
import PreludeAuth

extension OAuthProvider {
  /// The provider's name in Prelude's API, such as `google`.
  public var rawValue: String { graphQLName }
}
