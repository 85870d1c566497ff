// The code that is sent to an address that the provider has not verified.

import AuthGenRuntime
import AuthGenSessions
import AuthGenWebLogin
import PreludeAPI

extension PreludeAuthClient {
  /// Returns the last challenge that waits for its code, for example after a restart of the app.
  ///
  /// ```swift
  /// if case .otpRequired(let challenge, let email)? = await client.resume() {
  ///   ask(forCodeSentTo: email, challenge)
  /// }
  /// ```
  ///
  /// - Returns: nil if no challenge waits, or if the login has expired.
  public func resume() -> FinalizeOAuthLoginResult? {
    for login in pending.all(at: environment.now()).reversed() {
      guard let challenge = login.challenge else { continue }
      // It is needed until its code is correct, also while the store cannot be read.
      pending.add(login, at: environment.now(), isStored: false)
      return .otpRequired(
        challenge: OAuthEmailChallenge(
          verificationToken: challenge.verificationToken, email: challenge.email, login: login.id),
        email: challenge.email)
    }
    return nil
  }

  /// Completes a login with the code that the user received by email.
  ///
  /// - Throws: ``PreludeAuthError/invalidOTPCode`` if the code is wrong. The challenge stays valid.
  public func checkOAuthEmailOTP(
    _ code: String, resuming challenge: OAuthEmailChallenge
  ) async throws(PreludeAuthError) -> PreludeUser {
    let code = Secret(code)
    // One check at a time (single flight): a second tap on the button gets the result of the first.
    while let check = checks[challenge] {
      let outcome = await check.task.value
      if check.code == code { return try outcome.get() }
    }
    let task = Task { await outcome(of: code, challenge) }
    checks[challenge] = CodeCheck(code: code, task: task)
    return try await task.value.get()
  }

  /// The check of a code that is under way.
  struct CodeCheck {
    let code: Secret
    let task: Task<Result<PreludeUser, PreludeAuthError>, Never>
  }

  private func outcome(
    of code: Secret, _ challenge: OAuthEmailChallenge
  ) async -> Result<PreludeUser, PreludeAuthError> {
    defer { checks[challenge] = nil }
    do throws(PreludeAuthError) {
      let token = try await challengeToken(for: code, of: challenge)
      return .success(try await redeem(token, challenge.login))
    } catch {
      if error.isFinal { keep(challenge) }
      return .failure(error)
    }
  }

  /// Exchanges a code, which is valid once, for the challenge token. If redeeming it fails, the next call
  /// continues with the same token.
  private func challengeToken(
    for code: Secret, of challenge: OAuthEmailChallenge
  ) async throws(PreludeAuthError) -> Secret {
    let known = try pendingLogin(challenge.login).challenge
    if let known, known.verificationToken == challenge.verificationToken, let token = known.token {
      return token
    }
    let token = try await PreludeAuthError.sent { () async throws(RequestError) in
      try await prelude.checkOTP(verificationToken: challenge.verificationToken, code: code)
        .checkOTP.challengeToken
    }
    keep(challenge, token)
    return token
  }

  /// Keeps the step of a login, also for the next run of the app: the user leaves the app to read the code.
  /// Does nothing if the login is over.
  ///
  /// - Parameter token: the challenge token, if the code was correct. Default: nil.
  func keep(_ challenge: OAuthEmailChallenge, _ token: Secret? = nil) {
    guard var login = try? pendingLogin(challenge.login) else { return }
    login.challenge = PendingOAuthLogin.Challenge(
      verificationToken: challenge.verificationToken, email: challenge.email, token: token)
    pending.add(login, at: environment.now())
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

extension PreludeAuthError {
  /// Whether the challenge token can no longer lead to a session.
  fileprivate var isFinal: Bool {
    switch self {
    case .expiredChallengeToken, .refused, .notStored, .addressInUse: true
    default: false
    }
  }
}
