// The sentences about failed calls.

/// A sentence about a call that returned no data.
nonisolated package enum RuntimeSentence: String, ErrorSentence {
  case accessDenied = "description.accessDenied = You do not have access to this."
  case cancelled = "description.cancelled = The action was cancelled."
  case cannotConnect = "description.cannotConnect = The server cannot be reached."
  case connectionLost = "description.connectionLost = The connection was lost."
  case insecureConnection = "description.insecureConnection = A secure connection is not possible."
  case notCompleted = "description.notCompleted = The request could not be completed."
  case notSent = "description.notSent = The request could not be sent."
  case serviceUnavailable =
    "description.serviceUnavailable = The service is not available right now."
  case signedOut = "description.signedOut = You are signed out."
  case signInIncomplete = "description.signInIncomplete = Your sign-in could not be completed."
  case signInUnavailable =
    "description.signInUnavailable = Your sign-in cannot be checked right now."
  case timedOut = "description.timedOut = The server did not respond in time."
  case tooManyAttempts = "description.tooManyAttempts = There were too many attempts."
  case unexpectedResponse =
    "description.unexpectedResponse = The server's response could not be used."
  case unknown = "description.unknown = Something went wrong."

  case appSetUp = "reason.appSetUp = The app is not set up correctly."
  case incompleteResponse =
    "reason.incompleteResponse = The connection ended before the response was complete."
  case invalidValue = "reason.invalidValue = The request contains a value that cannot be sent."
  case limitReached = "reason.limitReached = The server limits how often you can do this."
  case noPermission = "reason.noPermission = Your account does not have permission."
  case noSession = "reason.noSession = There is no valid sign-in on this device."
  case needsLogin = "reason.needsLogin = The server asks for a new sign-in."
  case offline = "reason.offline = The device is offline, or the server is not available."
  case otherSender =
    "reason.otherSender = The response may come from another sender, such as the sign-in page of a Wi-Fi network."
  case otherSignIn =
    "reason.otherSignIn = You have signed in or out since, or the sign-in was already complete."
  case otherVersion = "reason.otherVersion = The response does not match this version of the app."
  case refused = "reason.refused = The server refused the request."
  case securityKey = "reason.securityKey = The device's security key could not be used."
  case serverNotVerified = "reason.serverNotVerified = The server's identity could not be verified."
  case serverProblem = "reason.serverProblem = The server has a problem."
  case slowOrBusy = "reason.slowOrBusy = The connection is slow, or the server is busy."
  case stopped = "reason.stopped = The action was stopped before it was complete."
  case unexpected = "reason.unexpected = An unexpected problem occurred."

  case askForAccess = "suggestion.askForAccess = Sign in with another account, or ask for access."
  case checkClock = "suggestion.checkClock = Check the date and time of the device, and try again."
  case checkClockOrNetwork =
    "suggestion.checkClockOrNetwork = Check the date and time of the device, or use another network."
  case checkConnection =
    "suggestion.checkConnection = Check the internet connection, and try again."
  case checkInput = "suggestion.checkInput = Check what you entered, and try again."
  case signIn = "suggestion.signIn = Sign in, and try again."
  case signInAgain = "suggestion.signInAgain = Sign in again."
  case tryAgain = "suggestion.tryAgain = Try again."
  case tryLater = "suggestion.tryLater = Try again later."
  case unlockAndConnect =
    "suggestion.unlockAndConnect = Unlock the device, check the internet connection, and try again."
  case updateApp =
    "suggestion.updateApp = Update the app. If that does not help, contact its support."
  case waitMinutes = "suggestion.waitMinutes = Try again in {minutes} min."
  case waitSeconds = "suggestion.waitSeconds = Try again in {seconds} s."
}

nonisolated extension ErrorText {
  init(_ description: RuntimeSentence, reason: RuntimeSentence, suggestion: RuntimeSentence) {
    self.init(description as any ErrorSentence, reason: reason, suggestion: suggestion)
  }
}
