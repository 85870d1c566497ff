// Why an account is not deleted, or not completely.

public import AuthGenRuntime
public import Foundation

/// Why the deletion of an account has failed, and what is still there. Only after
/// ``Reason/notErased(_:)`` is anything erased on the device.
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
    /// Another user is signed in now than when the deletion began. Neither account is deleted.
    case otherUser
    /// The server refused the deletion, or did not receive the request. The account is not deleted.
    case refused(any Error)
    /// The server may have deleted the account: the request was sent, and no usable response arrived. Delete
    /// the account again: while the app runs, the user does not have to authenticate again for that.
    case unknownOutcome(any Error)
    /// The account is deleted on the server, and some of its data is still on the device.
    case notErased(RemainingData)
  }

  public let reason: Reason

  package init(_ reason: Reason) {
    self.reason = reason
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
    case .otherUser: "another user is signed in than when the deletion began"
    case .refused(let error):
      "the server did not delete the account: \(safeDescription(of: error))"
    case .unknownOutcome(let error):
      "the server may have deleted the account: \(safeDescription(of: error)); delete it again"
    case .notErased(let remaining): "the account is deleted; \(remaining)"
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
        suggestion: SessionSentence.signInAgain)
    case .otherUser:
      ErrorText(
        SessionSentence.accountNotDeleted, reason: SessionSentence.otherAccount,
        suggestion: SessionSentence.signInAgain)
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
    case .notErased(let remaining): remaining.userText
    }
  }
}

nonisolated extension RequestError {
  /// Whether the server may have acted on the request although there is no usable response.
  var mayHaveTakenEffect: Bool {
    switch progress {
    case .notSent: false
    case .sent: true
    case .responded:
      switch reason {
      case .decoding, .cancelled, .interceptor, .transport: true
      case .httpStatus(let failure): !(400..<500).contains(failure.status)
      case .service(let failure): failure.http.status >= 500
      case .notSent, .graphQL, .unknownDocument: false
      }
    }
  }
}
