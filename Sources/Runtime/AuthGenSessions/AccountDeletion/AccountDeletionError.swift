// Why an account is not deleted, or not completely.

public import AuthGenRuntime
public import Foundation

/// Why the deletion of an account has failed, and what is still there. Data other than the session is erased
/// on the device only if the reason is ``Reason/notErased(_:)``.
nonisolated public struct AccountDeletionError: Error, Sendable {
  nonisolated public enum Reason: Sendable {
    /// No user is signed in. The server received nothing.
    case notSignedIn
    /// The manager is already deleting the account, for example after two taps.
    case inProgress
    /// The session, or a new credential for it, is not available now. The server received nothing.
    case sessionUnavailable(CredentialUnavailable)
    /// The user did not authenticate again: the closure threw this error. The server received nothing.
    case notConfirmed(any Error)
    /// Another user may be signed in now than when the deletion began: the closure has logged in, and the
    /// sessions before and after have different identities, or one has none. Neither account is deleted.
    case otherUser
    /// The server refused the deletion, or did not receive the request. The account is not deleted. A session
    /// that the server refused may have ended, as after any other call.
    case refused(any Error)
    /// The server may have deleted the account: this request or an earlier one was sent, and no usable
    /// response arrived. Delete the account again: while the app runs, the user has to authenticate again
    /// only if the server has refused the second request, for example because the confirmation has expired.
    case unknownOutcome(any Error)
    /// The account is deleted on the server, as ``AccountDeletionError/answer`` says, and some of its data is
    /// still on the device.
    case notErased(RemainingData)
  }

  public let reason: Reason
  /// The server's answer if the reason is ``Reason/notErased(_:)``; nil for other reasons.
  public let answer: AccountDeletion<any Sendable>?

  package init(_ reason: Reason, after answer: AccountDeletion<any Sendable>? = nil) {
    self.reason = reason
    self.answer = answer
  }

  /// Whether the server has ended the session, and has not said that it has deleted the account.
  private var isUncertain: Bool {
    if case .sessionEnded = answer { true } else { false }
  }
}

nonisolated extension AccountDeletionError: RedactedDescription {
  public var description: String {
    switch reason {
    case .notSignedIn: "no user is signed in"
    case .inProgress: "the account is already being deleted"
    case .sessionUnavailable(let why): "the session is not available: \(why)"
    case .notConfirmed(let error):
      "the user did not authenticate again: \(safeDescription(of: error))"
    case .otherUser: "another user may be signed in than when the deletion began"
    case .refused(let error):
      "the server did not delete the account: \(safeDescription(of: error))"
    case .unknownOutcome(let error):
      "the server may have deleted the account: \(safeDescription(of: error)); delete it again"
    case .notErased(let remaining):
      "the account is \(isUncertain ? "deleted, or the session has ended" : "deleted"); \(remaining)"
    }
  }
}

nonisolated extension AccountDeletionError: Foundation.LocalizedError, UserFacingError {
  package var userText: ErrorText {
    switch reason {
    case .notSignedIn: .signedOut
    case .inProgress:
      ErrorText(
        RuntimeSentence.notSent, reason: SessionSentence.deletionInProgress,
        suggestion: RuntimeSentence.tryLater)
    case .sessionUnavailable(let why): why.userText
    case .notConfirmed(let error):
      ErrorText(
        SessionSentence.accountNotDeleted,
        reason: (error as? any UserFacingError)?.userText.reason ?? RuntimeSentence.stopped,
        suggestion: RuntimeSentence.signInAgain)
    case .otherUser:
      ErrorText(
        SessionSentence.accountNotDeleted, reason: SessionSentence.otherAccount,
        suggestion: RuntimeSentence.signInAgain)
    case .refused(let error):
      // The app's own error may contain anything, so its texts are not shown.
      ErrorText(
        SessionSentence.accountNotDeleted,
        reason: (error as? any UserFacingError)?.userText.reason ?? RuntimeSentence.refused,
        suggestion: RuntimeSentence.tryLater)
    case .unknownOutcome:
      ErrorText(
        SessionSentence.deletionUnknown, reason: RuntimeSentence.slowOrBusy,
        suggestion: RuntimeSentence.tryAgain)
    case .notErased(let remaining):
      remaining.userText(isUncertain ? .dataNotErased : .deletedNotErased)
    }
  }
}
