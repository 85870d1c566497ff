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
    let token = try await challengeToken(for: code, challenge)
    // A code is good once: where the session does not come through, the next call goes on from here.
    await challenge.progress.keep(token)
    do throws(PreludeAuthError) {
      let user = try await redeem(token, challenge.verifier)
      await challenge.progress.keep(nil)
      return user
    } catch {
      if error.isFinal { await challenge.progress.keep(nil) }
      throw error
    }
  }

  private func challengeToken(
    for code: String, _ challenge: OAuthEmailChallenge
  ) async throws(PreludeAuthError) -> Secret {
    if let token = await challenge.progress.token { return token }
    return try await sent { () async throws(RequestError) in
      try await prelude.checkOTP(
        verificationToken: challenge.verificationToken, code: Secret(code)
      ).checkOTP.challengeToken
    }
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

extension PreludeAuthError {
  /// Whether the same challenge token cannot lead to a session any more.
  fileprivate var isFinal: Bool {
    switch self {
    case .expiredChallengeToken, .refused, .notStored, .conflict: true
    default: false
    }
  }
}
