// Sign in with Apple, from Apple's own types.

#if canImport(AuthenticationServices)
  import AuthGenRuntime
  import AuthenticationServices
  import Foundation

  extension ASAuthorizationAppleIDRequest {
    /// Asks for all that a form may ask for later: Apple tells it with the first sign-in, and never
    /// again.
    ///
    /// ```swift
    /// SignInWithAppleButton { $0.requestWhatSocialLoginNeeds() } onCompletion: { … }
    /// ```
    public func requestWhatSocialLoginNeeds() {
      requestedScopes = [.fullName, .email]
    }
  }

  extension ProviderCredential {
    /// What Sign in with Apple returned; nil where it has no identity token.
    public static func apple(_ credential: ASAuthorizationAppleIDCredential) -> ProviderCredential?
    {
      guard let data = credential.identityToken, let token = String(data: data, encoding: .utf8)
      else { return nil }
      let name = credential.fullName?.formatted()
      return .apple(
        identityToken: Secret(token), fullName: name.flatMap { $0.isEmpty ? nil : $0 },
        email: credential.email)
    }
  }
#endif
