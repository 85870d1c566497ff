// The sentences about failed calls.

/// A sentence about a call that returned no data.
nonisolated package enum RuntimeSentence: String, ErrorSentence {
  case accessDenied = "description.accessDenied"
  case cancelled = "description.cancelled"
  case cannotConnect = "description.cannotConnect"
  case connectionLost = "description.connectionLost"
  case insecureConnection = "description.insecureConnection"
  case notCompleted = "description.notCompleted"
  case notSent = "description.notSent"
  case serviceUnavailable = "description.serviceUnavailable"
  case signedOut = "description.signedOut"
  case signInUnavailable = "description.signInUnavailable"
  case timedOut = "description.timedOut"
  case tooManyAttempts = "description.tooManyAttempts"
  case unexpectedResponse = "description.unexpectedResponse"
  case unknown = "description.unknown"

  case appSetUp = "reason.appSetUp"
  case incompleteResponse = "reason.incompleteResponse"
  case invalidValue = "reason.invalidValue"
  case limitReached = "reason.limitReached"
  case noPermission = "reason.noPermission"
  case noSession = "reason.noSession"
  case needsLogin = "reason.needsLogin"
  case offline = "reason.offline"
  case otherSender = "reason.otherSender"
  case otherVersion = "reason.otherVersion"
  case refused = "reason.refused"
  case securityKey = "reason.securityKey"
  case serverNotVerified = "reason.serverNotVerified"
  case serverProblem = "reason.serverProblem"
  case slowOrBusy = "reason.slowOrBusy"
  case stopped = "reason.stopped"
  case unexpected = "reason.unexpected"

  case askForAccess = "suggestion.askForAccess"
  case checkClock = "suggestion.checkClock"
  case checkClockOrNetwork = "suggestion.checkClockOrNetwork"
  case checkConnection = "suggestion.checkConnection"
  case checkInput = "suggestion.checkInput"
  case signIn = "suggestion.signIn"
  case tryAgain = "suggestion.tryAgain"
  case tryLater = "suggestion.tryLater"
  case unlockAndConnect = "suggestion.unlockAndConnect"
  case updateApp = "suggestion.updateApp"
  case waitMinutes = "suggestion.waitMinutes"
  case waitSeconds = "suggestion.waitSeconds"

  package var english: String {
    switch self {
    case .accessDenied: "You do not have access to this."
    case .cancelled: "The action was cancelled."
    case .cannotConnect: "The server cannot be reached."
    case .connectionLost: "The connection was lost."
    case .insecureConnection: "A secure connection is not possible."
    case .notCompleted: "The request could not be completed."
    case .notSent: "The request could not be sent."
    case .serviceUnavailable: "The service is not available right now."
    case .signedOut: "You are signed out."
    case .signInUnavailable: "Your sign-in cannot be checked right now."
    case .timedOut: "The server did not respond in time."
    case .tooManyAttempts: "There were too many attempts."
    case .unexpectedResponse: "The server's response could not be used."
    case .unknown: "Something went wrong."

    case .appSetUp: "The app is not set up correctly."
    case .incompleteResponse: "The connection ended before the response was complete."
    case .invalidValue: "The request contains a value that cannot be sent."
    case .limitReached: "The server limits how often you can do this."
    case .noPermission: "Your account does not have permission."
    case .noSession: "There is no valid sign-in on this device."
    case .needsLogin: "The server asks for a new sign-in."
    case .offline: "The device is offline, or the server is not available."
    case .otherSender:
      "The response may come from another sender, such as the sign-in page of a Wi-Fi network."
    case .otherVersion: "The response does not match this version of the app."
    case .refused: "The server refused the request."
    case .securityKey: "The device's security key could not be used."
    case .serverNotVerified: "The server's identity could not be verified."
    case .serverProblem: "The server has a problem."
    case .slowOrBusy: "The connection is slow, or the server is busy."
    case .stopped: "The action was stopped before it was complete."
    case .unexpected: "An unexpected problem occurred."

    case .askForAccess: "Sign in with another account, or ask for access."
    case .checkClock: "Check the date and time of the device, and try again."
    case .checkClockOrNetwork: "Check the date and time of the device, or use another network."
    case .checkConnection: "Check the internet connection, and try again."
    case .checkInput: "Check what you entered, and try again."
    case .signIn: "Sign in, and try again."
    case .tryAgain: "Try again."
    case .tryLater: "Try again later."
    case .unlockAndConnect: "Unlock the device, check the internet connection, and try again."
    case .updateApp: "Update the app. If that does not help, contact its support."
    case .waitMinutes: "Try again in {minutes} min."
    case .waitSeconds: "Try again in {seconds} s."
    }
  }
}

nonisolated extension ErrorText {
  init(_ description: RuntimeSentence, reason: RuntimeSentence, suggestion: RuntimeSentence) {
    self.init(description as any ErrorSentence, reason: reason, suggestion: suggestion)
  }
}
