// The code that is sent to an address which the provider has not verified.

import AuthGenRuntime
import AuthGenSessions
import AuthGenWebLogin
import PreludeAPI

extension PreludeAuthClient {
  /// Ends a login with the code that the user got by email.
  ///
  /// - Throws: ``PreludeAuthError/invalidOTPCode`` where the code is wrong: the challenge is still
  ///   valid then.
  public func checkOAuthEmailOTP(
    _ code: String, resuming challenge: OAuthEmailChallenge
  ) async throws(PreludeAuthError) -> PreludeUser {
    try await challenge.progress.user(
      by: Secret(code),
      verify: { code throws(PreludeAuthError) in
        try await self.sent { () async throws(RequestError) in
          try await self.prelude.checkOTP(
            verificationToken: challenge.verificationToken, code: code
          ).checkOTP.challengeToken
        }
      },
      redeem: { token throws(PreludeAuthError) in
        try await self.redeem(token, challenge.verifier)
      })
  }

  /// Has the code sent to the user again.
  public func resendOAuthEmailOTP(
    _ challenge: OAuthEmailChallenge
  ) async throws(PreludeAuthError) {
    _ = try await sent { () async throws(RequestError) in
      try await prelude.retryOTP(verificationToken: challenge.verificationToken)
    }
  }
}

extension OAuthEmailChallenge {
  /// What all copies of a challenge share.
  actor Progress {
    private typealias Outcome = Result<PreludeUser, PreludeAuthError>

    /// The challenge token, where the code was right and the session has not come through.
    private var token: Secret?
    private var underWay: (code: Secret, task: Task<Outcome, Never>)?

    /// One check at a time: a second tap on the button gets what comes of the first.
    ///
    /// - Parameters:
    ///   - verify: gets the challenge token for the code, which is good once.
    ///   - redeem: makes a session of it.
    func user(
      by code: Secret,
      verify: @escaping @Sendable (Secret) async throws(PreludeAuthError) -> Secret,
      redeem: @escaping @Sendable (Secret) async throws(PreludeAuthError) -> PreludeUser
    ) async throws(PreludeAuthError) -> PreludeUser {
      while let (other, task) = underWay {
        let outcome = await task.value
        if other == code { return try outcome.get() }
      }
      let task = Task { await self.outcome(of: code, verify, redeem) }
      underWay = (code, task)
      return try await task.value.get()
    }

    private func outcome(
      of code: Secret, _ verify: (Secret) async throws(PreludeAuthError) -> Secret,
      _ redeem: (Secret) async throws(PreludeAuthError) -> PreludeUser
    ) async -> Outcome {
      defer { underWay = nil }
      do throws(PreludeAuthError) {
        let challengeToken: Secret
        if let token { challengeToken = token } else { challengeToken = try await verify(code) }
        // Where the session does not come through, the next call goes on from here.
        token = challengeToken
        let user = try await redeem(challengeToken)
        token = nil
        return .success(user)
      } catch {
        if error.isFinal { token = nil }
        return .failure(error)
      }
    }
  }
}

extension PreludeAuthError {
  /// Whether the same challenge token cannot lead to a session any more.
  fileprivate var isFinal: Bool {
    switch self {
    case .expiredChallengeToken, .refused, .notStored, .conflict: true
    default: false
    }
  }
}
