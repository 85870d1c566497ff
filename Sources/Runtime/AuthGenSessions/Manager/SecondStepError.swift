// Why the second step of a login has failed.

public import AuthGenRuntime
public import Foundation

/// Why a second step created no session. The session before continues.
nonisolated public struct SecondStepError: Error, Sendable {
  nonisolated public enum Reason: Sendable {
    /// The request failed, or the server refused it, for example because of a wrong code. The user can try
    /// again.
    case request(RequestError)
    /// The server has ended the login. The user has to log in again, from the first step.
    case expired
    /// Another login, or a logout, has come since the login began, or the login is complete. A session that
    /// the server has created meanwhile is revoked.
    case otherLogIn
    /// The step is already being completed, for example after two taps. The server received nothing of this
    /// call.
    case inProgress
  }

  public let reason: Reason

  package init(_ reason: Reason) {
    self.reason = reason
  }
}

nonisolated extension SecondStepError: RedactedDescription {
  public var description: String {
    switch reason {
    case .request(let error): "the second step of the login failed: \(error)"
    case .expired: "the server has ended the login before its second step: log in again"
    case .otherLogIn: "another login or a logout came before the second step: log in again"
    case .inProgress: "the second step of the login is already under way"
    }
  }
}

nonisolated extension SecondStepError: Foundation.LocalizedError, UserFacingError {
  package var userText: ErrorText {
    switch reason {
    case .request(let error): error.userText
    case .expired: text(SessionSentence.signInEnded, .signInAgain)
    case .otherLogIn: text(RuntimeSentence.otherSignIn, .signInAgain)
    case .inProgress: text(SessionSentence.stepInProgress, .tryLater)
    }
  }

  private func text(_ reason: any ErrorSentence, _ suggestion: RuntimeSentence) -> ErrorText {
    ErrorText(RuntimeSentence.signInIncomplete, reason: reason, suggestion: suggestion)
  }
}
