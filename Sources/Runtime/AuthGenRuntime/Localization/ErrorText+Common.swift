// Texts that errors of several modules share.

nonisolated extension ErrorText {
  package static var signedOut: ErrorText {
    ErrorText(.signedOut, reason: .noSession, suggestion: .signIn)
  }

  package static var cancelled: ErrorText {
    ErrorText(.cancelled, reason: .stopped, suggestion: .tryAgain)
  }

  /// Another login or a logout came before the login was complete.
  package static var superseded: ErrorText {
    ErrorText(.signInIncomplete, reason: .otherSignIn, suggestion: .signInAgain)
  }

  /// The app's developer has to fix the cause.
  package static var appSetUp: ErrorText {
    ErrorText(.notSent, reason: .appSetUp, suggestion: .updateApp)
  }

  /// The server refused the request, for a reason that only its response contains.
  package static var refused: ErrorText {
    ErrorText(.notCompleted, reason: .refused, suggestion: .checkInput)
  }

  /// A response that this version of the app does not support.
  package static var unexpectedResponse: ErrorText {
    ErrorText(.unexpectedResponse, reason: .otherVersion, suggestion: .updateApp)
  }

  package static var unknown: ErrorText {
    ErrorText(.unknown, reason: .unexpected, suggestion: .tryLater)
  }

  /// - Parameter wait: the wait that the server asks for; nil if it is not known.
  package static func tooManyAttempts(_ wait: Duration? = nil) -> ErrorText {
    ErrorText(.tooManyAttempts, reason: .limitReached, wait: wait)
  }

  /// - Parameter wait: the wait that the server asks for; nil if it is not known.
  package static func serviceUnavailable(_ wait: Duration? = nil) -> ErrorText {
    ErrorText(.serviceUnavailable, reason: .serverProblem, wait: wait)
  }

  /// The text about a response that is a refusal or a failure by its status.
  ///
  /// - Parameter retryAfter: the wait that the server asks for; nil if it is not known.
  /// - Returns: nil for other statuses.
  init?(status: Int, retryAfter: Duration?) {
    switch status {
    case 401: self = .signedOut
    case 403: self.init(.accessDenied, reason: .noPermission, suggestion: .askForAccess)
    case 408, 504: self.init(.timedOut, reason: .slowOrBusy, suggestion: .tryAgain)
    case 429: self = .tooManyAttempts(retryAfter)
    case 400..<500: self = .refused
    case 500..<600: self = .serviceUnavailable(retryAfter)
    default: return nil
    }
  }

  /// A response that may not be the server's own. A public Wi-Fi network returns its own page until the user
  /// has signed in.
  static var otherSender: ErrorText {
    ErrorText(.unexpectedResponse, reason: .otherSender, suggestion: .checkConnection)
  }

  /// Creates a text that suggests to wait. Times are rounded up; a wait of more than a day is shown as
  /// "later".
  private init(_ description: RuntimeSentence, reason: RuntimeSentence, wait: Duration?) {
    guard let wait, wait >= .zero, wait <= .seconds(24 * 60 * 60) else {
      self.init(description, reason: reason, suggestion: .tryLater)
      return
    }
    let (whole, rest) = wait.components
    let seconds = Int(whole) + (rest > 0 ? 1 : 0)
    switch seconds {
    case 0: self.init(description, reason: reason, suggestion: .tryAgain)
    case 1...120:
      self.init(
        description, reason: reason, suggestion: RuntimeSentence.waitSeconds,
        values: ["seconds": seconds])
    default:
      self.init(
        description, reason: reason, suggestion: RuntimeSentence.waitMinutes,
        values: ["minutes": (seconds + 59) / 60])
    }
  }
}
