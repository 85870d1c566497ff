// The link in a verification email. For the address https://shop.example/approve and the parameter token:
//
//     https://shop.example/approve?token=t1&utm_source=mail    has the token t1
//     https://shop.example/approve?token=t1&token=t2           has none
//     https://other.example/approve?token=t1                   has none

import AuthGenRuntime
public import AuthGenWebLogin
import Foundation

/// The link in the emails of a site, with which the owner of an account approves a pending link. Its address
/// is a Universal Link of the app, or has the app's own scheme.
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
