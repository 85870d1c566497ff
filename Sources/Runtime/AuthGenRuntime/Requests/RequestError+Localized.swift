// Texts about failed calls for the user of an app.

public import Foundation

nonisolated extension RequestError: Foundation.LocalizedError, UserFacingError {
  package var userText: ErrorText {
    if let credentialUnavailable { return credentialUnavailable.userText }
    return switch reason {
    case .notSent(let why): why.userText
    case .transport(let error): error.userText
    case .httpStatus(let failure): failure.userText ?? .otherSender
    // Services and GraphQL servers also report errors with status 200.
    case .service(let failure): failure.http.userText ?? .refused
    case .graphQL(let errors):
      httpStatus.flatMap { ErrorText(status: $0, retryAfter: nil) } ?? errors.first?.textForItsCode
        ?? .refused
    case .unknownDocument: .unexpectedResponse
    case .decoding(let error): error.userText
    case .cancelled: .cancelled
    case .superseded: .superseded
    // The app's own error may contain anything, so its texts are not shown.
    case .interceptor: .unknown
    }
  }
}

nonisolated extension GraphQLError {
  /// The text for the codes that most servers share.
  fileprivate var textForItsCode: ErrorText? {
    let statuses = [
      "UNAUTHENTICATED": 401, "FORBIDDEN": 403, "RATE_LIMITED": 429, "TOO_MANY_REQUESTS": 429,
      "INTERNAL_SERVER_ERROR": 500, "SERVICE_UNAVAILABLE": 503,
    ]
    return code.flatMap { statuses[$0] }.flatMap { ErrorText(status: $0, retryAfter: nil) }
  }
}

nonisolated extension HTTPFailure {
  fileprivate var userText: ErrorText? { ErrorText(status: status, retryAfter: retryAfter) }
}

nonisolated extension RequestError.NotSent: Foundation.LocalizedError, UserFacingError {
  package var userText: ErrorText {
    switch self {
    case .noSession: .signedOut
    case .credentialUnavailable(let why): why.userText
    case .insecureEndpoint, .invalidHeader, .repeatedHeader, .foreignOrigin, .streamedBody:
      .appSetUp
    case .invalidVariables:
      ErrorText(.notSent, reason: .invalidValue, suggestion: .checkInput)
    }
  }
}

nonisolated extension CredentialUnavailable: Foundation.LocalizedError, UserFacingError {
  package var userText: ErrorText {
    switch reason {
    case .temporary, .gateIsClosed:
      cause ?? ErrorText(.signInUnavailable, reason: .offline, suggestion: .checkConnection)
    case .needsLogin: ErrorText(.signInUnavailable, reason: .needsLogin, suggestion: .signIn)
    case .appRefused: .appSetUp
    case .cancelled: .cancelled
    }
  }
}
