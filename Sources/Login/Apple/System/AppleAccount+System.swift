// The state of an account, as the system knows it.

#if canImport(AuthenticationServices)
  import AuthenticationServices
  import AuthGenRuntime
  import Foundation

  extension AppleAccount {
    /// Creates the account of a user.
    ///
    /// - Parameter user: ``AppleCredential/user`` of the user's sign-in.
    public init(user: String) {
      self.init(
        user: user,
        ask: { user throws(AppleSignInError) in try await Self.state(of: user) },
        notices: { Self.notices() })
    }

    private static func state(of user: String) async throws(AppleSignInError) -> State {
      let answer: Result<State, AppleSignInError> = await withCheckedContinuation { continuation in
        ASAuthorizationAppleIDProvider().getCredentialState(forUserID: user) { state, error in
          let known = State(rawValue: state.rawValue)
          // The system reports a user whom it does not know with an error, too.
          if let error, known != .notFound {
            continuation.resume(returning: .failure(AppleSignInError(error)))
          } else if let known {
            continuation.resume(returning: .success(known))
          } else {
            continuation.resume(returning: .failure(.other(code: state.rawValue)))
          }
        }
      }
      return try answer.get()
    }

    private static func notices() -> AsyncStream<Void> {
      let (stream, notices) = AsyncStream<Void>.makeStream()
      let observer = Locked(
        NotificationCenter.default.addObserver(
          forName: ASAuthorizationAppleIDProvider.credentialRevokedNotification, object: nil,
          queue: nil
        ) { _ in notices.yield() })
      notices.onTermination = { _ in
        observer.withLock { NotificationCenter.default.removeObserver($0) }
      }
      return stream
    }
  }
#endif
