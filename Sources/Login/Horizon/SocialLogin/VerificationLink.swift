// The link in a verification email. For the address https://shop.example/approve and the parameter token:
//
//     https://shop.example/approve?token=t1&utm_source=mail    has the token t1
//     https://shop.example/approve?token=t1&token=t2           has none
//     https://other.example/approve?token=t1                   has none

import AuthGenRuntime
public import AuthGenWebLogin
import Foundation

/// The link in the emails of a site, with which the owner of an account approves a pending link.
///
/// Use a Universal Link, whose address has the scheme https: the system opens it in the site's own app only.
/// Any other app can claim a scheme of an app. It would receive the token, and could log in with it.
public struct VerificationLink: Hashable, Sendable {
  private let address: RedirectURI
  private let tokenParameter: String

  /// Creates the description of a link.
  ///
  /// - Parameters:
  ///   - address: the link without the token. Scheme, host, port and path must match.
  ///   - tokenParameter: the name of the parameter that has the token.
  public init(_ address: RedirectURI, tokenParameter: String) {
    self.address = address
    self.tokenParameter = tokenParameter
  }

  /// Returns the token of a link; nil if it is another link.
  func token(of link: URL) -> Secret? {
    guard let callback = try? Callback(link, to: address),
      let token = callback.secret(tokenParameter), !token.isEmpty
    else { return nil }
    return token
  }
}
