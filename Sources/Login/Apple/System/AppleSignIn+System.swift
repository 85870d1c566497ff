// A sign-in with Apple, with the system's own types.

#if canImport(AuthenticationServices)
  import AuthGenRuntime
  public import AuthenticationServices
  import Foundation

  extension AppleSignIn {
    /// Adds the user data and the nonce to a request.
    ///
    /// ```swift
    /// SignInWithAppleButton { request in signIn.configure(request) } onCompletion: { … }
    /// ```
    public func configure(_ request: ASAuthorizationAppleIDRequest) {
      var requested: [ASAuthorization.Scope] = []
      if scopes.contains(.fullName) { requested.append(.fullName) }
      if scopes.contains(.email) { requested.append(.email) }
      request.requestedScopes = requested
      request.nonce = nonce?.hashed.reveal()
    }

    /// Returns the credential of a response, from the app's own sheet or from `SignInWithAppleButton`.
    ///
    /// - Throws: ``AppleSignInError``, as ``credential(of:)`` does; ``AppleSignInError/invalidResponse`` also
    ///   for an authorization of another kind, such as a passkey.
    public func credential(
      from result: Result<ASAuthorization, any Error>
    ) throws(AppleSignInError) -> AppleCredential {
      try credential(of: try AppleResponse.outcome(result).get())
    }
  }

  extension AppleResponse {
    /// The values of a credential of the system.
    public init(_ credential: ASAuthorizationAppleIDCredential) {
      self.init(
        identityToken: credential.identityToken, authorizationCode: credential.authorizationCode,
        user: credential.user, name: credential.fullName, email: credential.email,
        realUserStatus: .init(rawValue: credential.realUserStatus.rawValue) ?? .unknown)
    }

    /// The values of what the system reports.
    static func outcome(
      _ result: Result<ASAuthorization, any Error>
    ) -> Result<AppleResponse, AppleSignInError> {
      switch result {
      case .success(let authorization):
        guard let credential = authorization.credential as? ASAuthorizationAppleIDCredential else {
          return .failure(.invalidResponse)
        }
        return .success(AppleResponse(credential))
      case .failure(let error): return .failure(AppleSignInError(error))
      }
    }
  }

  extension AppleSignInError {
    /// The error for an error of the system.
    init(_ error: any Error) {
      if let error = error as? ASAuthorizationError {
        self.init(code: error.code.rawValue)
      } else {
        self = .other(code: (error as NSError).code)
      }
    }
  }
#endif
