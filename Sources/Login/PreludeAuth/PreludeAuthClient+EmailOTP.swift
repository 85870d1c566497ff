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
  /// - Returns: nil if no challenge waits, or if the login has expired. A user who has logged in or out
  ///   since, also in another process, is not asked for the code of another one.
  public func resume() async -> FinalizeOAuthLoginResult? {
    for login in pending.all(at: environment.now()).reversed() {
      guard let challenge = login.challenge, await sessions.isLatest(login.start) else { continue }
      // It is needed until its code is correct, also while the store cannot be read.
      pending.add(login, at: environment.now(), isStored: false)
      return .otpRequired(
        challenge: OAuthEmailChallenge(challenge, of: login.id), email: challenge.email)
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
      guard check.code == code else {
        _ = await check.task.value
        continue
      }
      return try await check.outcome.get()
    }
    let check = CodeCheck(code: code, task: Task { await outcome(of: code, challenge) })
    checks[challenge] = check
    return try await check.outcome.get()
  }

  /// A check of a code in progress. When all tasks that wait for it are cancelled, so is the check.
  struct CodeCheck {
    let code: Secret
    let task: Task<Result<PreludeUser, PreludeAuthError>, Never>
    private let waiting = Locked(0)

    var outcome: Result<PreludeUser, PreludeAuthError> {
      get async {
        waiting.withLock { $0 += 1 }
        return await withTaskCancellationHandler {
          await task.value
        } onCancel: {
          let rest = waiting.withLock { waiting in
            waiting -= 1
            return waiting
          }
          if rest == 0 { task.cancel() }
        }
      }
    }
  }

  private func outcome(
    of code: Secret, _ challenge: OAuthEmailChallenge
  ) async -> Result<PreludeUser, PreludeAuthError> {
    defer { checks[challenge] = nil }
    do throws(PreludeAuthError) {
      let token = try await challengeToken(for: code, of: challenge)
      return .success(try await redeem(token, challenge.login))
    } catch {
      if error.isFinal { keep(nil, of: challenge) }
      return .failure(error)
    }
  }

  /// Exchanges a code, which is valid once, for the challenge token. If redeeming it fails, the next call
  /// with the same code continues with the same token.
  private func challengeToken(
    for code: Secret, of challenge: OAuthEmailChallenge
  ) async throws(PreludeAuthError) -> Secret {
    let login = try pendingLogin(challenge.login)
    guard await sessions.isLatest(login.start) else {
      pending.end(login.id, at: environment.now())
      throw .superseded
    }
    if let accepted = login.challenge?.accepted {
      guard accepted.code == code else { throw .invalidOTPCode }
      return accepted.challengeToken
    }
    let token = try await PreludeAuthError.sent { () async throws(RequestError) in
      try await prelude.checkOTP(verificationToken: challenge.verificationToken, code: code)
        .checkOTP.challengeToken
    }
    keep(.init(code: code, challengeToken: token), of: challenge)
    return token
  }

  /// Keeps the code that was correct, also for the next run of the app, or removes it. Does nothing if the
  /// login is over.
  private func keep(_ accepted: PendingOAuthLogin.AcceptedCode?, of challenge: OAuthEmailChallenge)
  {
    guard var login = try? pendingLogin(challenge.login) else { return }
    login.challenge?.accepted = accepted
    pending.add(login, at: environment.now())
  }

  /// Ends all logins that wait for a code. The next user of the app may be another one.
  func endChallenges() {
    for login in pending.all(at: environment.now())
    where login.challenge != nil || starts[login.id] != nil {
      pending.end(login.id, at: environment.now())
    }
  }

  /// Cancels a login that waits for a code. Later, the code is rejected. If the last request is in progress,
  /// its session is not stored, and is revoked if possible.
  public func cancelOAuthLogin(_ challenge: OAuthEmailChallenge) async {
    pending.cancel(challenge.login, at: environment.now())
  }

  /// Sends the code to the user again. A code that was correct before is not valid any more.
  ///
  /// - Throws: ``PreludeAuthError/expiredChallengeToken`` if the login is over; nothing is sent then.
  public func resendOAuthEmailOTP(
    _ challenge: OAuthEmailChallenge
  ) async throws(PreludeAuthError) {
    _ = try pendingLogin(challenge.login)
    _ = try await PreludeAuthError.sent { () async throws(RequestError) in
      try await prelude.retryOTP(verificationToken: challenge.verificationToken)
    }
    keep(nil, of: challenge)
  }
}

extension PreludeAuthError {
  /// Whether the challenge token can no longer lead to a session.
  fileprivate var isFinal: Bool {
    switch self {
    case .expiredChallengeToken, .superseded, .refused, .notStored, .addressInUse: true
    default: false
    }
  }
}
