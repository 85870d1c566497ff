// From a login in the browser to Horizon's social login.

import AuthGenFlows
import AuthGenRuntime

extension ProviderCredential {
  /// What a login with Google in the browser gave, for `appSocialLogin`.
  ///
  /// ```swift
  /// let loggedIn = try await google.logIn(options)
  /// let state = try await socialLogin.signIn(with: .google(loggedIn.session))
  /// ```
  @available(Android, unavailable, message: "On Android, send Google's server auth code.")
  public static func google(_ session: OpenIDSession) -> ProviderCredential {
    .google(accessToken: session.accessToken)
  }

  /// What a login with Facebook in the browser gave, for `appSocialLogin`.
  public static func facebook(_ session: OpenIDSession) -> ProviderCredential {
    .facebook(accessToken: session.accessToken)
  }

  /// What a login with Apple in the browser gave, for `appSocialLogin`: the ID token, which was
  /// checked, and the name and address that it tells.
  ///
  /// - Returns: nil where `openid` was not asked for.
  public static func apple(_ loggedIn: OpenIDLogin.LoggedIn) -> ProviderCredential? {
    loggedIn.session.idToken.map {
      .apple(
        identityToken: $0, fullName: loggedIn.claims?.name, email: loggedIn.claims?.email)
    }
  }

  /// What a login with another provider in the browser gave, for `appSocialLogin`.
  ///
  /// - Parameters:
  ///   - providerCode: its code in the list of providers; see `other(providerCode:accessToken:)`.
  ///   - session: what the login gave.
  public static func other(
    providerCode: String, _ session: OpenIDSession
  ) -> ProviderCredential {
    .other(providerCode: providerCode, accessToken: session.accessToken)
  }
}
