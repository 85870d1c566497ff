// Auth0's exchange of Apple's authorization codes.

public import AuthGenRuntime
public import Foundation

extension SubjectToken {
  /// The authorization code of a sign-in with Apple, which Auth0 exchanges at Apple ("native social login").
  /// Enable it in the application's Advanced Settings > Device Settings > Native Social Login, and set
  /// Apple's connection up.
  ///
  /// The sign-in must have no nonce: Auth0 verifies Apple's identity token without one, and refuses the code
  /// of a sign-in with a nonce.
  ///
  /// - Parameters:
  ///   - code: the authorization code. It is valid once, for five minutes. Do not pass the identity token.
  ///   - name: the user's name, which Apple returns with the first sign-in only. Auth0 stores it in the
  ///     user's profile. Default: nil.
  public static func appleAuthorizationCode(
    _ code: Secret, name: PersonNameComponents? = nil
  ) -> SubjectToken {
    let profile = name.flatMap { UserProfile($0) }
    return SubjectToken(
      code, type: "http://auth0.com/oauth/token-type/apple-authz-code",
      parameters: profile.map { ["user_profile": $0.json] } ?? [:])
  }

  /// The parameter `user_profile`.
  private struct UserProfile: Encodable {
    struct Name: Encodable {
      let firstName: String?
      let lastName: String?
    }

    let name: Name

    /// - Returns: nil for a name without a given name and a family name.
    init?(_ name: PersonNameComponents) {
      guard name.givenName != nil || name.familyName != nil else { return nil }
      self.name = Name(firstName: name.givenName, lastName: name.familyName)
    }

    var json: String {
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      // Text can always be encoded.
      return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }
  }
}
