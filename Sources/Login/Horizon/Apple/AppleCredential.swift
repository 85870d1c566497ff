// Sign in with Apple, with Apple's own types.

#if canImport(AuthenticationServices)
  import AuthGenRuntime
  public import AuthenticationServices
  import Foundation

  extension ASAuthorizationAppleIDRequest {
    /// Requests the name and the email address, which a form may need later. Apple sends them only
    /// with the first sign-in.
    ///
    /// ```swift
    /// SignInWithAppleButton { $0.requestWhatSocialLoginNeeds() } onCompletion: { … }
    /// ```
    public func requestWhatSocialLoginNeeds() {
      requestedScopes = [.fullName, .email]
    }
  }

  extension ProviderCredential {
    /// The credential from Sign in with Apple; nil if it has no identity token.
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
