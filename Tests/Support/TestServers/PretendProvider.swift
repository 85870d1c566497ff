// Returns what the providers' native SDKs would return, for the accounts on the server.

package import AuthGenHorizon
import AuthGenRuntime
import Foundation

/// An SDK without a provider: its tokens name the account, and the server accepts them.
package enum PretendProvider: String, CaseIterable, Sendable {
  case googleOnIOS
  #if !os(iOS)
    case googleOnAndroid
  #endif
  case facebook
  case apple

  /// The `code` in the list of providers.
  package var code: String {
    switch self {
    case .facebook: "facebook"
    case .apple: "apple"
    default: "google"
    }
  }

  /// Authenticates as one of the server's accounts, such as `ada` or `noemail`. Each token is new.
  package func authenticate(
    as account: String, fullName: String? = nil, email: String? = nil
  ) -> ProviderCredential {
    let nonce = UUID().uuidString
    switch self {
    case .googleOnIOS: return .google(accessToken: Secret("ya29.\(account).\(nonce)"))
    #if !os(iOS)
      case .googleOnAndroid: return .google(serverAuthCode: Secret("4/\(account).\(nonce)"))
    #endif
    case .facebook: return .facebook(accessToken: Secret("EAA-\(account).\(nonce)"))
    case .apple:
      let token = Self.identityToken(for: account, email: email, nonce)
      return .apple(identityToken: Secret(token), fullName: fullName, email: email)
    }
  }

  /// A JWT whose signature is not verified.
  private static func identityToken(for account: String, email: String?, _ nonce: String) -> String
  {
    var claims = [
      "iss": "https://appleid.apple.com", "sub": account, "aud": "com.example.shop", "jti": nonce,
    ]
    claims["email"] = email
    let payload = (try? JSONEncoder().encode(claims)) ?? Data()
    return [Data(#"{"alg":"RS256","kid":"pretend"}"#.utf8), payload, Data("signature".utf8)]
      .map { part in
        part.base64EncodedString().replacingOccurrences(of: "+", with: "-")
          .replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: "")
      }.joined(separator: ".")
  }
}
