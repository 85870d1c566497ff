// The code that is sent to an address that the provider has not verified.

import AuthGenRuntime
import AuthGenSessions
import AuthGenWebLogin
import PreludeAPI

extension PreludeAuthClient {
  /// Completes a login with the code that the user received by email.
  ///
  /// - Throws: ``PreludeAuthError/invalidOTPCode`` if the code is wrong. The challenge stays valid.
  public func checkOAuthEmailOTP(
    _ code: String, resuming challenge: OAuthEmailChallenge
  ) async throws(PreludeAuthError) -> PreludeUser {
    try await challenge.progress.user(by: Secret(code), of: challenge, at: self)
  }

  /// Exchanges a code, which is valid once, for the challenge token.
  fileprivate func challengeToken(
    for code: Secret, of challenge: OAuthEmailChallenge
  ) async throws(PreludeAuthError) -> Secret {
    _ = try pendingLogin(challenge.login)
    return try await PreludeAuthError.sent { () async throws(RequestError) in
      try await prelude.checkOTP(verificationToken: challenge.verificationToken, code: code)
        .checkOTP.challengeToken
    }
  }

  /// Cancels a login that waits for a code. Its code is rejected afterwards. Has no effect on a
  /// request under way.
  public func cancelOAuthLogin(_ challenge: OAuthEmailChallenge) async {
    pending.end(challenge.login, at: environment.now())
  }

  /// Sends the code to the user again.
  ///
  /// - Throws: ``PreludeAuthError/expiredChallengeToken`` if the login is over; nothing is sent then.
  public func resendOAuthEmailOTP(
    _ challenge: OAuthEmailChallenge
  ) async throws(PreludeAuthError) {
    _ = try pendingLogin(challenge.login)
    _ = try await PreludeAuthError.sent { () async throws(RequestError) in
      try await prelude.retryOTP(verificationToken: challenge.verificationToken)
    }
  }
}

extension OAuthEmailChallenge {
  /// The state that all copies of a challenge share.
  actor Progress {
    private typealias Outcome = Result<PreludeUser, PreludeAuthError>

    /// The challenge token, if the code was correct and there is no session yet.
    private var token: Secret?
    private var underWay: (code: Secret, task: Task<Outcome, Never>)?

    /// Runs one check at a time (single flight): a second tap on the button gets the result of the first.
    func user(
      by code: Secret, of challenge: OAuthEmailChallenge, at client: PreludeAuthClient
    ) async throws(PreludeAuthError) -> PreludeUser {
      while let (other, task) = underWay {
        let outcome = await task.value
        if other == code { return try outcome.get() }
      }
      let task = Task { await self.outcome(of: code, challenge, client) }
      underWay = (code, task)
      return try await task.value.get()
    }

    private func outcome(
      of code: Secret, _ challenge: OAuthEmailChallenge, _ client: PreludeAuthClient
    ) async -> Outcome {
      defer { underWay = nil }
      do throws(PreludeAuthError) {
        let challengeToken: Secret
        if let token {
          challengeToken = token
        } else {
          challengeToken = try await client.challengeToken(for: code, of: challenge)
        }
        // If redeeming fails, the next call continues from here.
        token = challengeToken
        let user = try await client.redeem(challengeToken, challenge.login)
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
  /// Whether the challenge token can no longer lead to a session.
  fileprivate var isFinal: Bool {
    switch self {
    case .expiredChallengeToken, .refused, .notStored, .addressInUse: true
    default: false
    }
  }
}
