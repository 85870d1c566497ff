// Texts about failed connections for the user of an app.

public import Foundation

nonisolated extension TransportError: Foundation.LocalizedError, UserFacingError {
  package var userText: ErrorText {
    switch reason {
    case .cannotConnect:
      ErrorText(.cannotConnect, reason: .offline, suggestion: .checkConnection)
    case .connectionLost:
      ErrorText(.connectionLost, reason: .incompleteResponse, suggestion: .checkConnection)
    case .secureConnectionFailed, .serverNotTrusted:
      ErrorText(
        .insecureConnection, reason: .serverNotVerified, suggestion: .checkClockOrNetwork)
    case .timedOut: ErrorText(.timedOut, reason: .slowOrBusy, suggestion: .tryAgain)
    case .redirected: .otherSender
    case .responseTooLarge: .unexpectedResponse
    case .proofUnavailable:
      ErrorText(.notSent, reason: .securityKey, suggestion: .unlockAndConnect)
    // Servers refuse the proofs of a device whose clock is wrong.
    case .proofRefused: ErrorText(.notCompleted, reason: .securityKey, suggestion: .checkClock)
    case .trustPolicyUnsupported, .bearerRefused: .appSetUp
    case .unreadableBody: .unreadableBody
    case .cancelled: .cancelled
    case .other: .unknown
    }
  }
}

nonisolated extension ErrorText {
  package static var unreadableBody: ErrorText {
    ErrorText(.notSent, reason: .invalidValue, suggestion: .checkInput)
  }
}
